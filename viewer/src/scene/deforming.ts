// SPDX-License-Identifier: Apache-2.0
// Meshes whose vertices move by themselves, with a colour per node.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  DynamicDrawUsage,
  Group,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
} from 'three';
import type { Arrays, Numbers } from '../data';
import type { Shape } from '../format';
import { nothing, rangeOfAll, type Range } from '../range';
import { mix, type Place } from './frames';
import { localMatrix, type Setting } from './setting';

// Viridis: even steps of brightness, for all kinds of sight and for grey paper.
const stops = ['#440154', '#482878', '#3e4989', '#31688e', '#26828e', '#1f9e89', '#35b779', '#6ece58', '#b5de2b', '#fde725'].map(
  (c) => new Color(c),
);

export const gradient = `linear-gradient(to right, ${stops.map((c) => c.getStyle()).join(', ')})`;

export class Deforming {
  readonly object = new Group();
  readonly range: Range;
  readonly label: string;
  private geometry = new BufferGeometry();
  private vertices: Numbers;
  private values: Numbers | undefined;
  private count: number; // of nodes

  constructor(shape: Shape, colour: Color, arrays: Arrays, s: Setting) {
    const name = shape.vertices ?? '';
    this.vertices = arrays.get(name);
    this.values = shape.values ? arrays.get(shape.values) : undefined;
    this.label = shape.value_label ?? '';
    this.count = arrays.shape(name)[1] ?? 0;
    this.range = this.values ? rangeOfAll(this.values, nothing) : [0, 1];
    const dynamic = (): BufferAttribute => new BufferAttribute(new Float32Array(3 * this.count), 3).setUsage(DynamicDrawUsage);
    this.geometry.setAttribute('position', dynamic());
    this.geometry.setIndex(new BufferAttribute(arrays.get(shape.triangles ?? '') as Uint32Array, 1));
    if (this.values) this.geometry.setAttribute('color', dynamic());
    const paint = { vertexColors: !!this.values, color: this.values ? new Color('#ffffff') : colour, side: DoubleSide };
    const mesh = new Mesh(
      this.geometry,
      s.planar ? new MeshBasicMaterial(paint) : new MeshLambertMaterial({ ...paint, flatShading: true }),
    );
    mesh.frustumCulled = false;
    this.object.matrixAutoUpdate = false;
    this.object.matrix.copy(localMatrix(shape));
    this.object.add(mesh);
  }

  get coloured(): boolean {
    return !!this.values;
  }

  update({ from, to, part }: Place): void {
    const position = this.geometry.getAttribute('position') as BufferAttribute;
    const n = 3 * this.count;
    for (let i = 0; i < n; i++)
      position.array[i] = mix(this.vertices[from * n + i] as number, this.vertices[to * n + i] as number, part);
    position.needsUpdate = true;
    if (this.values) this.colour(this.values, from, to, part);
  }

  private colour(values: Numbers, from: number, to: number, part: number): void {
    const colours = this.geometry.getAttribute('color') as BufferAttribute;
    const [low, high] = this.range;
    const last = stops.length - 1;
    for (let i = 0; i < this.count; i++) {
      const v = mix(values[from * this.count + i] as number, values[to * this.count + i] as number, part);
      const s = Math.max(0, Math.min(1, (v - low) / (high - low || 1))) * last;
      const k = Math.min(last - 1, Math.floor(s));
      const a = stops[k] as Color;
      const b = stops[k + 1] as Color;
      colours.array[3 * i] = mix(a.r, b.r, s - k);
      colours.array[3 * i + 1] = mix(a.g, b.g, s - k);
      colours.array[3 * i + 2] = mix(a.b, b.b, s - k);
    }
    colours.needsUpdate = true;
  }
}
