// SPDX-License-Identifier: Apache-2.0
// Camera, light and renderer; draws when something changed.

import {
  AmbientLight,
  Box3,
  Color,
  DirectionalLight,
  MOUSE,
  OrthographicCamera,
  PerspectiveCamera,
  Scene,
  TOUCH,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { theme } from '../theme';
import { repaintMaterials, type Setting } from './setting';

export class View {
  readonly scene = new Scene();
  readonly camera: OrthographicCamera | PerspectiveCamera;
  private renderer: WebGLRenderer;
  private controls: OrbitControls;
  private light = new DirectionalLight('#ffffff', 2.2);
  private waiting = false;
  private width = 1;
  private height = 1;

  constructor(
    readonly canvas: HTMLCanvasElement,
    context: WebGL2RenderingContext,
    private s: Setting,
    private seen: Vector3[],
    private before: () => void,
  ) {
    // Kept after drawing: printing and saving the picture need it.
    this.renderer = new WebGLRenderer({ canvas, context });
    this.renderer.setPixelRatio(Math.min(2, devicePixelRatio));
    this.camera = s.planar ? new OrthographicCamera() : new PerspectiveCamera(35, 1, 0.001 * s.extent, 40 * s.extent);
    this.camera.up.copy(s.planar ? new Vector3(0, 1, 0) : s.up);
    this.controls = new OrbitControls(this.camera, canvas);
    this.settle();
    this.scene.add(new AmbientLight('#ffffff', 1.5), this.light, this.light.target);
    this.colours();
  }

  private settle(): void {
    const c = this.controls;
    c.enableDamping = false;
    c.screenSpacePanning = true;
    c.enableZoom = false; // the wheel scrolls the page until one has clicked into the picture
    if (this.s.planar) {
      c.enableRotate = false;
      c.mouseButtons = { LEFT: MOUSE.PAN, MIDDLE: MOUSE.DOLLY, RIGHT: MOUSE.PAN };
      c.touches = { ONE: TOUCH.PAN, TWO: TOUCH.DOLLY_PAN };
    }
    this.canvas.style.touchAction = 'pan-y';
    this.canvas.addEventListener('pointerdown', () => (c.enableZoom = true));
    this.canvas.addEventListener('pointerleave', (event) => {
      if (event.pointerType === 'mouse') c.enableZoom = false;
    });
    c.addEventListener('change', () => this.invalidate());
  }

  colours(): void {
    this.scene.background = new Color(theme().canvas);
    repaintMaterials();
    this.invalidate();
  }

  resize(width: number, height: number): void {
    if (width === this.width && height === this.height) return;
    const first = this.width === 1;
    this.width = width;
    this.height = height;
    this.renderer.setSize(width, height, false);
    if (this.camera instanceof PerspectiveCamera) {
      this.camera.aspect = width / height;
      this.camera.updateProjectionMatrix();
    }
    if (first || this.camera instanceof OrthographicCamera) this.fit();
    this.invalidate();
  }

  /** Everything that moves in the picture, with a margin. */
  fit(): void {
    const camera = this.camera;
    if (camera instanceof OrthographicCamera) this.fitFlat(camera);
    else this.fitDeep(camera);
    camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  private fitFlat(camera: OrthographicCamera): void {
    const box = new Box3().setFromPoints(this.seen);
    const centre = box.getCenter(new Vector3());
    const size = box.getSize(new Vector3());
    const scale = 1.12 * Math.max(size.x / this.width, size.y / this.height, 1e-12);
    Object.assign(camera, {
      left: (-scale * this.width) / 2,
      right: (scale * this.width) / 2,
      top: (scale * this.height) / 2,
      bottom: (-scale * this.height) / 2,
    });
    Object.assign(camera, { near: 0.01 * this.s.extent, far: 20 * this.s.extent, zoom: 1 });
    camera.position.set(centre.x, centre.y, 10 * this.s.extent);
    this.controls.target.set(centre.x, centre.y, 0);
  }

  private fitDeep(camera: PerspectiveCamera): void {
    const direction = this.direction();
    const right = new Vector3().crossVectors(this.s.up, direction).normalize();
    const top = new Vector3().crossVectors(direction, right);
    const tall = Math.tan((camera.fov * Math.PI) / 360);
    const centre = new Box3().setFromPoints(this.seen).getCenter(new Vector3());
    const places = (): Vector3[] =>
      this.seen.map((p) => {
        const d = p.clone().sub(centre);
        return new Vector3(d.dot(right), d.dot(top), d.dot(direction));
      });
    const distance = (list: Vector3[]): number =>
      1.1 * greatest(list, ({ x, y, z }) => Math.max(Math.abs(x) / camera.aspect, Math.abs(y)) / tall + z);
    // Near things move more when the camera does: in a few rounds what is seen comes to the middle.
    for (let round = 0; round < 3; round++) {
      const list = places();
      const far = distance(list);
      const middle = (at: (p: Vector3) => number): number => (greatest(list, at) - greatest(list, (p) => -at(p))) / 2;
      const shift = { x: far * middle(({ x, z }) => x / (far - z)), y: far * middle(({ y, z }) => y / (far - z)) };
      centre.addScaledVector(right, shift.x).addScaledVector(top, shift.y);
    }
    camera.position.copy(centre).addScaledVector(direction, Math.max(distance(places()), 1e-9 * this.s.extent));
    this.controls.target.copy(centre);
  }

  /** From a little above, somewhat from the side. */
  private direction(): Vector3 {
    const up = this.s.up;
    const side =
      Math.abs(up.z) > 0.7 ? new Vector3(0, -1, 0) : Math.abs(up.y) > 0.7 ? new Vector3(0, 0, 1) : new Vector3(0, -1, 0);
    const across = new Vector3().crossVectors(side, up).normalize();
    return side.addScaledVector(across, -0.45).addScaledVector(up, 0.42).normalize();
  }

  zoom(factor: number): void {
    if (this.camera instanceof OrthographicCamera) {
      this.camera.zoom *= factor;
      this.camera.updateProjectionMatrix();
    } else this.camera.position.sub(this.controls.target).divideScalar(factor).add(this.controls.target);
    this.controls.update();
    this.invalidate();
  }

  /** CSS pixels on the canvas; null behind the camera. */
  project(at: [number, number, number]): { left: number; top: number } | null {
    const p = new Vector3(...at).project(this.camera);
    return p.z > 1 ? null : { left: ((p.x + 1) / 2) * this.width, top: ((1 - p.y) / 2) * this.height };
  }

  invalidate(): void {
    if (this.waiting) return;
    this.waiting = true;
    requestAnimationFrame(() => this.drawNow());
  }

  drawNow(): void {
    this.waiting = false;
    this.before();
    this.camera.updateMatrixWorld();
    // The light comes over the viewer's shoulder.
    this.light.position.copy(this.camera.position).addScaledVector(this.s.up, 0.6 * this.s.extent);
    this.light.target.position.copy(this.s.centre);
    this.renderer.render(this.scene, this.camera);
  }
}

function greatest(list: Vector3[], of: (p: Vector3) => number): number {
  let most = -Infinity;
  for (const p of list) most = Math.max(most, of(p));
  return most;
}
