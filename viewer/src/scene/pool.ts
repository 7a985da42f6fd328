// SPDX-License-Identifier: Apache-2.0
// A changing number of sticks, arrow heads or dots, drawn in one call and filled anew for every picture.

import { DynamicDrawUsage, InstancedMesh, MeshBasicMaterial, MeshLambertMaterial, type Color } from 'three';
import { unitGeometry } from './crowd';

export type PoolUnit = 'cylinder' | 'cone' | 'sphere' | 'square' | 'triangle' | 'disc';

export class Pool {
  readonly mesh: InstancedMesh;
  private used = 0;
  private flat: boolean;

  /** `overlay`: drawn over everything, unshaded. */
  constructor(
    unit: PoolUnit,
    private capacity: number,
    overlay: boolean,
  ) {
    this.flat = unit === 'square' || unit === 'triangle' || unit === 'disc';
    const material =
      overlay || this.flat ? new MeshBasicMaterial({ depthTest: !overlay, transparent: overlay }) : new MeshLambertMaterial();
    this.mesh = new InstancedMesh(unitGeometry(unit, Math.max(1, capacity)), material, Math.max(1, capacity));
    this.mesh.frustumCulled = false;
    this.mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    if (overlay) this.mesh.renderOrder = 10;
  }

  begin(): void {
    this.used = 0;
  }

  /** Around (x, y, z), along d (its length is that of the thing), of this half width across. */
  add(x: number, y: number, z: number, dx: number, dy: number, dz: number, width: number, colour: Color): void {
    if (this.used >= this.capacity) return;
    const m = this.mesh.instanceMatrix.array as Float32Array;
    const o = 16 * this.used;
    const length = Math.hypot(dx, dy, dz) || 1e-30;
    if (this.flat) {
      m.set([dx, dy, 0, 0, (-dy / length) * width, (dx / length) * width, 0, 0, 0, 0, 1, 0, x, y, z, 1], o);
    } else {
      // Two directions across: any that are not along d.
      const [ux, uy, uz] = Math.abs(dz) < 0.9 * length ? [0, 0, 1] : [1, 0, 0];
      let ax = dy * uz - dz * uy,
        ay = dz * ux - dx * uz,
        az = dx * uy - dy * ux;
      const a = width / (Math.hypot(ax, ay, az) || 1);
      ((ax *= a), (ay *= a), (az *= a));
      const bx = (dy * az - dz * ay) / length,
        by = (dz * ax - dx * az) / length,
        bz = (dx * ay - dy * ax) / length;
      m.set([ax, ay, az, 0, bx, by, bz, 0, dx, dy, dz, 0, x, y, z, 1], o);
    }
    this.mesh.setColorAt(this.used, colour);
    this.used++;
  }

  dot(x: number, y: number, z: number, radius: number, colour: Color): void {
    this.add(x, y, z, radius, 0, 0, radius, colour);
  }

  /** From a to b. */
  stick(a: ArrayLike<number>, b: ArrayLike<number>, lift: number, width: number, colour: Color): void {
    const [ax, ay, az] = [a[0] as number, a[1] as number, (a[2] as number) + lift];
    const [bx, by, bz] = [b[0] as number, b[1] as number, (b[2] as number) + lift];
    this.add((ax + bx) / 2, (ay + by) / 2, (az + bz) / 2, bx - ax, by - ay, bz - az, this.flat ? 2 * width : width, colour);
  }

  end(): void {
    this.mesh.count = this.used;
    this.mesh.instanceMatrix.needsUpdate = true;
    if (this.mesh.instanceColor) this.mesh.instanceColor.needsUpdate = true;
  }
}
