// SPDX-License-Identifier: Apache-2.0
// Reports of runs that nobody simulated, of formulas: a ball whose run fails, a slider-crank of marks.
import { certificate, checks } from './certificates.mjs';
import { Arrays, common } from './writer.mjs';

/** A ball that bounces (velocities jump) until the run fails. */
export function failed() {
  const a = new Arrays();
  const rows = { t: [], y: [], v: [] };
  let [time, height, speed] = [0, 1, 0];
  const h = 1e-3;
  while (time < 1.7) {
    (rows.t.push(time), rows.y.push(height), rows.v.push(speed));
    time = h * rows.t.filter((x, i) => x !== rows.t[i - 1]).length;
    height += speed * h - 0.5 * 9.81 * h * h;
    speed -= 9.81 * h;
    if (height <= 0 && speed < 0) {
      height = 0;
      (rows.t.push(time), rows.y.push(height), rows.v.push(speed));
      speed *= -0.7;
    }
  }
  a.add('t', Float64Array.from(rows.t));
  a.add('y', Float64Array.from(rows.y));
  a.add('v', Float64Array.from(rows.v));
  const step = Float64Array.from({ length: 1600 }, (_, i) => i * h);
  a.add('step.t', step);
  a.add(
    'pn',
    step.map((s, i) => (i % 333 === 332 ? 3.1 * 0.9 ** (i / 333) : 0)),
  );
  a.add(
    'iterations',
    step.map((s, i) => (i % 333 === 332 ? 3 : 1)),
  );
  const header = common('run', 'Ball that falls on a table, with a force that is not finite', 'bouncing_ball', {
    certificate: certificate({ status: 'failed', end_time: 1.7, steps: 1700 }),
    checks,
    failure: {
      time: 1.7,
      where: "the force on 'ball.y'",
      what: 'is not finite (NaN or infinite)',
      advice:
        'look for a division by zero, a root or logarithm of a negative number there, or a motion that grows without bound; a smaller step may avoid it',
    },
    warnings: [
      { t: 0.4515, level: 'amber', text: 'Newton took 12 iterations, the usual number is 2' },
      { t: 1.7, level: 'red', text: 'the force on ball.y is not finite' },
      { t: null, level: 'note', text: 'the scheme was chosen by the program: nobody named one' },
    ],
    plots: [
      { id: 'gaps', title: 'Gaps', unit: 'm', style: 'line', log: false, series: [{ name: 'ball–table', t: 't', y: 'y' }] },
      {
        id: 'positions',
        title: 'Positions',
        unit: 'm',
        style: 'line',
        log: false,
        series: [{ name: 'ball.y', t: 't', y: 'y', rate: 'ball.y_dot' }],
      },
      {
        id: 'velocities',
        title: 'Velocities',
        unit: 'm/s',
        style: 'jumps',
        log: false,
        series: [{ name: 'ball.y_dot', t: 't', y: 'v' }],
      },
      {
        id: 'impulses',
        title: 'Impulses',
        unit: 'N s',
        style: 'steps',
        log: false,
        series: [{ name: 'ball–table', t: 'step.t', y: 'pn' }],
      },
      {
        id: 'solver',
        title: 'Iterations of the solver',
        unit: '',
        style: 'steps',
        log: false,
        series: [{ name: 'iterations', t: 'step.t', y: 'iterations' }],
      },
    ],
  });
  return { header, arrays: a };
}

/** By Ctrl-C. */
export function interrupted() {
  const { header, arrays } = failed();
  delete header.failure;
  const certificate = { ...header.certificate, status: 'interrupted' };
  const checks = header.checks.filter(({ verdict }) => verdict !== 'red');
  return { header: { ...header, title: 'A run that was stopped', certificate, checks }, arrays };
}

