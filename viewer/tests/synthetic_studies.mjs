// SPDX-License-Identifier: Apache-2.0
// Studies that nobody ran: a comparison of schemes and a convergence study.
import { Arrays, common } from './writer.mjs';

const schemes = ['moreau-jean', 'direct-projection', 'combined-projection', 'generalized-alpha{rho=0.8}'];

export function compare() {
  const a = new Arrays();
  const steps = [1e-4, 1e-5];
  const series = { y: [], v: [], e: [], f: [] };
  schemes.forEach((scheme, k) => {
    const t = Float64Array.from({ length: 500 + 100 * k }, (_, i) => i / (499 + 100 * k));
    a.add(`t${k}`, t);
    a.add(`zero${k}`, new Float64Array(t.length));
    a.add(
      `y${k}`,
      t.map((s) => Math.abs(Math.cos(9 * s)) * Math.exp(-s) + 0.004 * k * s),
    );
    a.add(
      `v${k}`,
      t.map((s) => -9 * Math.sign(Math.cos(9 * s)) * Math.sin(9 * s) * Math.exp(-s) * (1 + 0.01 * k)),
    );
    series.y.push({ name: `ball.y, ${scheme}`, t: `t${k}`, y: `y${k}` });
    series.v.push({ name: `ball.y_dot, ${scheme}`, t: `t${k}`, y: `v${k}` });
    for (const step of steps)
      for (const part of ['kinetic', 'potential', 'total'])
        series.e.push({ name: `${part}, ${scheme}, ${step} s`, t: `t${k}`, y: `y${k}` });
    for (const step of [...steps, 1e-6])
      for (const [name, y] of Object.entries({ 'ball#1': 'zero', 'ball#10': 'v', 'ball#2': 'y' }))
        series.f.push({ name: `${name} normal, ${scheme}, ${step} s`, t: `t${k}`, y: `${y}${k}` });
  });
  const rows = schemes.flatMap((scheme, k) =>
    steps.map((h) => [
      scheme,
      h,
      k ? 9.48e-13 * (k + 1) : 0.47 * h,
      2.6 + 0.1 * k,
      5 + k,
      k * 0.289,
      1554 + 17 * k,
      2.44e-6 * (1 + k),
      'ok',
    ]),
  );
  rows.push(['newmark', 1e-4, null, null, null, null, null, null, 'refused']);
  const header = common('compare', 'Slider-crank with play in the channel', 'slider_crank', {
    command: `./saltus compare examples/slider_crank.toml --schemes '${schemes.join(',')}' --steps 1e-4,1e-5`,
    notes: ['newmark refuses the model: it has joints.'],
    table: {
      columns: [
        { name: 'scheme', unit: '' },
        { name: 'step', unit: 's' },
        { name: 'violation', unit: 'm' },
        { name: 'Newton', unit: 'mean' },
        { name: 'Newton', unit: 'max' },
        { name: 'projection', unit: 'mean' },
        { name: 'impacts', unit: '' },
        { name: 'time per step', unit: 's' },
        { name: 'status', unit: '' },
      ],
      rows,
    },
    loglog: [
      {
        title: 'Work and precision',
        x_label: 'cost  [units]',
        y_label: 'penetration  [m]',
        series: schemes.map((name, k) => ({
          name,
          x: [7691 * (1 + 0.1 * k), 64105 * (1 + 0.1 * k)],
          y: [4.7e-5 / (k + 1), 5.1e-6 / (k + 1) ** 2],
          slope: null,
        })),
      },
    ],
    plots: [
      { id: 'positions', title: 'Positions', unit: 'm', style: 'line', log: false, series: series.y },
      { id: 'velocities', title: 'Velocities', unit: 'm/s', style: 'jumps', log: false, series: series.v },
      { id: 'energy', title: 'Energy', unit: 'J', style: 'line', log: false, series: series.e },
      { id: 'forces', title: 'Contact forces', unit: 'N', style: 'steps', log: false, series: series.f },
    ],
  });
  return { header, arrays: a };
}

export function converge() {
  const h = [1e-2, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4];
  const norms = [
    ['L1 of the positions', 1, 0.4],
    ['L1 of the velocities', 1.02, 6],
    ['graph distance', 0.98, 2.5],
    ['end state', 1.96, 30],
  ];
  const error = (order, c, step, i) => c * step ** order * (1 + 0.12 * Math.sin(5 * i));
  const header = common('converge', 'Bouncing ball, an accumulation of impacts', 'bouncing_ball', {
    command:
      './saltus converge examples/bouncing_ball.toml --scheme moreau-jean --steps 1e-2,5e-3,2e-3,1e-3,5e-4,2e-4,1e-4 --reference exact',
    table: {
      columns: [
        { name: 'step', unit: 's' },
        ...norms.flatMap(([name]) => [
          { name, unit: '' },
          { name: 'order', unit: '' },
        ]),
        { name: 'cost', unit: 'units' },
      ],
      rows: h.map((step, i) => [
        step,
        ...norms.flatMap(([, order, c]) => [error(order, c, step, i), i ? order + 0.01 * i : null]),
        Math.round(3.2 / step),
      ]),
    },
    loglog: [
      {
        title: 'Error over step',
        x_label: 'step  [s]',
        y_label: 'error',
        series: norms.map(([name, slope, c]) => ({ name, x: h, y: h.map((step, i) => error(slope, c, step, i)), slope })),
      },
      {
        title: 'Work and precision',
        x_label: 'cost  [units]',
        y_label: 'error',
        series: norms.map(([name, slope, c]) => ({
          name,
          x: h.map((step) => 3.2 / step),
          y: h.map((step, i) => error(slope, c, step, i)),
          slope: null,
        })),
      },
      {
        title: 'Penetration',
        x_label: 'step  [s]',
        y_label: 'm',
        series: [
          { name: 'some', x: [1e-2, 5e-3, 2e-3], y: [1e-6, 0, 0], slope: null },
          { name: 'none', x: [1e-2, 5e-3, 2e-3], y: [0, 0, 0], slope: null },
          { name: 'failed', x: [1e-2, 5e-3, 2e-3], y: [1e-6, null, 1e-7], slope: null },
        ],
      },
    ],
  });
  return { header, arrays: new Arrays() };
}
