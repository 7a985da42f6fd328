// SPDX-License-Identifier: Apache-2.0
// The marks of models written as formulas: points, lines and circles that follow the rows of draw.points.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  ShapeUtils,
  Vector2,
  Vector3,
} from 'three';
import type { Arrays, Numbers } from '../data';
import type { Mark } from '../format';
import { theme } from '../theme';
import { mix, type Place } from './frames';
import { Pool } from './pool';
import type { Setting } from './setting';

const hues = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'];

interface Fill {
  mark: Mark;
  mesh: Mesh;
}

export class Marks {
  readonly object = new Group();
  private colours: Color[];
  private count: number; // rows of draw.points
  private now: Float64Array;
  private sticks: Pool;
  private dots: Pool;
  private fills: Fill[] = [];
  private rings: Fill[] = [];
  private lift: number;

  constructor(
    readonly marks: Mark[],
    private points: Numbers,
    arrays: Arrays,
    private s: Setting,
  ) {
    this.count = arrays.shape('draw.points')[1] ?? 0;
    this.now = new Float64Array(3 * this.count);
    let hue = 0;
    this.colours = marks.map((mark) => new Color(mark.fixed ? theme().soft : (hues[hue++ % hues.length] as string)));
    const segments = marks.reduce((sum, mark) => sum + (mark.points?.length ?? 0), 0);
    this.sticks = new Pool(s.planar ? 'square' : 'cylinder', segments, false);
    this.dots = new Pool(s.planar ? 'disc' : 'sphere', segments + marks.length, false);
    this.lift = s.planar ? 0.004 * s.extent : 0;
    this.object.add(this.sticks.mesh, this.dots.mesh);
    marks.forEach((mark, i) => this.prepare(mark, this.colours[i] as Color));
  }

  private prepare(mark: Mark, colour: Color): void {
    const paint = new MeshBasicMaterial({ color: colour, side: DoubleSide, transparent: true, opacity: 0.3, depthWrite: false });
    if (mark.type === 'line' && mark.fill) {
      const geometry = new BufferGeometry();
      geometry.setAttribute(
        'position',
        new BufferAttribute(new Float32Array(3 * (mark.points?.length ?? 0)), 3).setUsage(DynamicDrawUsage),
      );
      const mesh = new Mesh(geometry, paint);
      mesh.frustumCulled = false;
      this.fills.push({ mark, mesh });
      this.object.add(mesh);
    }
    if (mark.type === 'circle') {
      const r = mark.radius ?? 0;
      const w = Math.min(2 * this.width(mark), 0.5 * r);
      const mesh = new Mesh(new RingGeometry(r - w, r, 96), new MeshBasicMaterial({ color: colour, side: DoubleSide }));
      if (mark.fill) mesh.add(new Mesh(new RingGeometry(0, r - w, 96), paint));
      this.rings.push({ mark, mesh });
      this.object.add(mesh);
    }
  }

  private width(mark: Mark): number {
    return (mark.fixed ? 0.0022 : 0.0042) * this.s.extent;
  }

  private at(k: number): Float64Array {
    return this.now.subarray(3 * k, 3 * k + 3);
  }

  /** Points that are not finite are not drawn, nor what goes through them. */
  private isThere(k: number): boolean {
    return this.at(k).every(Number.isFinite);
  }

  update({ from, to, part }: Place): void {
    const n = 3 * this.count;
    for (let i = 0; i < n; i++) this.now[i] = mix(this.points[from * n + i] as number, this.points[to * n + i] as number, part);
    this.sticks.begin();
    this.dots.begin();
    this.marks.forEach((mark, i) => this.drawMark(mark, this.colours[i] as Color, this.lift * (i + 2)));
    this.sticks.end();
    this.dots.end();
    for (const { mark, mesh } of this.rings) {
      const p = this.at(mark.at ?? 0);
      mesh.visible = this.isThere(mark.at ?? 0);
      mesh.position.set(p[0] as number, p[1] as number, (p[2] as number) + this.lift * (this.marks.indexOf(mark) + 2));
    }
    for (const fill of this.fills) this.fillIn(fill);
  }