export function formula() {
  const a = new Arrays();
  const frames = 601;
  const t = Float64Array.from({ length: frames }, (_, i) => i * (0.2 / 600));
  const [l1, l2] = [0.153, 0.306];
  const crank = (s) => 150 * s - 60 * s * s;
  const points = new Float32Array(frames * 11 * 3);
  const names = {
    x: new Float64Array(frames),
    y: new Float64Array(frames),
    c: t.map(crank),
    r: t.map((s) => 150 - 120 * s),
    gap: new Float64Array(frames),
    gap2: new Float64Array(frames),
  };
  t.forEach((s, f) => {
    const c = crank(s);
    const y = 0.001 * Math.sin(9 * c) * Math.abs(Math.cos(3 * c));
    const pin = [l1 * Math.cos(c), l1 * Math.sin(c)];
    const x = pin[0] + Math.sqrt(l2 * l2 - (pin[1] - y) ** 2);
    const corners = [
      [-0.05, -0.025],
      [0.05, -0.025],
      [0.05, 0.025],
      [-0.05, 0.025],
    ].map(([u, v]) => [x + u, y + v]);
    const rows = [[0, 0], pin, [x, y], ...corners, [0.1, 0.026], [0.55, 0.026], [0.1, -0.026], [0.55, -0.026]];
    rows.forEach(([u, v], k) => points.set([u, v, 0], 3 * (11 * f + k)));
    Object.entries({ x, y, gap: 0.001 - y, gap2: 0.001 + y }).forEach(([name, v]) => (names[name][f] = v));
  });
  a.add('frame.t', t);
  a.add('draw.points', points, [frames, 11, 3]);
  for (const [name, data] of Object.entries(names)) a.add(name, data);
  const header = common('run', 'Slider-crank with play in the channel', 'slider_crank', {
    certificate: certificate({ step: 1e-5, steps: 20000, end_time: 0.2 }),
    checks,
    warnings: Array.from({ length: 14 }, (_, i) => ({
      t: 0.0026912345 + 0.0131 * i,
      level: i % 5 === 3 ? 'red' : 'amber',
      text: `penetration of ${i + 1}e-6 m at corner ${(i % 4) + 1}, more than the limit`,
    })),
    notes: [
      'The curves hold 601 of 20001 states: least and greatest values of each interval are kept.',
      'Points of the animation are rounded to single precision.',
    ],
    scene: {
      dimension: 2,
      up: [0, 1, 0],
      bounds: { min: [-0.153, -0.153, 0], max: [0.51, 0.153, 0] },
      bodies: [],
      joints: [],
      draw: [
        { type: 'line', points: [7, 8], closed: false, fixed: true, label: 'channel' },
        { type: 'line', points: [9, 10], closed: false, fixed: true },
        { type: 'line', points: [3, 4, 5, 6], closed: true, fill: true },
        { type: 'line', points: [0, 1], closed: false },
        { type: 'line', points: [1, 2], closed: false },
        { type: 'point', at: 0, fixed: true },
        { type: 'circle', at: 1, radius: 0.012, fill: true, label: 'crank pin' },
        { type: 'point', at: 2 },
      ],
    },
    plots: [
      {
        id: 'gaps',
        title: 'Gaps',
        unit: 'm',
        style: 'line',
        log: false,
        series: [
          { name: 'upper', t: 'frame.t', y: 'gap' },
          { name: 'lower', t: 'frame.t', y: 'gap2' },
        ],
      },
      {
        id: 'positions',
        title: 'Positions',
        unit: 'rad',
        style: 'line',
        log: false,
        series: [{ name: 'mechanism.theta1', t: 'frame.t', y: 'c', rate: 'mechanism.theta1_dot' }],
      },
      {
        id: 'velocities',
        title: 'Velocities',
        unit: 'rad/s',
        style: 'jumps',
        log: false,
        series: [{ name: 'mechanism.theta1_dot', t: 'frame.t', y: 'r' }],
      },
    ],
    portraits: [
      {
        title: 'Slider in its channel',
        x_label: 'x  [m]',
        y_label: 'y  [m]',
        equal: false,
        series: [{ name: 'centre', t: 'frame.t', x: 'x', y: 'y' }],
      },
    ],
  });
  return { header, arrays: a };
}
