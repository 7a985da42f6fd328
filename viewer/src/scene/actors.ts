// SPDX-License-Identifier: Apache-2.0
// Everything in the picture, built from the scene and moved to a time.

import { Box3, Group, Vector3, type Object3D } from 'three';
import type { Arrays } from '../data';
import type { Body, Scene } from '../format';
import { Contacts } from './contacts';
import { Corners, cornersOf } from './corners';
import { Crowd } from './crowd';
import { Deforming } from './deforming';
import { Frames } from './frames';
import { Joints } from './joints';
import { Marks } from './marks';
import { partsOf, type Part, type Unit } from './parts';
import { bodyColour, setting, type Setting } from './setting';
import { solid } from './solids';
import { Trails } from './trails';

export class Actors {
  readonly root = new Group();
  readonly setting: Setting;
  readonly frames: Frames;
  readonly contacts: Contacts | null;
  readonly joints: Joints | null;
  readonly marks: Marks | null;
  readonly trails: Trails;
  readonly deforming: Deforming[] = [];
  /** What the picture holds. */
  readonly seen: Vector3[];
  private corners = new Corners();
  private crowds: Crowd[] = [];
  private holders: { body: number; object: Object3D }[] = [];

  constructor(
    readonly scene: Scene,
    arrays: Arrays,
  ) {
    const s = setting(scene);
    this.setting = s;
    this.frames = new Frames(scene, arrays);
    this.frames.pose({ from: 0, to: 0, part: 0, nearest: 0 });
    this.addBodies(scene.bodies ?? [], arrays);
    this.contacts = Contacts.from(arrays, this.frames.t, s);
    this.joints = scene.joints?.length ? new Joints(scene.joints, s) : null;
    const points = arrays.find('draw.points');
    this.marks = scene.draw?.length && points ? new Marks(scene.draw, points, arrays, s) : null;
    this.trails = new Trails(scene, this.frames, this.marks, s);
    this.root.add(this.trails.object);
    if (this.contacts) this.root.add(this.contacts.points, this.contacts.arrows);
    if (this.joints) this.root.add(this.joints.object);
    if (this.marks) this.root.add(this.marks.object);
    this.seen = this.reach();
  }

  private addBodies(bodies: Body[], arrays: Arrays): void {
    const units = new Map<Unit, Part[]>();
    bodies.forEach((body, i) => {
      const colour = bodyColour(body, i, bodies.length);
      for (const shape of body.shapes) {
        const parts = partsOf(shape, body, i, colour, this.setting);
        if (parts) {
          for (const part of parts) {
            units.set(part.unit, push(units.get(part.unit), part));
            this.corners.addPart(part);
          }
          continue;
        }
        let object: Object3D | null;
        if (shape.type === 'deforming') {
          const mesh = new Deforming(shape, colour, arrays, this.setting);
          this.deforming.push(mesh);
          object = mesh.object;
          this.corners.giveUp();
        } else object = solid(shape, colour, arrays, this.setting, this.frames.pose4(i));
        if (!object) continue;
        if (shape.type !== 'plane') this.corners.addObject(i, object);
        this.hold(i, object);
      }
    });
    for (const [unit, parts] of units) {
      const crowd = new Crowd(unit, parts, this.setting);
      this.crowds.push(crowd);
      this.root.add(crowd.mesh);
    }
  }

  private hold(body: number, object: Object3D): void {
    const holder = new Group();
    holder.matrixAutoUpdate = false;
    holder.add(object);
    this.root.add(holder);
    this.holders.push({ body, object: holder });
  }

  update(time: number): void {
    const place = this.frames.place(time);
    this.frames.pose(place);
    for (const crowd of this.crowds) crowd.update(this.frames);
    for (const { body, object } of this.holders) {
      object.matrix.copy(this.frames.pose4(body));
      object.matrix.elements[14] = (object.matrix.elements[14] as number) + this.setting.layer(body);
    }
    for (const mesh of this.deforming) mesh.update(place);
    this.contacts?.update(place.nearest, time);
    this.joints?.update(this.frames);
    this.marks?.update(place);
    this.trails.update(place);
  }

  /** What moves, and what stands still beside it if that is not much larger. */
  private reach(): Vector3[] {
    const bodies = this.scene.bodies ?? [];
    const moving = bodies.flatMap((body, i) => (body.fixed ? [] : [i]));
    const { min, max } = this.scene.bounds;
    const known = this.corners.overFrames(moving, this.frames);
    const seen = known
      ? [...known, ...(this.marks?.reach() ?? []), ...(this.contacts?.reach() ?? [])]
      : cornersOf(new Box3(new Vector3(...min), new Vector3(...max)));
    if (!seen.length) seen.push(this.setting.centre.clone());
    // Nothing moves, or along a line: room for the shapes.
    const box = new Box3().setFromPoints(seen);
    const size = box.getSize(new Vector3());
    if (Math.max(size.x, size.y, size.z) < 0.3 * this.setting.extent)
      seen.push(...cornersOf(box.expandByScalar(0.5 * this.setting.extent)));
    const isNear = (p: Vector3): boolean => p.distanceTo(this.setting.centre) <= 2.5 * this.setting.extent;
    bodies.forEach((body, i) => {
      const corners = body.fixed ? this.corners.of(i, this.frames.pose4(i)) : [];
      if (corners.every(isNear)) seen.push(...corners);
    });
    this.marks?.update({ from: 0, to: 0, part: 0, nearest: 0 });
    seen.push(...(this.marks?.fixedPoints() ?? []).map((p) => new Vector3(...p)).filter(isNear));
    if (this.setting.planar) for (const p of seen) p.z = 0;
    return seen;
  }
}

function push(list: Part[] | undefined, part: Part): Part[] {
  if (!list) return [part];
  list.push(part);
  return list;
}
