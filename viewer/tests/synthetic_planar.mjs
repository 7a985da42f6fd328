// SPDX-License-Identifier: Apache-2.0
// Planar reports that nobody simulated, of bodies: a pendulum, a stack of boxes.
import { certificate, checks, quaternion } from './certificates.mjs';
import { Arrays, common } from './writer.mjs';

/** A planar pendulum with a pin, a ring around it, and an energy ledger. */
export function pendulum() {
  const a = new Arrays();
  const n = 2001;
  const frames = 401;
  const angle = (t) => 1.1 * Math.cos(3.13 * t) * Math.exp(-0.05 * t);
  const rate = (t) => (angle(t + 1e-6) - angle(t - 1e-6)) / 2e-6;
  const t = Float64Array.from({ length: n }, (_, i) => i * 2e-3);
  const column = (name, f) => a.add(name, t.map(f));
  a.add('t', t);
  const series = (name, f, rateName) => ({ name, t: 't', y: column(name, f), ...(rateName ? { rate: rateName } : {}) });
  const kinetic = (s) => 0.5 * rate(s) ** 2;
  const potential = (s) => 9.81 * (1 - Math.cos(angle(s)));
  const start = kinetic(0) + potential(0);

  const ft = Float64Array.from({ length: frames }, (_, i) => i * 0.01);
  a.add('frame.t', ft);
  const position = new Float32Array(frames * 3);
  const rotation = new Int16Array(frames * 4);
  ft.forEach((s, f) => {
    position.set([0.5 * Math.sin(angle(s)), -0.5 * Math.cos(angle(s)), 0], 3 * f);
    rotation.set(quaternion(angle(s)), 4 * f);
  });
  a.add('frame.position', position, [frames, 1, 3]);
  a.add('frame.rotation', rotation, [frames, 1, 4]);
  const header = common('run', 'Pendulum in a ring', 'pendulum', {
    certificate: certificate({ end_time: 4 }),
    checks: checks.filter((c) => c.verdict !== 'red' && c.verdict !== 'amber'),
    warnings: [],
    notes: ['Every fifth of 2001 states is in the animation.'],
    scene: {
      dimension: 2,
      up: [0, 1, 0],
      bounds: { min: [-0.95, -1.08, 0], max: [0.95, 0.05, 0] },
      bodies: [
        {
          name: 'frame',
          fixed: true,
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          shapes: [{ type: 'ring', radius: 1.15, thickness: 0.05 }],
        },
        {
          name: 'bob',
          fixed: false,
          shapes: [
            { type: 'capsule', radius: 0.02, length: 1, rotation: [Math.SQRT1_2, 0, 0, Math.SQRT1_2] },
            { type: 'disc', radius: 0.08, position: [0, -0.5, 0] },
          ],
        },
      ],
      joints: [{ name: 'pin', type: 'revolute', body: null, at: [0, 0, 0] }],
    },
    plots: [
      {
        id: 'positions',
        title: 'Positions',
        unit: 'm, rad',
        style: 'line',
        log: false,
        series: [
          series('bob.pin', (s) => 1e-19 * Math.sin(40 * s), 'bob.pin_dot'), // held by a joint
          series('bob.angle', angle, 'bob.spin'),
          series('bob.x', (s) => Math.sin(angle(s)), 'bob.vx'),
          series('bob.y', (s) => -Math.cos(angle(s))),
        ],
      },
      {
        id: 'velocities',
        title: 'Velocities',
        unit: 'm/s, rad/s',
        style: 'jumps',
        log: false,
        series: [
          series('bob.spin', rate),
          series('bob.vx', (s) => rate(s) * Math.cos(angle(s))),
          series('bob.pin_dot', (s) => 4e-18 * Math.cos(40 * s)),
        ],
      },
      {
        id: 'energy',
        title: 'Energy',
        unit: 'J',
        style: 'line',
        log: false,
        series: [
          series('kinetic', kinetic),
          series('potential', potential),
          series('total', (s) => kinetic(s) + potential(s)),
          series('work of damping', (s) => kinetic(s) + potential(s) - start),
        ],
      },
      {
        id: 'residual',
        title: 'Residual of the solver',
        unit: '',
        style: 'steps',
        log: true,
        collapsed: true,
        series: [series('nat_scaled', (s) => 1e-13 * (1.2 + Math.sin(40 * s)) ** 3)],
      },
    ],
  });
  return { header, arrays: a };
}