  private drawMark(mark: Mark, colour: Color, lift: number): void {
    const width = this.width(mark);
    if (mark.type === 'point' && this.isThere(mark.at ?? 0)) {
      const p = this.at(mark.at ?? 0);
      this.dots.dot(p[0] as number, p[1] as number, (p[2] as number) + lift, 0.011 * this.s.extent, colour);
    }
    if (mark.type !== 'line') return;
    const rows = mark.points ?? [];
    rows.forEach((k, i) => {
      const a = this.at(k);
      const next = i + 1 < rows.length ? rows[i + 1] : mark.closed ? rows[0] : undefined;
      if (!this.isThere(k)) return;
      if (next !== undefined && this.isThere(next)) this.sticks.stick(a, this.at(next), lift, width, colour);
      this.dots.dot(a[0] as number, a[1] as number, (a[2] as number) + lift, width, colour);
    });
  }

  private fillIn({ mark, mesh }: Fill): void {
    const rows = mark.points ?? [];
    mesh.visible = rows.every((k) => this.isThere(k));
    if (!mesh.visible) return;
    const position = mesh.geometry.getAttribute('position') as BufferAttribute;
    rows.forEach((k, i) => position.setXYZ(i, ...(this.at(k) as unknown as [number, number, number])));
    position.needsUpdate = true;
    const corners = rows.map((k) => new Vector2(...this.at(k).subarray(0, 2)));
    const faces = this.s.planar
      ? ShapeUtils.triangulateShape(corners, []).flat()
      : rows.slice(2).flatMap((_, i) => [0, i + 1, i + 2]);
    mesh.geometry.setIndex(faces);
  }

  /** The ways of moving points and circles, or of the ends of moving lines where there are none. */
  paths(): { path: Float32Array; colour: Color }[] {
    const rows = new Map<number, Color>();
    this.marks.forEach((mark, i) => {
      if (!mark.fixed && mark.at !== undefined) rows.set(mark.at, this.colours[i] as Color);
    });
    if (!rows.size) {
      this.marks.forEach((mark, i) => {
        const last = mark.points?.at(-1);
        if (!mark.fixed && last !== undefined) rows.set(last, this.colours[i] as Color);
      });
    }
    const frames = this.points.length / (3 * this.count);
    return [...rows].map(([k, colour]) => {
      const path = new Float32Array(3 * frames);
      for (let f = 0; f < frames; f++)
        for (let c = 0; c < 3; c++) path[3 * f + c] = this.points[3 * (f * this.count + k) + c] as number;
      return { path, colour };
    });
  }

  /** Points around what moves, over the frames. */
  reach(): Vector3[] {
    const list: Vector3[] = [];
    const frames = this.points.length / (3 * this.count);
    const stride = Math.ceil(frames / 200);
    for (const mark of this.marks) {
      if (mark.fixed) continue;
      const r = mark.radius ?? 0;
      for (const k of mark.points ?? [mark.at ?? 0]) {
        for (let f = 0; f < frames; f += stride) {
          const p = new Vector3().fromArray(this.points, 3 * (f * this.count + k));
          if (!Number.isFinite(p.x + p.y + p.z)) continue;
          list.push(p);
          if (r > 0)
            for (const [x, y] of [
              [r, 0],
              [-r, 0],
              [0, r],
              [0, -r],
            ] as const)
              list.push(new Vector3(p.x + x, p.y + y, p.z));
        }
      }
    }
    return list;
  }

  /** The points of what stands still. */
  fixedPoints(): [number, number, number][] {
    return this.marks.flatMap((mark) =>
      mark.fixed
        ? (mark.points ?? [mark.at ?? 0]).filter((k) => this.isThere(k)).map((k) => [...this.at(k)] as [number, number, number])
        : [],
    );
  }

  /** Where the labels are now: beside a point or circle, in the middle of a line. */
  labels(): { text: string; at: [number, number, number] }[] {
    return this.marks.flatMap((mark) => {
      if (!mark.label) return [];
      const rows = mark.points ?? [mark.at ?? 0];
      const sum = [0, 0, 0];
      if (!rows.every((k) => this.isThere(k))) return [];
      for (const k of rows) this.at(k).forEach((v, c) => (sum[c] = (sum[c] as number) + v / rows.length));
      return [{ text: mark.label, at: sum as [number, number, number] }];
    });
  }
}
