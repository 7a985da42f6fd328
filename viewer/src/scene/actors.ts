// SPDX-License-Identifier: Apache-2.0
// Everything in the picture, built from the scene and moved to a time.

import { Box3, Group, Matrix4, Vector3, type Object3D } from 'three';
import type { Arrays } from '../data';
import type { Body, Scene } from '../format';
import { Contacts } from './contacts';
import { Crowd } from './crowd';
import { Deforming } from './deforming';
import { Frames } from './frames';
import { Joints } from './joints';
import { Marks } from './marks';
import { partsOf, type Part, type Unit } from './parts';
import { bodyColour, reach, setting, type Setting } from './setting';
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
  readonly box: Box3;
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
    this.box = this.bounds();
  }

  private addBodies(bodies: Body[], arrays: Arrays): void {
    const units = new Map<Unit, Part[]>();
    bodies.forEach((body, i) => {
      const colour = bodyColour(body, i, bodies.length);
      for (const shape of body.shapes) {
        const parts = partsOf(shape, body, i, colour, this.setting);
        if (parts) {
          for (const part of parts) units.set(part.unit, push(units.get(part.unit), part));
          continue;
        }
        let object: Object3D | null;
        if (shape.type === 'deforming') {
          const mesh = new Deforming(shape, colour, arrays, this.setting);
          this.deforming.push(mesh);
          object = mesh.object;
        } else object = solid(shape, colour, arrays, this.setting, this.matrix(i));
        if (object) this.hold(i, object);
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

  private matrix(body: number): Matrix4 {
    const m = this.frames.matrix.subarray(9 * body, 9 * body + 9);
    const [x = 0, y = 0, z = 0] = this.frames.origin.subarray(3 * body, 3 * body + 3);
    const at = (k: number): number => m[k] as number;
    return new Matrix4().set(at(0), at(3), at(6), x, at(1), at(4), at(7), y, at(2), at(5), at(8), z, 0, 0, 0, 1);
  }

  update(time: number): void {
    const place = this.frames.place(time);
    this.frames.pose(place);
    for (const crowd of this.crowds) crowd.update(this.frames);
    for (const { body, object } of this.holders) {
      object.matrix.copy(this.matrix(body));
      object.matrix.elements[14] = (object.matrix.elements[14] as number) + this.setting.layer(body);
    }
    for (const mesh of this.deforming) mesh.update(place);
    this.contacts?.update(place.nearest, time);
    this.joints?.update(this.frames);
    this.marks?.update(place);
    this.trails.update(place);
  }

  /** What moves, and what stands still beside it if that is not much larger. */
  private bounds(): Box3 {
    const { min, max } = this.scene.bounds;
    const box = new Box3(new Vector3(...min), new Vector3(...max));
    // Nothing moves, or along a line: room for the shapes.
    const size = box.getSize(new Vector3());
    if (Math.max(size.x, size.y, size.z) < 0.3 * this.setting.extent) box.expandByScalar(0.5 * this.setting.extent);
    const limit = 2.5 * this.setting.extent;
    const include = (p: Vector3, r: number): void => {
      if (p.distanceTo(this.setting.centre) + r > limit) return;
      box.union(new Box3(p.clone().subScalar(r), p.clone().addScalar(r)));
    };
    (this.scene.bodies ?? []).forEach((body, i) => {
      if (!body.fixed) return;
      for (const shape of body.shapes) {
        const [x = 0, y = 0, z = 0] = shape.position ?? [];
        const r = reach(shape);
        if (r > 0) include(new Vector3(x, y, z).applyMatrix4(this.matrix(i)), r);
      }
    });
    this.marks?.update({ from: 0, to: 0, part: 0, nearest: 0 });
    this.marks?.fixedPoints().forEach((p) => include(new Vector3(...p), 0));
    if (this.setting.planar) box.min.z = box.max.z = 0;
    return box;
  }
}

function push(list: Part[] | undefined, part: Part): Part[] {
  if (!list) return [part];
  list.push(part);
  return list;
}
