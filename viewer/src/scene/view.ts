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
    private box: Box3,
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
    const centre = this.box.getCenter(new Vector3());
    const camera = this.camera;
    if (camera instanceof OrthographicCamera) {
      const size = this.box.getSize(new Vector3());
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
    } else {
      const direction = this.direction();
      camera.position.copy(centre).addScaledVector(direction, 1.06 * this.distance(camera, centre, direction));
      this.controls.target.copy(centre);
    }
    camera.updateProjectionMatrix();
    this.controls.update();
    this.invalidate();
  }

  /** From a little above, somewhat from the side. */
  private direction(): Vector3 {
    const up = this.s.up;
    const side =
      Math.abs(up.z) > 0.7 ? new Vector3(0, -1, 0) : Math.abs(up.y) > 0.7 ? new Vector3(0, 0, 1) : new Vector3(0, -1, 0);
    const across = new Vector3().crossVectors(side, up).normalize();
    return side.addScaledVector(across, -0.45).addScaledVector(up, 0.42).normalize();
  }

  /** How far away all corners of the box are in the picture. */
  private distance(camera: PerspectiveCamera, centre: Vector3, direction: Vector3): number {
    const right = new Vector3().crossVectors(this.s.up, direction).normalize();
    const top = new Vector3().crossVectors(direction, right);
    const tall = Math.tan((camera.fov * Math.PI) / 360);
    let far = 0;
    for (let k = 0; k < 8; k++) {
      const { min, max } = this.box;
      const corner = new Vector3(k & 1 ? max.x : min.x, k & 2 ? max.y : min.y, k & 4 ? max.z : min.z).sub(centre);
      const needed = Math.max(Math.abs(corner.dot(right)) / (tall * camera.aspect), Math.abs(corner.dot(top)) / tall);
      far = Math.max(far, needed + corner.dot(direction));
    }
    return far;
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
