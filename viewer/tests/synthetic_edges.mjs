// SPDX-License-Identifier: Apache-2.0
// Reports at the edges: many and long names, gaps and nulls in the data, hundreds of warnings; a run of a single state.
import { Arrays, common } from './writer.mjs';

export function edges() {
  const a = new Arrays();
  const n = 300;
  const t = Float64Array.from({ length: n }, (_, i) => 1e3 + i * 1e-7); // small steps far from zero
  a.add('t', t);
  const series = Array.from({ length: 40 }, (_, k) => {
    const y = t.map((_v, i) => (i % 50 < 5 && k % 2 ? NaN : (k + 1) * Math.sin(i / 20 + k)));
    return {
      name: k === 3 ? `a.very.long.name.of.a.coordinate.that.does.not.end.${'x'.repeat(60)}` : `body${k}.x`,
      t: 't',
      y: a.add(`y${k}`, y),
    };
  });
  a.add('zero', new Float64Array(n));
  // In the order of their text, as a table of names has them; the last ones press.
  const contacts = Array.from({ length: 14 }, (_, k) => `channel#${k + 1}`)
    .sort()
    .map((name) => ({ name, t: 't', y: Number(name.slice(8)) > 6 ? `y${2 * Number(name.slice(8))}` : 'zero' }));
  a.add(
    'tiny',
    t.map((_v, i) => (i % 7 ? 1e-300 * i : 0)),
  );
  // With its margin the axis begins at 9.9e-19: there uPlot's own ticks never ended.
  a.add(
    'below',
    t.map((_v, i) => 2.764776136995532e-18 * (9.997998815858957e-13 / 2.764776136995532e-18) ** (i / (n - 1))),
  );
  a.add('lone.t', Float64Array.from({ length: 3000 }, (_, i) => t[0] + (i * (t[n - 1] - t[0])) / 2999));
  const lone = (rows) => Float64Array.from({ length: rows }, (_, i) => (((i * n) / rows) % 60 === 30 ? 1 : NaN));
  a.add('lone', lone(n));
  a.add('lone of many', lone(3000));
  a.add('nothing', new Float64Array(n).fill(NaN));
  a.add('empty', new Float64Array(0));
  const header = common('run', 'Names, gaps & nulls <b>"quoted"</b> – η ≤ ½', 'edges', {
    certificate: { status: 'failed' },
    checks: [
      { label: 'a figure that is not known', value: null, unit: 'm', limit: null, verdict: 'none', hint: '' },
      { label: 'a figure that is not finite', value: null, unit: 'm', limit: 1e-9, verdict: 'red', hint: 'it is not finite' },
      { label: 'steps', value: 123456789, unit: '', limit: null, verdict: 'none', hint: '' },
    ],
    failure: { time: null, where: 'the mass matrix', what: 'is singular', advice: '' },
    warnings: Array.from({ length: 200 }, (_, i) => ({ t: 1e3 + i * 1e-7, level: 'note', text: `note ${i}` })),
    options: [],
    model_text: '',
    plots: [
      { id: 'positions', title: 'Positions', unit: 'm', style: 'line', log: false, series },
      {
        id: 'gaps',
        title: 'Nothing but zeros',
        unit: 'm',
        style: 'line',
        log: true,
        series: [
          { name: 'zero', t: 't', y: 'zero' },
          { name: 'tiny', t: 't', y: 'tiny' },
        ],
      },
      {
        id: 'residual',
        title: 'An axis that begins just below a decade',
        unit: '',
        style: 'steps',
        log: true,
        series: [{ name: 'below', t: 't', y: 'below' }],
      },
      {
        id: 'joints',
        title: 'Values alone',
        unit: 'm',
        style: 'line',
        log: false,
        series: [
          { name: 'lone', t: 't', y: 'lone' },
          { name: 'lone of many', t: 'lone.t', y: 'lone of many' },
        ],
      },
      {
        id: 'forces',
        title: 'Nothing at all',
        unit: 'N',
        style: 'jumps',
        log: false,
        series: [{ name: 'nothing', t: 't', y: 'nothing' }],
      },
      {
        id: 'velocities',
        title: 'Thousands of curves',
        unit: 'm/s',
        style: 'jumps',
        log: false,
        series: Array.from({ length: 3000 }, (_, k) => ({ name: `sphere${k}.vx`, t: 't', y: `y${k % 40}` })),
      },
      { id: 'impulses', title: 'Contacts of which few press', unit: 'N s', style: 'steps', log: false, series: contacts },
      { id: 'solver', title: 'No series', unit: '', style: 'steps', log: false, series: [] },
    ],
    portraits: [
      { title: 'A point', x_label: 'x', y_label: 'y', equal: true, series: [{ name: 'rest', t: 't', x: 'zero', y: 'zero' }] },
    ],
  });
  return { header, arrays: a };
}

