// SPDX-License-Identifier: Apache-2.0
// The poses of all bodies at a time, between two frames of the recording.

import { Matrix4 } from 'three';
import type { Arrays, Numbers } from '../data';
import type { Scene } from '../format';
import { upperBound } from '../series';

export interface Place {
  from: number; // frames
  to: number;
  part: number; // of the way from one to the other; 0 at a frame
  nearest: number;
}

export class Frames {
  readonly t: Numbers;
  readonly count: number;
  private position: Numbers | undefined;
  private rotation: Numbers | undefined;
  private moving: number[] = []; // bodies, in the order of the arrays
  /** Per body: position and rotation matrix (columns). */
  readonly origin: Float64Array;
  readonly matrix: Float64Array;

  constructor(
    private scene: Scene,
    arrays: Arrays,
  ) {
    this.t = arrays.get('frame.t');
    this.count = this.t.length;
    this.position = arrays.find('frame.position');
    this.rotation = arrays.find('frame.rotation');
    const bodies = scene.bodies ?? [];
    this.origin = new Float64Array(3 * bodies.length);
    this.matrix = new Float64Array(9 * bodies.length);
    bodies.forEach((body, i) => {
      const [x = 0, y = 0, z = 0] = body.position ?? [];
      const [qw, qx, qy, qz] = body.rotation ?? [1, 0, 0, 0];
      this.origin.set([x, y, z], 3 * i);
      this.setRotation(i, qw, qx, qy, qz);
      if (!body.fixed) this.moving.push(i);
    });
  }

  place(time: number): Place {
    const after = upperBound(this.t, time);
    if (after === 0) return { from: 0, to: 0, part: 0, nearest: 0 };
    const from = after - 1;
    const t0 = this.t[from] as number;
    if (after >= this.count || t0 === time) return { from, to: from, part: 0, nearest: from };
    const part = (time - t0) / ((this.t[after] as number) - t0);
    return { from, to: after, part, nearest: part <= 0.5 ? from : after };
  }

  /** Fills `origin` and `matrix`. */
  pose({ from, to, part }: Place): void {
    const position = this.position;
    if (!position) return;
    const n = this.moving.length;
    const [mx, my, mz] = this.scene.position_min ?? [0, 0, 0];
    const [sx, sy, sz] = this.scene.position_step ?? [1, 1, 1];
    const whole = position instanceof Uint16Array;
    for (let k = 0; k < n; k++) {
      const body = this.moving[k] as number;
      const a = 3 * (from * n + k);
      const b = 3 * (to * n + k);
      const x = mix(position[a] as number, position[b] as number, part);
      const y = mix(position[a + 1] as number, position[b + 1] as number, part);
      const z = mix(position[a + 2] as number, position[b + 2] as number, part);
      const o = 3 * body;
      this.origin[o] = whole ? mx + sx * x : x;
      this.origin[o + 1] = whole ? my + sy * y : y;
      this.origin[o + 2] = whole ? mz + sz * z : z;
      if (this.rotation) this.turn(body, this.rotation, 4 * (from * n + k), 4 * (to * n + k), part);
    }
  }

  /** Of one body, as it was filled last. */
  pose4(body: number): Matrix4 {
    const m = this.matrix.subarray(9 * body, 9 * body + 9);
    const [x = 0, y = 0, z = 0] = this.origin.subarray(3 * body, 3 * body + 3);
    const at = (k: number): number => m[k] as number;
    return new Matrix4().set(at(0), at(3), at(6), x, at(1), at(4), at(7), y, at(2), at(5), at(8), z, 0, 0, 0, 1);
  }

  /** Positions of one moving body over all frames; null for fixed ones. */
  path(body: number): Float32Array | null {
    const k = this.moving.indexOf(body);
    const position = this.position;
    if (k < 0 || !position) return null;
    const min = this.scene.position_min ?? [0, 0, 0];
    const step = this.scene.position_step ?? [1, 1, 1];
    const whole = position instanceof Uint16Array;
    const path = new Float32Array(3 * this.count);
    for (let f = 0; f < this.count; f++) {
      for (let c = 0; c < 3; c++) {
        const v = position[3 * (f * this.moving.length + k) + c] as number;
        path[3 * f + c] = whole ? (min[c] as number) + (step[c] as number) * v : v;
      }
    }
    return path;
  }

  private turn(body: number, q: Numbers, a: number, b: number, part: number): void {
    let dot = 0;
    for (let c = 0; c < 4; c++) dot += (q[a + c] as number) * (q[b + c] as number);
    const s = dot < 0 ? -part : part; // the shorter way round
    const w = (1 - part) * (q[a] as number) + s * (q[b] as number);
    const x = (1 - part) * (q[a + 1] as number) + s * (q[b + 1] as number);
    const y = (1 - part) * (q[a + 2] as number) + s * (q[b + 2] as number);
    const z = (1 - part) * (q[a + 3] as number) + s * (q[b + 3] as number);
    const norm = Math.sqrt(w * w + x * x + y * y + z * z) || 1;
    this.setRotation(body, w / norm, x / norm, y / norm, z / norm);
  }

  private setRotation(body: number, w: number, x: number, y: number, z: number): void {
    const m = this.matrix;
    const o = 9 * body;
    m[o] = 1 - 2 * (y * y + z * z);
    m[o + 1] = 2 * (x * y + w * z);
    m[o + 2] = 2 * (x * z - w * y);
    m[o + 3] = 2 * (x * y - w * z);
    m[o + 4] = 1 - 2 * (x * x + z * z);
    m[o + 5] = 2 * (y * z + w * x);
    m[o + 6] = 2 * (x * z + w * y);
    m[o + 7] = 2 * (y * z - w * x);
    m[o + 8] = 1 - 2 * (x * x + y * y);
  }
}

export function mix(a: number, b: number, part: number): number {
  return part === 0 ? a : a + (b - a) * part;
}
