// SPDX-License-Identifier: Apache-2.0
// The ways that bodies and marked points have gone.

import { BufferAttribute, BufferGeometry, Color, Group, Line, LineBasicMaterial } from 'three';
import type { Frames, Place } from './frames';
import type { Marks } from './marks';
import { bodyColour, darker, type Setting } from './setting';
import type { Scene } from '../format';

const most = 300; // of a crowd some

export class Trails {
  readonly object = new Group();
  private lines: Line[] = [];
  private made = false;
  visible = false;

  constructor(
    private scene: Scene,
    private frames: Frames,
    private marks: Marks | null,
    private s: Setting,
  ) {}

  update(place: Place): void {
    this.object.visible = this.visible;
    if (!this.visible) return;
    if (!this.made) this.make();
    for (const line of this.lines) line.geometry.setDrawRange(0, place.nearest + 1);
  }

  private make(): void {
    this.made = true;
    const bodies = this.scene.bodies ?? [];
    const moving = bodies.flatMap((body, i) => (body.fixed ? [] : [i]));
    const stride = Math.max(1, Math.ceil(moving.length / most));
    moving.forEach((i, k) => {
      const path = k % stride ? null : this.frames.path(i);
      const body = bodies[i];
      if (path && body) this.add(path, darker(bodyColour(body, i, bodies.length), 0.6));
    });
    this.marks?.paths().forEach(({ path, colour }) => this.add(path, colour));
  }

  private add(path: Float32Array, colour: Color): void {
    // Behind the bodies of a planar picture.
    const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(path, 3));
    const line = new Line(geometry, new LineBasicMaterial({ color: colour, transparent: true, opacity: 0.75 }));
    line.frustumCulled = false;
    if (this.s.planar) line.position.z = 0.0001 * this.s.extent;
    this.lines.push(line);
    this.object.add(line);
  }
}
