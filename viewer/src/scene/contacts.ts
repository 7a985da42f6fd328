// SPDX-License-Identifier: Apache-2.0
// Contact points, coloured by status, with arrows for the forces. What presses flashes, and fades after it has gone:
// an impact is in one frame only, which passes faster than the eye.

import { Color, Group, Vector3, type MeshBasicMaterial } from 'three';
import type { Arrays, Numbers } from '../data';
import { short } from '../numbers';
import { lowerBound } from '../series';
import { status } from '../theme';
import { Pool } from './pool';
import type { Setting } from './setting';

/** Of more contacts in a frame one would see nothing but arrows: they are not shown at first. */
export const crowd = 300;
const fewest = 60; // contacts in a frame: crowds do not flash
const fading = 0.015; // of the run: 0.15 s where it is played in 10 s
const colours = [status.open, status.closed, status.sliding, status.sticking].map((c) => new Color(c));

export class Contacts {
  readonly points = new Group();
  readonly arrows = new Group();
  /** The force that is drawn as long as `unit`, times the scale. */
  readonly reference: number;
  /** Length in m of the arrow of the reference force. */
  readonly unit: number;
  readonly most: number;
  /** Which statuses occur. */
  readonly statuses: boolean[];
  scale = 1;
  private start: Numbers;
  private point: Numbers;
  private force: Numbers | undefined;
  private state: Numbers | undefined;
  private dots: Pool;
  private shafts: Pool;
  private heads: Pool;
  private glow: Pool | null = null;
  /** Seconds of the run until a flash is gone. */
  private fade: number;

  static from(arrays: Arrays, t: Numbers, s: Setting): Contacts | null {
    const start = arrays.find('frame.contact_start');
    const point = arrays.find('frame.contact_point');
    return start && point?.length ? new Contacts(start, point, arrays, t, s) : null;
  }

  private constructor(
    start: Numbers,
    point: Numbers,
    arrays: Arrays,
    private t: Numbers,
    private s: Setting,
  ) {
    this.start = start;
    this.point = point;
    this.force = arrays.find('frame.contact_force');
    this.state = arrays.find('frame.contact_status');
    let most = 0;
    for (let f = 0; f + 1 < start.length; f++) most = Math.max(most, (start[f + 1] as number) - (start[f] as number));
    this.most = most;
    this.unit = s.extent * (most > crowd ? 0.05 : most > 60 ? 0.12 : 0.2);
    this.reference = this.force ? usual(this.force) : 0;
    this.statuses = colours.map((_, k) => this.state?.includes(k as never) ?? k === 0);
    this.dots = new Pool(s.planar ? 'disc' : 'sphere', most, true);
    this.shafts = new Pool(s.planar ? 'square' : 'cylinder', most, true);
    this.heads = new Pool(s.planar ? 'triangle' : 'cone', most, true);
    this.fade = fading * ((t[t.length - 1] ?? 0) - (t[0] ?? 0));
    if (this.reference > 0 && most <= fewest) {
      this.glow = new Pool(s.planar ? 'disc' : 'sphere', 2000, true);
      (this.glow.mesh.material as MeshBasicMaterial).opacity = 0.3;
      this.glow.mesh.renderOrder = 9;
      this.points.add(this.glow.mesh);
    }
    this.points.add(this.dots.mesh);
    this.arrows.add(this.shafts.mesh, this.heads.mesh);
  }

  /** Where arrows end, but for the longest; of crowds, whose arrows are not shown at first, nothing. */
  reach(): Vector3[] {
    const { force, point } = this;
    if (!force || !(this.reference > 0) || this.most > crowd) return [];
    const list: Vector3[] = [];
    const stride = Math.ceil(force.length / 3 / 3000);
    for (let c = 0; c < force.length / 3; c += stride) {
      const tip = new Vector3().fromArray(force, 3 * c);
      const size = tip.length();
      if (size > 0)
        list.push(
          tip.multiplyScalar((Math.min(1, size / this.reference) * this.unit) / size).add(new Vector3().fromArray(point, 3 * c)),
        );
    }
    return list;
  }

  /** What the arrows' lengths mean. */
  note(): string {
    return `an arrow of ${short(this.reference / this.scale, 2)} N is ${short(this.unit, 2)} m long; the longest are cut at twice that`;
  }

