// SPDX-License-Identifier: Apache-2.0
// Spatial reports that nobody simulated: a pile of 5000 spheres, and meshes rigid and deforming with joints.
import { Arrays, common, random } from './writer.mjs';

/** Spheres rain into a heap and roll out; positions are u16, rows are differences. */
export function pile(count = 5000, frames = 300) {
  const a = new Arrays();
  const rnd = random(7);
  const r = 0.02;
  const side = Math.ceil(Math.cbrt(count / 2));
  const balls = Array.from({ length: count }, (_, i) => {
    const layer = Math.floor(i / (side * side));
    const [x, y] = [(i % side) - side / 2, (Math.floor(i / side) % side) - side / 2].map((k) => 2.02 * r * k + 0.2 * r * rnd());
    const spread = 1 + 0.8 * rnd();
    return {
      x,
      y,
      z: 0.3 + 2.05 * r * layer + 0.1 * r * rnd(),
      rest: r + 0.45 * layer * 1.7 * r * rnd(),
      spread,
      fall: 0.3 + 0.03 * layer + 0.05 * rnd(),
      axis: [rnd() - 0.5, rnd() - 0.5, rnd() - 0.5],
      spin: 6 * rnd(),
    };
  });
  const t = Float64Array.from({ length: frames }, (_, i) => i / 100);
  const min = [-1.4, -1.4, 0];
  const step = [2.8 / 65535, 2.8 / 65535, 2.2 / 65535];
  const position = new Uint16Array(frames * count * 3);
  const rotation = new Int16Array(frames * count * 4);
  const start = new Uint32Array(frames + 1);
  const [point, force, status] = [[], [], []];
  t.forEach((s, f) => {
    balls.forEach((b, i) => {
      const p = Math.min(1, s / (b.fall * 3)) ** 2;
      const slow = 1 - Math.exp(-3 * Math.max(0, s - b.fall));
      const bounce = 0.03 * Math.exp(-4 * s) * Math.abs(Math.sin(18 * s * b.fall));
      const at = [b.x * (1 + b.spread * slow), b.y * (1 + b.spread * slow), b.z + (b.rest - b.z) * p + bounce];
      at.forEach(
        (v, c) => (position[3 * (f * count + i) + c] = Math.max(0, Math.min(65535, Math.round((v - min[c]) / step[c])))),
      );
      const half = 0.5 * b.spin * slow;
      const n = Math.hypot(...b.axis);
      const q = [Math.cos(half), ...b.axis.map((v) => (v / n) * Math.sin(half))];
      q.forEach((v, c) => (rotation[4 * (f * count + i) + c] = Math.round(32767 * v)));
      if (i % 13 === 0 && s > b.fall) {
        point.push(at[0], at[1], at[2] - r);
        force.push(0.02 * (rnd() - 0.5), 0.02 * (rnd() - 0.5), 0.3 * rnd());
        status.push(i % 3 ? 3 : 2);
      }
    });
    start[f + 1] = status.length;
  });
  a.add('frame.t', t);
  a.add('frame.position', position, [frames, count, 3], true);
  a.add('frame.rotation', rotation, [frames, count, 4], true);
  a.add('frame.contact_start', start);
  a.add('frame.contact_point', Float32Array.from(point), [status.length, 3]);
  a.add('frame.contact_force', Float32Array.from(force), [status.length, 3]);
  a.add('frame.contact_status', Uint8Array.from(status));
  a.add(
    'contacts',
    t.map((_, f) => start[f + 1] - start[f]),
  );
  a.add(
    'kinetic',
    t.map((s) => 900 * s * Math.exp(-2 * s)),
  );
  // Curves of many rows: 400 000 steps.
  const many = 400000;
  const fine = Float64Array.from({ length: many }, (_, i) => (i * 2.99) / (many - 1));
  a.add('step.t', fine);
  a.add(
    'residual',
    fine.map((s, i) => 1e-12 * Math.exp(4 * Math.sin(9 * s)) * (1 + ((i * 2654435761) % 97) / 30)),
  );
  const header = common('run', 'Five thousand spheres on the ground', 'sphere_pile', {
    certificate: { status: 'ok', scheme: 'moreau-jean', step: 1e-3, steps: 3000, end_time: 2.99, wall_seconds: 812.4 },
    checks: [{ label: 'penetration', value: 3e-5, unit: 'm', limit: 1e-4, verdict: 'green', hint: '' }],
    warnings: [{ t: 0.57, level: 'amber', text: 'a one-step problem was not solved to its tolerance' }],
    notes: ['Positions in the animation are rounded to 4.3e-5 m; 300 of 3001 states are shown.'],
    scene: {
      dimension: 3,
      up: [0, 0, 1],
      bounds: { min: [-0.9, -0.9, 0], max: [0.9, 0.9, 1.1] },
      position_min: min,
      position_step: step,
      bodies: [
        {
          name: 'ground',
          fixed: true,
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          shapes: [{ type: 'plane', normal: [0, 0, 1] }],
        },
        ...balls.map((_, i) => ({ name: `ball${i}`, fixed: false, shapes: [{ type: 'sphere', radius: r }] })),
      ],
      joints: [],
    },
    plots: [
      {
        id: 'energy',
        title: 'Energy',
        unit: 'J',
        style: 'line',
        log: false,
        series: [{ name: 'kinetic', t: 'frame.t', y: 'kinetic' }],
      },
      {
        id: 'solver',
        title: 'Contacts',
        unit: '',
        style: 'steps',
        log: false,
        series: [{ name: 'contacts', t: 'frame.t', y: 'contacts' }],
      },
      {
        id: 'residual',
        title: 'Residual',
        unit: '',
        style: 'steps',
        log: true,
        series: [{ name: 'nat_scaled', t: 'step.t', y: 'residual' }],
      },
    ],
  });
  return { header, arrays: a };
}