/** It failed in its first step: one state, one frame. */
export function instant() {
  const a = new Arrays();
  a.add('frame.t', Float64Array.of(0));
  a.add('frame.position', Float32Array.of(0, 0, 1), [1, 1, 3]);
  a.add('frame.rotation', Int16Array.of(32767, 0, 0, 0), [1, 1, 4]);
  a.add('t', Float64Array.of(0));
  a.add('y', Float64Array.of(1));
  const header = common('run', 'A run that failed at once', 'instant', {
    certificate: { status: 'failed', steps: 0, end_time: 0 },
    checks: [],
    failure: {
      time: 0,
      where: "contact 'ball–floor'",
      what: 'the one-step problem was not solved',
      advice: 'take a smaller step',
    },
    warnings: [],
    scene: {
      dimension: 3,
      up: [0, 0, 0],
      bounds: { min: [0, 0, 1], max: [0, 0, 1] },
      bodies: [
        { name: 'ball', fixed: false, shapes: [{ type: 'sphere', radius: 0.2 }, { type: 'of-the-future' }] },
        {
          name: 'floor',
          fixed: true,
          position: [0, 0, 0],
          rotation: [1, 0, 0, 0],
          shapes: [{ type: 'plane', normal: [0, 0, 1] }],
        },
      ],
      joints: [],
    },
    plots: [
      { id: 'positions', title: 'Positions', unit: 'm', style: 'line', log: false, series: [{ name: 'ball.z', t: 't', y: 'y' }] },
    ],
  });
  return { header, arrays: a };
}

/** A disc that presses on a floor, less and less, so far from the origin. */
function pressing(x) {
  const a = new Arrays();
  a.add('frame.t', Float64Array.of(0, 1));
  a.add('frame.position', Float32Array.of(x, 0.25, 0, x, 0.25, 0), [2, 1, 3]);
  a.add('frame.rotation', Int16Array.of(32767, 0, 0, 0, 32767, 0, 0, 0), [2, 1, 4]);
  a.add('frame.contact_start', Uint32Array.of(0, 1, 2));
  a.add('frame.contact_point', Float32Array.of(x, 0, 0, x, 0, 0), [2, 3]);
  a.add('frame.contact_force', Float32Array.of(0, 9, 0, 0, 3, 0), [2, 3]);
  a.add('frame.contact_status', Uint8Array.of(3, 3));
  const header = common('run', 'A disc on a floor', 'pressing', {
    certificate: { status: 'ok' },
    checks: [],
    warnings: [],
    scene: {
      dimension: 2,
      up: [0, 1, 0],
      bounds: { min: [x - 0.25, 0, 0], max: [x + 0.25, 0.5, 0] },
      bodies: [
        { name: 'disc', fixed: false, shapes: [{ type: 'disc', radius: 0.25 }] },
        { name: 'floor', fixed: true, position: [x, 0, 0], rotation: [1, 0, 0, 0], shapes: [{ type: 'plane', normal: [0, 1] }] },
      ],
      joints: [{ name: 'pin', type: 'revolute', body: null, at: [x, 0.5, 0] }],
    },
  });
  return { header, arrays: a };
}

export const near = () => pressing(0);
export const far = () => pressing(2 ** 20);