  update(frame: number, time: number): void {
    const { extent, front, planar } = this.s;
    this.flash(frame, time);
    this.dots.begin();
    this.shafts.begin();
    this.heads.begin();
    const radius = extent * (this.most > 400 ? 0.003 : 0.0065);
    for (let c = this.start[frame] as number; c < (this.start[frame + 1] as number); c++) {
      const x = this.point[3 * c] as number;
      const y = this.point[3 * c + 1] as number;
      const z = (this.point[3 * c + 2] as number) + front;
      const colour = colours[(this.state?.[c] as number | undefined) ?? 1] as Color;
      this.dots.dot(x, y, z, radius, colour);
      if (this.force && this.reference > 0) this.arrow(c, x, y, z, this.force, colour, planar, radius);
    }
    this.dots.end();
    this.shafts.end();
    this.heads.end();
  }

  /** The contacts of this frame and of those that have just passed. */
  private flash(frame: number, time: number): void {
    const { glow, force, start } = this;
    if (!glow || !force) return;
    glow.begin();
    const first = Math.min(frame, lowerBound(this.t, time - this.fade));
    for (let f = first; f <= frame; f++) {
      const age = f === frame ? 0 : (time - (this.t[f] as number)) / this.fade;
      for (let c = start[f] as number; c < (start[f + 1] as number); c++) {
        const size = Math.hypot(force[3 * c] as number, force[3 * c + 1] as number, force[3 * c + 2] as number);
        const strength = Math.min(1, size / this.reference) * Math.max(0, 1 - age);
        if (!(strength > 0.02)) continue;
        const colour = colours[(this.state?.[c] as number | undefined) ?? 1] as Color;
        const [x, y, z] = [0, 1, 2].map((k) => this.point[3 * c + k] as number) as [number, number, number];
        glow.dot(x, y, z + 0.99 * this.s.front, 0.03 * this.s.extent * Math.sqrt(strength), colour);
      }
    }
    glow.end();
  }

  private arrow(
    c: number,
    x: number,
    y: number,
    z: number,
    force: Numbers,
    colour: Color,
    planar: boolean,
    radius: number,
  ): void {
    const fx = force[3 * c] as number;
    const fy = force[3 * c + 1] as number;
    const fz = planar ? 0 : (force[3 * c + 2] as number);
    const size = Math.hypot(fx, fy, fz);
    if (!(size > 0)) return;
    const unit = this.unit * this.scale;
    // Impacts would leave the picture.
    const length = Math.min((size / this.reference) * unit, 2 * Math.max(unit, this.unit));
    if (length < 0.004 * this.s.extent) return;
    const ux = fx / size,
      uy = fy / size,
      uz = fz / size;
    const head = Math.min(0.4 * length, 3.2 * radius);
    const shaft = length - head;
    const width = Math.min(0.45 * radius, 0.06 * length);
    this.shafts.add(
      x + (ux * shaft) / 2,
      y + (uy * shaft) / 2,
      z + (uz * shaft) / 2,
      ux * shaft,
      uy * shaft,
      uz * shaft,
      planar ? 2 * width : width,
      colour,
    );
    // The flat triangle is 1.5 long from its back and lies around its middle; the cone stands on its base.
    if (planar)
      this.heads.add(
        x + ux * (shaft + head / 3),
        y + uy * (shaft + head / 3),
        z,
        (ux * head) / 1.5,
        (uy * head) / 1.5,
        0,
        head / 2.2,
        colour,
      );
    else this.heads.add(x + ux * shaft, y + uy * shaft, z + uz * shaft, ux * head, uy * head, uz * head, 0.4 * head, colour);
  }
}

/** Nineteen in twenty of the forces are at most this. */
function usual(force: Numbers): number {
  const count = force.length / 3;
  const stride = Math.max(1, Math.floor(count / 50000));
  const sizes: number[] = [];
  for (let c = 0; c < count; c += stride) {
    const size = Math.hypot(force[3 * c] as number, force[3 * c + 1] as number, force[3 * c + 2] as number);
    if (size > 0) sizes.push(size);
  }
  sizes.sort((a, b) => a - b);
  return sizes[Math.floor(0.95 * (sizes.length - 1))] ?? 0;
}
