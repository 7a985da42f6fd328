// SPDX-License-Identifier: Apache-2.0
// Far from the origin single precision, which is all that graphics hardware has, loses what is small: there the picture
// is drawn relative to its middle.

import type { Arrays, Numbers } from '../data';
import type { Scene, Vec3 } from '../format';

const far = 1e3; // times the size of the picture

export function centred(scene: Scene, arrays: Arrays): { scene: Scene; arrays: Arrays } {
  const { min, max } = scene.bounds;
  const middle = min.map((v, i) => (v + (max[i] as number)) / 2);
  const size = Math.max(...min.map((v, i) => (max[i] as number) - v));
  if (!(Math.max(...middle.map(Math.abs)) > far * size)) return { scene, arrays };
  const moved = (p: number[]): Vec3 => [0, 1, 2].map((i) => (p[i] ?? 0) - (middle[i] as number)) as Vec3;
  const all = (p: Numbers): Numbers => Float32Array.from(p, (v, i) => v - (middle[i % 3] as number));
  const names = ['frame.contact_point', 'draw.points', ...(scene.position_min ? [] : ['frame.position'])];
  const found = new Map(names.flatMap((name) => arrays.find(name) ?? []).map((p) => [p, all(p)] as const));
  const find = (name: string): Numbers | undefined => {
    const array = arrays.find(name);
    return array && (found.get(array) ?? array);
  };
  return {
    scene: {
      ...scene,
      bounds: { min: moved(min), max: moved(max) },
      bodies: scene.bodies?.map((body) => (body.fixed ? { ...body, position: moved(body.position ?? []) } : body)),
      joints: scene.joints?.map((joint) => (joint.body === null ? { ...joint, at: moved(joint.at) } : joint)),
      ...(scene.position_min ? { position_min: moved(scene.position_min) } : {}),
    },
    arrays: { ...arrays, find, get: (name) => find(name) ?? arrays.get(name) },
  };
}