/** Boxes that land on each other, planar, with contact points and forces. */
export function boxes() {
  const a = new Arrays();
  const [count, frames] = [8, 241];
  const t = Float64Array.from({ length: frames }, (_, i) => i / 120);
  const position = new Float32Array(frames * count * 3);
  const rotation = new Int16Array(frames * count * 4);
  const start = new Uint32Array(frames + 1);
  const [point, force, status] = [[], [], []];
  const forces = Array.from({ length: count }, () => new Float64Array(frames));
  t.forEach((s, f) => {
    for (let b = 0; b < count; b++) {
      const rest = 0.1 + 0.2 * b;
      const landing = 0.15 + 0.18 * b;
      const y = s < landing ? rest + 0.5 * 9.81 * (landing - s) ** 2 : rest;
      const tilt = s < landing ? 0.3 * (landing - s) * (b % 2 ? 1 : -1) : 0;
      position.set([0.02 * Math.sin(2.4 * b), y, 0], 3 * (f * count + b));
      rotation.set(quaternion(tilt), 4 * (f * count + b));
      const above = Array.from({ length: count - b }, (_, k) => b + k).filter((k) => s >= 0.15 + 0.18 * k).length;
      if (s >= landing) {
        for (const side of [-0.15, 0.15]) {
          point.push(0.02 * Math.sin(2.4 * b) + side, rest - 0.1, 0);
          force.push(side * 20 * above * Math.max(0, 1 - (s - landing)), 9.81 * above * 0.5, 0);
          status.push(s - landing < 1 ? 2 : 3);
        }
        forces[b][f] = 9.81 * above;
      }
    }
    start[f + 1] = status.length;
  });
  a.add('frame.t', t);
  a.add('frame.position', position, [frames, count, 3]);
  a.add('frame.rotation', rotation, [frames, count, 4]);
  a.add('frame.contact_start', start);
  a.add('frame.contact_point', Float32Array.from(point), [status.length, 3]);
  a.add('frame.contact_force', Float32Array.from(force), [status.length, 3]);
  a.add('frame.contact_status', Uint8Array.from(status));
  forces.forEach((y, b) => a.add(`fn${b}`, y));
  const header = common('run', 'Stack of boxes', 'box_stack', {
    certificate: certificate({ step: 1e-3, end_time: 2 }),
    checks: checks.slice(0, 4),
    warnings: [{ t: t[100], level: 'amber', text: 'the one-step problem took 40 iterations' }],
    scene: {
      dimension: 2,
      up: [0, 1, 0],
      bounds: { min: [-0.25, 0, 0], max: [0.25, 3.2, 0] },
      bodies: [
        {
          name: 'ground',
          fixed: true,
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          shapes: [{ type: 'plane', normal: [0, 1, 0] }],
        },
        ...Array.from({ length: count }, (_, b) => ({
          name: `box${b + 1}`,
          fixed: false,
          shapes: [{ type: 'box', size: [0.34, 0.2] }],
        })),
      ],
      joints: [],
    },
    plots: [
      {
        id: 'forces',
        title: 'Contact forces',
        unit: 'N',
        style: 'steps',
        log: false,
        series: forces.map((_, b) => ({ name: b ? `box${b}–box${b + 1}` : 'ground–box1', t: 'frame.t', y: `fn${b}` })),
      },
    ],
  });
  return { header, arrays: a };
}
