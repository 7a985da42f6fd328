// SPDX-License-Identifier: Apache-2.0
// Draws all parts of one unit solid in one call, each where its body is.

import {
  BoxGeometry,
  BufferAttribute,
  CircleGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  InstancedMesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  SphereGeometry,
  Vector3,
  type BufferGeometry,
} from 'three';
import { BallMaterial, ballGeometry } from './balls';
import type { Frames } from './frames';
import type { Part, Unit } from './parts';
import type { Setting } from './setting';

const manyBalls = 300; // from here on squares with a shader, which have four corners and not hundreds

export class Crowd {
  readonly mesh: InstancedMesh;
  private bodies: Int32Array;
  private local: Float64Array; // 12 numbers per part: three columns and the origin

  constructor(
    unit: Unit,
    private parts: Part[],
    private setting: Setting,
  ) {
    const flat = unit === 'disc' || unit === 'square';
    const balls = unit === 'sphere' && parts.length > manyBalls ? new BallMaterial() : null;
    const geometry = balls ? ballGeometry() : unitGeometry(unit, parts.length);
    const material = balls ?? (flat ? new MeshBasicMaterial() : new MeshLambertMaterial({ vertexColors: unit === 'sphere' }));
    this.mesh = new InstancedMesh(geometry, material, parts.length);
    if (balls) {
      const from = new Vector3();
      this.mesh.onBeforeRender = (_renderer, _scene, camera) => {
        from
          .copy(camera.position)
          .addScaledVector(setting.up, 0.6 * setting.extent)
          .sub(setting.centre);
        balls.follow(camera as PerspectiveCamera, from);
      };
    }
    this.mesh.frustumCulled = false;
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    this.bodies = Int32Array.from(parts, (part) => part.body);
    this.local = new Float64Array(12 * parts.length);
    parts.forEach((part, i) => {
      const e = part.local.elements;
      for (let column = 0; column < 4; column++)
        for (let row = 0; row < 3; row++) this.local[12 * i + 3 * column + row] = e[4 * column + row] as number;
    });
    this.paint();
  }

  paint(): void {
    this.parts.forEach((part, i) => this.mesh.setColorAt(i, part.colour));
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }

  update(frames: Frames): void {
    const out = this.mesh.instanceMatrix.array as Float32Array;
    const { origin, matrix } = frames;
    const l = this.local;
    for (let i = 0; i < this.bodies.length; i++) {
      const body = this.bodies[i] as number;
      const m = 9 * body;
      const m0 = matrix[m] as number,
        m1 = matrix[m + 1] as number,
        m2 = matrix[m + 2] as number;
      const m3 = matrix[m + 3] as number,
        m4 = matrix[m + 4] as number,
        m5 = matrix[m + 5] as number;
      const m6 = matrix[m + 6] as number,
        m7 = matrix[m + 7] as number,
        m8 = matrix[m + 8] as number;
      for (let column = 0; column < 4; column++) {
        const k = 12 * i + 3 * column;
        const x = l[k] as number,
          y = l[k + 1] as number,
          z = l[k + 2] as number;
        const o = 16 * i + 4 * column;
        out[o] = m0 * x + m3 * y + m6 * z;
        out[o + 1] = m1 * x + m4 * y + m7 * z;
        out[o + 2] = m2 * x + m5 * y + m8 * z;
      }
      const o = 16 * i + 12;
      out[o] = (out[o] as number) + (origin[3 * body] as number);
      out[o + 1] = (out[o + 1] as number) + (origin[3 * body + 1] as number);
      out[o + 2] = (out[o + 2] as number) + (origin[3 * body + 2] as number) + this.setting.layer(body);
      out[o + 3] = 1;
    }
    this.mesh.instanceMatrix.needsUpdate = true;
  }
}

export function unitGeometry(unit: Unit | 'cone' | 'triangle', count: number): BufferGeometry {
  switch (unit) {
    case 'sphere':
      return count > 1000 ? new SphereGeometry(1, 8, 6) : count > 100 ? quartered(16, 12) : quartered(32, 24);
    case 'cube':
      return new BoxGeometry(1, 1, 1);
    case 'cylinder':
      return new CylinderGeometry(1, 1, 1, count > 500 ? 16 : 40).rotateX(Math.PI / 2);
    case 'cone':
      return new CylinderGeometry(0, 1, 1, 12).translate(0, 0.5, 0).rotateX(Math.PI / 2);
    case 'disc':
      return new CircleGeometry(1, count > 1000 ? 24 : 64);
    case 'square':
      return new PlaneGeometry(1, 1);
    case 'triangle':
      return new CircleGeometry(1, 3);
  }
}

/** A sphere with four shaded octants, so that one sees it roll. */
function quartered(around: number, down: number): BufferGeometry {
  const sphere = new SphereGeometry(1, around, down).toNonIndexed();
  const p = sphere.getAttribute('position');
  const colours = new Float32Array(3 * p.count);
  for (let face = 0; face < p.count; face += 3) {
    const middle = (get: (i: number) => number): number => get(face) + get(face + 1) + get(face + 2);
    const sign = middle((i) => p.getX(i)) * middle((i) => p.getY(i)) * middle((i) => p.getZ(i));
    colours.fill(sign > 0 ? 0.72 : 1, 3 * face, 3 * face + 9);
  }
  sphere.setAttribute('color', new BufferAttribute(colours, 3));
  return sphere;
}