/** A tumbling tetrahedron, a waving membrane with colours, cylinder, disc, ring and box in space. */
export function mesh() {
  const a = new Arrays();
  const frames = 121;
  const t = Float64Array.from({ length: frames }, (_, i) => i / 30);
  const n = 24;
  const nodes = (n + 1) ** 2;
  const vertices = new Float32Array(frames * nodes * 3);
  const values = new Float32Array(frames * nodes);
  t.forEach((s, f) => {
    for (let k = 0; k < nodes; k++) {
      const [x, y] = [(k % (n + 1)) / n - 0.5, Math.floor(k / (n + 1)) / n - 0.5];
      const w = 0.12 * Math.cos(Math.PI * x) * Math.cos(Math.PI * y) * Math.sin(5 * s + 6 * x);
      vertices.set([x, y, w], 3 * (f * nodes + k));
      values[f * nodes + k] = 1e5 * Math.abs(w);
    }
  });
  const triangles = [];
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++)
      triangles.push(
        j * (n + 1) + i,
        j * (n + 1) + i + 1,
        (j + 1) * (n + 1) + i,
        j * (n + 1) + i + 1,
        (j + 1) * (n + 1) + i + 1,
        (j + 1) * (n + 1) + i,
      );
  a.add('membrane.triangles', Uint32Array.from(triangles), [triangles.length / 3, 3]);
  a.add('membrane.vertices', vertices, [frames, nodes, 3]);
  a.add('membrane.values', values, [frames, nodes]);
  a.add(
    'tetra.vertices',
    Float32Array.from([0.15, 0.15, 0.15, -0.15, -0.15, 0.15, -0.15, 0.15, -0.15, 0.15, -0.15, -0.15]),
    [4, 3],
  );
  a.add('tetra.triangles', Uint32Array.from([0, 1, 3, 0, 2, 1, 0, 3, 2, 1, 2, 3]), [4, 3]);
  a.add('frame.t', t);
  const moving = 5;
  const position = new Float32Array(frames * moving * 3);
  const rotation = new Int16Array(frames * moving * 4);
  t.forEach((s, f) => {
    const place = [
      [0, 0, 0.3],
      [0.9, -0.2, 0.6 + 0.2 * Math.sin(3 * s)],
      [-0.9, 0.3, 0.4],
      [-0.8, -0.8, 0.35 + 0.15 * Math.cos(2 * s)],
      [0.8, 0.8, 0.4],
    ];
    place.forEach((p, b) => {
      position.set(p, 3 * (f * moving + b));
      const half = b === 0 ? 0 : (1 + 0.4 * b) * s;
      rotation.set(
        [Math.cos(half), 0.6 * Math.sin(half), 0, 0.8 * Math.sin(half)].map((v) => Math.round(32767 * v)),
        4 * (f * moving + b),
      );
    });
  });
  a.add('frame.position', position, [frames, moving, 3]);
  a.add('frame.rotation', rotation, [frames, moving, 4]);
  a.add(
    'height',
    t.map((s) => 0.6 + 0.2 * Math.sin(3 * s)),
  );
  const header = common('run', 'Meshes in space', 'meshes', {
    certificate: { status: 'ok', scheme: 'generalized-alpha', step: 1e-3, steps: 4000, end_time: 4, wall_seconds: 1.2 },
    checks: [],
    warnings: [],
    scene: {
      dimension: 3,
      up: [0, 0, 1],
      bounds: { min: [-1.2, -1.2, 0], max: [1.2, 1.2, 1] },
      bodies: [
        {
          name: 'ground',
          fixed: true,
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          shapes: [
            { type: 'plane', normal: [0, 0, 1] },
            {
              type: 'ring',
              radius: 0.2,
              thickness: 0.04,
              length: 0.2,
              position: [0, 1, 0.2],
              rotation: [Math.SQRT1_2, 0, Math.SQRT1_2, 0],
            },
          ],
        },
        {
          name: 'membrane',
          fixed: false,
          shapes: [
            {
              type: 'deforming',
              vertices: 'membrane.vertices',
              triangles: 'membrane.triangles',
              values: 'membrane.values',
              value_label: 'stress  [Pa]',
            },
          ],
        },
        {
          name: 'tetrahedron',
          fixed: false,
          shapes: [{ type: 'mesh', vertices: 'tetra.vertices', triangles: 'tetra.triangles' }],
        },
        { name: 'box', fixed: false, shapes: [{ type: 'box', size: [0.3, 0.2, 0.5] }] },
        { name: 'capsule', fixed: false, shapes: [{ type: 'capsule', radius: 0.08, length: 0.4 }] },
        {
          name: 'roller',
          fixed: false,
          shapes: [
            { type: 'cylinder', radius: 0.12, length: 0.3 },
            { type: 'disc', radius: 0.2, axis: [0, 0, 1] },
          ],
        },
      ],
      joints: [
        { name: 'bearing', type: 'revolute', body: 5, at: [0, 0, 0.15] },
        { name: 'post', type: 'spherical', body: null, at: [0.8, 0.8, 0] },
      ],
    },
    plots: [
      {
        id: 'positions',
        title: 'Positions',
        unit: 'm',
        style: 'line',
        log: false,
        series: [{ name: 'tetrahedron.z', t: 'frame.t', y: 'height' }],
      },
    ],
  });
  return { header, arrays: a };
}

/** A thin rod that turns about y; the bounds are those of a sphere around it, as the program writes them. */
export function rod() {
  const a = new Arrays();
  const frames = 60;
  const t = Float64Array.from({ length: frames }, (_, i) => i / frames);
  const turn = (i) => [Math.cos((Math.PI * i) / frames), 0, Math.sin((Math.PI * i) / frames), 0];
  a.add('frame.t', t);
  a.add('frame.position', new Float32Array(3 * frames), [frames, 1, 3]);
  a.add('frame.rotation', Int16Array.from([...t].flatMap((_, i) => turn(i).map((v) => Math.round(32767 * v)))), [frames, 1, 4]);
  const header = common('run', 'A thin rod that turns', 'rod', {
    certificate: { status: 'ok' },
    checks: [],
    warnings: [],
    scene: {
      dimension: 3,
      up: [0, 0, 1],
      bounds: { min: [-1, -1, -1], max: [1, 1, 1] },
      bodies: [{ name: 'rod', fixed: false, shapes: [{ type: 'box', size: [2, 0.04, 0.04] }] }],
      joints: [],
    },
    plots: [],
  });
  return { header, arrays: a };
}
