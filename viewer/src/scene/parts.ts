// SPDX-License-Identifier: Apache-2.0
// Takes shapes apart into unit spheres, cubes, cylinders, discs and squares, so that thousands draw in a few calls.

import { Color, Matrix4, Quaternion, Vector3 } from 'three';
import type { Body, Shape } from '../format';
import { alongZ, darker, localMatrix, thinnest, type Setting } from './setting';

export type Unit = 'sphere' | 'cube' | 'cylinder' | 'disc' | 'square';

export interface Part {
  unit: Unit;
  body: number;
  local: Matrix4; // from the unit solid to the body
  colour: Color;
}

const still = new Quaternion();

/** The parts of a shape; null for shapes that are drawn one by one. */
export function partsOf(shape: Shape, body: Body, index: number, colour: Color, s: Setting): Part[] | null {
  const base = localMatrix(shape);
  const parts: Part[] = [];
  const add = (unit: Unit, at: [number, number, number], size: [number, number, number], turn = still, tint = colour): void => {
    const local = base.clone().multiply(new Matrix4().compose(new Vector3(...at), turn, new Vector3(...size)));
    parts.push({ unit, body: index, local, colour: tint });
  };
  const r = shape.radius ?? 0;
  const length = shape.length ?? 0;
  if (s.planar) return planarParts(shape, body, s, colour, add) ? parts : null;
  switch (shape.type) {
    case 'sphere':
      add('sphere', [0, 0, 0], [r, r, r]);
      return parts;
    case 'point':
      add('sphere', [0, 0, 0], dot(s));
      return parts;
    case 'box': {
      const [x = 1, y = 1, z = 1] = shape.size ?? [];
      add('cube', [0, 0, 0], [x, y, z]);
      return parts;
    }
    case 'cylinder':
      add('cylinder', [0, 0, 0], [r, r, length]);
      return parts;
    case 'capsule':
      add('cylinder', [0, 0, 0], [r, r, length]);
      add('sphere', [0, 0, length / 2], [r, r, r]);
      add('sphere', [0, 0, -length / 2], [r, r, r]);
      return parts;
    case 'disc':
      add('cylinder', [0, 0, 0], [r, r, 0.03 * r], alongZ(shape.axis ?? [0, 0, 1]));
      return parts;
    default:
      return null;
  }
}

const dot = (s: Setting): [number, number, number] => [0.008 * s.extent, 0.008 * s.extent, 0.008 * s.extent];

type Add = (unit: Unit, at: [number, number, number], size: [number, number, number], turn?: Quaternion, tint?: Color) => void;

/** A dark shape, and a lighter one on it that leaves a border. */
function planarParts(shape: Shape, body: Body, s: Setting, colour: Color, add: Add): boolean {
  const edge = darker(colour, body.fixed ? 0.35 : 0.3);
  const up = 0.2 * (s.layer(1) - s.layer(0));
  const r = shape.radius ?? 0;
  const border = (smallest: number): number => Math.min(thinnest(s), 0.18 * smallest);
  switch (shape.type) {
    case 'disc':
    case 'sphere': {
      const w = border(r);
      add('disc', [0, 0, 0], [r, r, 1], still, edge);
      add('disc', [0, 0, up], [r - w, r - w, 1]);
      add('square', [r / 2, 0, 2 * up], [r, w, 1], still, edge); // shows the angle
      return true;
    }
    case 'point':
      add('disc', [0, 0, 0], dot(s), still, edge);
      return true;
    case 'box': {
      const [x = 1, y = 1] = shape.size ?? [];
      const w = border(Math.min(x, y) / 2);
      add('square', [0, 0, 0], [x, y, 1], still, edge);
      add('square', [0, 0, up], [x - 2 * w, y - 2 * w, 1]);
      return true;
    }
    case 'capsule': {
      const w = border(r);
      const half = (shape.length ?? 0) / 2;
      for (const [z, radius, tint] of [
        [0, r, edge],
        [up, r - w, colour],
      ] as [number, number, Color][]) {
        add('square', [0, 0, z], [2 * half, 2 * radius, 1], still, tint);
        add('disc', [half, 0, z], [radius, radius, 1], still, tint);
        add('disc', [-half, 0, z], [radius, radius, 1], still, tint);
      }
      return true;
    }
    default:
      return false;
  }
}
