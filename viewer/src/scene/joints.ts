// SPDX-License-Identifier: Apache-2.0
// Joints as small rings at their points.

import { Color, Group } from 'three';
import type { Joint } from '../format';
import { theme } from '../theme';
import type { Frames } from './frames';
import { Pool } from './pool';
import type { Setting } from './setting';

export class Joints {
  readonly object = new Group();
  readonly now: [number, number, number][];
  private outer: Pool;
  private inner: Pool;

  constructor(
    readonly joints: Joint[],
    private s: Setting,
  ) {
    this.now = joints.map(() => [0, 0, 0]);
    this.outer = new Pool(s.planar ? 'disc' : 'sphere', joints.length, true);
    this.inner = new Pool(s.planar ? 'disc' : 'sphere', joints.length, true);
    this.inner.mesh.renderOrder = 11;
    this.object.add(this.outer.mesh, this.inner.mesh);
  }

  update(frames: Frames): void {
    const ink = new Color(theme().ink);
    const paper = new Color(theme().canvas);
    this.outer.begin();
    this.inner.begin();
    this.joints.forEach((joint, i) => {
      const p = this.now[i] as [number, number, number];
      if (joint.body === null) p.splice(0, 3, ...joint.at);
      else {
        for (let row = 0; row < 3; row++) {
          let v = frames.origin[3 * joint.body + row] as number;
          for (let column = 0; column < 3; column++)
            v += (frames.matrix[9 * joint.body + 3 * column + row] as number) * (joint.at[column] ?? 0);
          p[row] = v;
        }
      }
      const z = p[2] + this.s.front;
      this.outer.dot(p[0], p[1], z, 0.0085 * this.s.extent, ink);
      this.inner.dot(p[0], p[1], z, 0.0048 * this.s.extent, paper);
    });
    this.outer.end();
    this.inner.end();
  }
}
