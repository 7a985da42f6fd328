// SPDX-License-Identifier: Apache-2.0
// Shapes that are drawn one by one: planes with grid or hatching, rings, outlines, meshes.

import {
  BufferAttribute,
  BufferGeometry,
  DoubleSide,
  FrontSide,
  Group,
  LatheGeometry,
  LineBasicMaterial,
  LineLoop,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshLambertMaterial,
  PlaneGeometry,
  RingGeometry,
  Shape as Curve,
  ShapeGeometry,
  Vector2,
  Vector3,
  type Color,
  type Object3D,
} from 'three';
import type { Arrays } from '../data';
import type { Shape } from '../format';
import { alongZ, darker, follows, localMatrix, thinnest, type Setting } from './setting';

/** An object in the body's frame, or null for kinds that this page does not know. `start`: the body's pose at the first frame. */
export function solid(shape: Shape, colour: Color, arrays: Arrays, s: Setting, start: Matrix4): Object3D | null {
  const object = build(shape, colour, arrays, s, start);
  if (!object) return null;
  if (shape.type === 'plane') return object;
  const holder = new Group();
  holder.matrixAutoUpdate = false;
  holder.matrix.copy(localMatrix(shape));
  holder.add(object);
  return holder;
}

function build(shape: Shape, colour: Color, arrays: Arrays, s: Setting, start: Matrix4): Object3D | null {
  switch (shape.type) {
    case 'plane':
      return plane(shape, s, start);
    case 'ring': {
      const bore = ring(shape, colour, s);
      if (shape.axis) bore.applyQuaternion(alongZ(shape.axis));
      return bore;
    }
    case 'outline':
      return outline(shape, colour, s);
    case 'mesh':
      return mesh(shape, colour, arrays, s);
    default:
      return null;
  }
}

/** Drawn around the point of the plane that is nearest to the middle of the picture. */
function plane(shape: Shape, s: Setting, start: Matrix4): Object3D {
  const local = localMatrix(shape);
  const turn = alongZ(shape.normal ?? [0, s.planar ? 1 : 0, s.planar ? 0 : 1]);
  const world = start.clone().multiply(local).multiply(new Matrix4().makeRotationFromQuaternion(turn));
  const normal = new Vector3().setFromMatrixColumn(world, 2);
  const origin = new Vector3().setFromMatrixPosition(world);
  const foot = s.centre.clone().sub(normal.clone().multiplyScalar(s.centre.clone().sub(origin).dot(normal)));
  const holder = new Group();
  holder.matrixAutoUpdate = false;
  if (s.planar) {
    const x = new Vector3(normal.y, -normal.x, 0);
    holder.matrix.makeBasis(x, normal, new Vector3(0, 0, 1)).setPosition(foot);
    holder.add(hatching(s));
  } else {
    const ground = normal.dot(s.up) > 0.3;
    holder.matrix.makeRotationFromQuaternion(alongZ(normal.toArray())).setPosition(foot);
    holder.add(ground ? grid(s) : pane(s, 0.6 * s.extent));
  }
  holder.matrix.premultiply(start.clone().invert());
  return holder;
}

/** A line with strokes behind it: the engineer's sign for ground. */
function hatching(s: Setting): Object3D {
  const half = 3 * s.extent;
  const step = 0.02 * s.extent;
  const points: number[] = [-half, 0, 0, half, 0, 0];
  for (let x = -half; x < half; x += step) points.push(x, 0, 0, x - step, -step, 0);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const group = new Group();
  group.add(
    new LineSegments(
      geometry,
      follows(new LineBasicMaterial({ transparent: true, opacity: 0.6 }), (t) => t.soft),
    ),
  );
  const band = new Mesh(
    new PlaneGeometry(2 * half, thinnest(s)).translate(0, -thinnest(s) / 2, 0),
    follows(new MeshBasicMaterial({ side: DoubleSide }), (t) => t.soft),
  );
  group.add(band);
  return group;
}

export function niceStep(length: number): number {
  const e = 10 ** Math.floor(Math.log10(length));
  return length / e >= 5 ? 5 * e : length / e >= 2 ? 2 * e : e;
}

function grid(s: Setting): Object3D {
  const step = niceStep(s.extent / 12);
  const cells = Math.ceil((0.9 * s.extent) / step);
  const half = cells * step;
  const points: number[] = [];
  for (let i = -cells; i <= cells; i++) points.push(i * step, -half, 0, i * step, half, 0, -half, i * step, 0, half, i * step, 0);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(points), 3));
  const group = pane(s, half);
  group.add(
    new LineSegments(
      geometry,
      follows(new LineBasicMaterial({ transparent: true, opacity: 0.35 }), (t) => t.soft),
    ),
  );
  return group;
}

/** One sees through it from behind. */
function pane(s: Setting, half: number): Object3D {
  const paint = new MeshBasicMaterial({
    transparent: true,
    opacity: 0.7,
    side: FrontSide,
    polygonOffset: true,
    polygonOffsetFactor: 1,
    polygonOffsetUnits: 1,
  });
  const material = follows(paint, (t) => (t.dark ? '#2a3038' : '#dfe3e8'));
  const group = new Group();
  const quad = new Mesh(new PlaneGeometry(2 * half, 2 * half), material);
  quad.renderOrder = -1;
  quad.position.z = -0.0005 * s.extent;
  group.add(quad);
  return group;
}

function ring(shape: Shape, colour: Color, s: Setting): Object3D {
  const inner = shape.radius ?? 1;
  const outer = inner + (shape.thickness ?? 0.08 * inner);
  if (s.planar) {
    const w = Math.min(thinnest(s), 0.2 * (outer - inner));
    const group = new Group();
    const up = 0.2 * (s.layer(1) - s.layer(0));
    group.add(new Mesh(new RingGeometry(inner, outer, 128), new MeshBasicMaterial({ color: darker(colour, 0.35) })));
    group.add(
      new Mesh(new RingGeometry(inner + w, outer - w, 128).translate(0, 0, up), new MeshBasicMaterial({ color: colour })),
    );
    return group;
  }
  const half = (shape.length ?? inner) / 2;
  const profile = [
    [inner, -half],
    [outer, -half],
    [outer, half],
    [inner, half],
    [inner, -half],
  ].map(([r, z]) => new Vector2(r, z));
  const geometry = new LatheGeometry(profile, 64).rotateX(Math.PI / 2);
  return new Mesh(geometry, new MeshLambertMaterial({ color: colour, side: DoubleSide, flatShading: true }));
}

function outline(shape: Shape, colour: Color, s: Setting): Object3D {
  const corners = (shape.points ?? []).map(([x, y]) => new Vector2(x, y));
  const group = new Group();
  group.add(new Mesh(new ShapeGeometry(new Curve(corners)), new MeshBasicMaterial({ color: colour, side: DoubleSide })));
  const edge = new BufferGeometry().setFromPoints(corners.map(({ x, y }) => new Vector3(x, y, 0.2 * (s.layer(1) - s.layer(0)))));
  group.add(new LineLoop(edge, new LineBasicMaterial({ color: darker(colour, 0.3) })));
  return group;
}

function mesh(shape: Shape, colour: Color, arrays: Arrays, s: Setting): Object3D {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(arrays.get(shape.vertices ?? '') as Float32Array, 3));
  geometry.setIndex(new BufferAttribute(arrays.get(shape.triangles ?? '') as Uint32Array, 1));
  const material = s.planar
    ? new MeshBasicMaterial({ color: colour, side: DoubleSide })
    : new MeshLambertMaterial({ color: colour, side: DoubleSide, flatShading: true });
  return new Mesh(geometry, material);
}
