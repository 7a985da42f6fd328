// SPDX-License-Identifier: Apache-2.0
// What all parts of the picture share: size, order of layers, colours.

import { Color, Matrix4, Quaternion, Vector3, type LineBasicMaterial, type MeshBasicMaterial } from 'three';
import type { Body, Scene, Shape } from '../format';
import { theme, type Theme } from '../theme';

export interface Setting {
  planar: boolean;
  centre: Vector3;
  extent: number; // the diagonal of everything that moves
  up: Vector3;
  /** Depth of a body's layer in planar pictures; 0 in space. */
  layer(body: number): number;
  /** In front of all bodies, in planar pictures. */
  front: number;
}

export function setting(scene: Scene): Setting {
  const { min, max } = scene.bounds;
  const centre = new Vector3(...min).add(new Vector3(...max)).multiplyScalar(0.5);
  const moving = (scene.bodies ?? []).filter((body) => !body.fixed).flatMap((body) => body.shapes);
  const largest = moving.reduce((r, shape) => Math.max(r, reach(shape)), 0);
  const extent = Math.max(new Vector3(...min).distanceTo(new Vector3(...max)), 2 * largest) || 1;
  const planar = scene.dimension === 2;
  const count = Math.max(1, scene.bodies?.length ?? 1);
  const depth = 0.1 * extent;
  const up = new Vector3(...(scene.up ?? [0, 0, 1]));
  if (up.lengthSq() === 0) up.set(0, planar ? 1 : 0, planar ? 0 : 1);
  return {
    planar,
    centre,
    extent,
    up: up.normalize(),
    layer: (body) => (planar ? (depth * (body + 1)) / (count + 1) : 0),
    front: planar ? 1.2 * depth : 0,
  };
}

/** Radius of a ball around the shape; 0 where it has no size of its own. */
export function reach(shape: Shape): number {
  return (shape.radius ?? 0) + (shape.thickness ?? 0) + Math.hypot(...(shape.size ?? [shape.length ?? 0])) / 2;
}

export const thinnest = (s: Setting): number => 0.004 * s.extent;

const tints = ['#7fb2d6', '#e8a97c', '#7cc4ae', '#d9a9c6', '#e8c579', '#a9cfe8'];

/** Colour of a body's faces. Crowds get shades of few colours, which read better than a carnival. */
export function bodyColour(body: Body, index: number, count: number): Color {
  if (body.fixed) return new Color(theme().dark ? '#6b737d' : '#c3c8ce');
  if (count <= 12) return new Color(tints[index % tints.length] as string);
  const shades = ['#7fb2d6', '#8fbcdb', '#6fa4cb', '#9cc6df', '#86b0c9'];
  return new Color(shades[(index * 7) % shades.length] as string);
}

export function darker(colour: Color, by = 0.45): Color {
  return colour.clone().multiplyScalar(by);
}

type Plain = LineBasicMaterial | MeshBasicMaterial;
const themed: { material: Plain; colour: (t: Theme) => string }[] = [];

/** A material whose colour follows the theme. */
export function follows<M extends Plain>(material: M, colour: (t: Theme) => string): M {
  themed.push({ material, colour });
  material.color.set(colour(theme()));
  return material;
}

export function repaintMaterials(): void {
  for (const { material, colour } of themed) material.color.set(colour(theme()));
}

/** From a shape's frame to its body's. */
export function localMatrix(shape: Shape): Matrix4 {
  const [x = 0, y = 0, z = 0] = shape.position ?? [];
  const [qw, qx, qy, qz] = shape.rotation ?? [1, 0, 0, 0];
  return new Matrix4().compose(new Vector3(x, y, z), new Quaternion(qx, qy, qz, qw), new Vector3(1, 1, 1));
}

/** The turn that takes the z axis to this direction. */
export function alongZ(direction: ArrayLike<number>): Quaternion {
  const d = new Vector3(direction[0] ?? 0, direction[1] ?? 0, direction[2] ?? 0);
  if (d.lengthSq() === 0) d.set(0, 0, 1);
  return new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), d.normalize());
}
