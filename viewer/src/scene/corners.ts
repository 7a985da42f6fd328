// SPDX-License-Identifier: Apache-2.0
// Points around all that is seen: what the picture has to hold. Spheres around bodies would leave most of it empty.

import { Box3, Matrix4, Vector3, type Object3D } from 'three';
import type { Frames } from './frames';
import type { Part, Unit } from './parts';

const most = 20000; // points, over all frames
const fewestFrames = 40; // that show a motion
const mostFrames = 200;

const signs = [-1, 1];
const around = Array.from({ length: 8 }, (_, k) => [Math.cos((k * Math.PI) / 4), Math.sin((k * Math.PI) / 4)] as const);
const cube = signs.flatMap((x) => signs.flatMap((y) => signs.map((z) => new Vector3(x, y, z))));
const axes = signs.flatMap((s) => [new Vector3(s, 0, 0), new Vector3(0, s, 0), new Vector3(0, 0, s)]);
const units: Record<Unit, Vector3[]> = {
  sphere: [...axes, ...cube.map((p) => p.clone().normalize())],
  cube: cube.map((p) => p.clone().multiplyScalar(0.5)),
  cylinder: around.flatMap(([x, y]) => signs.map((z) => new Vector3(x, y, z / 2))),
  disc: around.map(([x, y]) => new Vector3(x, y, 0)),
  square: cube.filter((p) => p.z > 0).map((p) => new Vector3(p.x / 2, p.y / 2, 0)),
};

export class Corners {
  private ofBodies = new Map<number, Vector3[]>(); // in their axes
  private complete = true;

  addPart({ unit, body, local }: Part): void {
    this.list(body).push(...units[unit].map((p) => p.clone().applyMatrix4(local)));
  }

  addObject(body: number, object: Object3D): void {
    const { min, max } = new Box3().setFromObject(object);
    if (!(min.x <= max.x)) return;
    for (const x of [min.x, max.x])
      for (const y of [min.y, max.y]) for (const z of [min.z, max.z]) this.list(body).push(new Vector3(x, y, z));
  }

  /** There is something that moves otherwise than bodies do. */
  giveUp(): void {
    this.complete = false;
  }

  private list(body: number): Vector3[] {
    const known = this.ofBodies.get(body) ?? [];
    this.ofBodies.set(body, known);
    return known;
  }

  /** Of one body where it stands. */
  of(body: number, pose: Matrix4): Vector3[] {
    return (this.ofBodies.get(body) ?? []).map((p) => p.clone().applyMatrix4(pose));
  }

  /** Of these bodies over the frames; null where they are not known, or would be too many. */
  overFrames(bodies: number[], frames: Frames): Vector3[] | null {
    const count = bodies.reduce((sum, body) => sum + (this.ofBodies.get(body)?.length ?? 0), 0);
    const shown = Math.min(frames.count, mostFrames, Math.floor(most / Math.max(1, count)));
    if (!this.complete || shown < Math.min(frames.count, fewestFrames)) return null;
    const list: Vector3[] = [];
    for (let i = 0; i < shown; i++) {
      const from = shown > 1 ? Math.round((i * (frames.count - 1)) / (shown - 1)) : 0;
      frames.pose({ from, to: from, part: 0, nearest: from });
      for (const body of bodies) list.push(...this.of(body, frames.pose4(body)));
    }
    return list;
  }
}

export function cornersOf({ min, max }: Box3): Vector3[] {
  return cube.map((p) => new Vector3(p.x < 0 ? min.x : max.x, p.y < 0 ? min.y : max.y, p.z < 0 ? min.z : max.z));
}
