// SPDX-License-Identifier: Apache-2.0
// A log-log plot as a drawing of vectors: points, lines, and each series' slope beside its curve.

import { el, svg } from './dom';
import type { LogLog } from './format';
import { logTicks } from './log_ticks';
import { full, short } from './numbers';
import { curve, onTheme, theme } from './theme';

const width = 520;
const height = 380;
const frame = { left: 72, right: 20, top: 14, bottom: 48 };

interface Scale {
  min: number; // decimal logarithms
  max: number;
  at(value: number): number;
}

type Point = { x: number; y: number };

const points = (s: LogLog['series'][number]): Point[] =>
  s.x.flatMap((x, i) => {
    const y = s.y[i];
    return x !== null && x > 0 && y !== null && y !== undefined && y > 0 ? [{ x, y }] : [];
  });

export function logLog(plot: LogLog, testid: string): HTMLElement {
  const host = el('figure', { class: 'plot', 'data-testid': testid });
  const paint = (): void =>
    host.replaceChildren(el('figcaption', { class: 'plot-title' }, plot.title), drawing(plot), legend(plot));
  paint();
  onTheme(paint);
  return host;
}

function drawing(plot: LogLog): SVGElement {
  const all = plot.series.flatMap(points);
  const root = svg('svg', {
    viewBox: `0 0 ${width} ${height}`,
    role: 'img',
    'aria-label': `${plot.title}: ${plot.y_label} over ${plot.x_label}`,
  });
  if (!all.length) {
    root.append(
      svg('text', { x: width / 2, y: height / 2, 'text-anchor': 'middle', fill: theme().soft }, 'no values above zero'),
    );
    return root;
  }
  const x = scale(
    all.map((p) => p.x),
    frame.left,
    width - frame.right,
  );
  const y = scale(
    all.map((p) => p.y),
    height - frame.bottom,
    frame.top,
  );
  axes(root, plot, x, y);
  plot.series.forEach((s, i) => series(root, s, i, x, y));
  // Beside more than four curves the numbers would cover them: the legend has them too.
  const taken = plot.series.flatMap((s) => [
    ...along(points(s).map((p) => ({ x: x.at(p.x), y: y.at(p.y) }))),
    ...along(fit(s, x, y) ?? []),
  ]);
  if (plot.series.length <= 4) plot.series.forEach((s, i) => slope(root, s, curve(i).colour, x, y, taken));
  return root;
}

function scale(values: number[], from: number, to: number): Scale {
  const logs = values.map(Math.log10);
  let min = Math.min(...logs);
  let max = Math.max(...logs);
  const air = Math.max(0.06 * (max - min), 0.08);
  min -= air;
  max += air;
  return { min, max, at: (value) => from + ((Math.log10(value) - min) / (max - min)) * (to - from) };
}

/** Points of the drawing on the way through these, about a letter apart. */
function along(list: Point[]): Point[] {
  return list.flatMap((b, i) => {
    const a = list[i - 1] ?? b;
    const parts = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 8));
    return Array.from({ length: parts }, (_, k) => ({
      x: a.x + ((k + 1) / parts) * (b.x - a.x),
      y: a.y + ((k + 1) / parts) * (b.y - a.y),
    }));
  });
}

function tickText(v: number, attributes: Record<string, string | number>): SVGElement {
  const e = Math.round(Math.log10(v));
  const decade = Math.abs(Math.log10(v) - e) < 1e-9;
  const exponent = decade ? e : Math.floor(Math.log10(v));
  if (exponent >= -2 && exponent <= 3) return svg('text', attributes, short(v, 3));
  const factor = decade ? '' : `${Math.round(v / 10 ** exponent)}·`;
  return svg(
    'text',
    attributes,
    `${factor}10`,
    svg('tspan', { dy: -5, 'font-size': 9 }, `${exponent < 0 ? '\u2212' : ''}${Math.abs(exponent)}`),
  );
}

function axes(root: SVGElement, plot: LogLog, x: Scale, y: Scale): void {
  const { ink, soft, grid } = theme();
  const bottom = height - frame.bottom;
  const right = width - frame.right;
  let free = 0; // from here on there is room for a label
  for (const v of logTicks(x.min, x.max, 8)) {
    root.append(svg('line', { x1: x.at(v), x2: x.at(v), y1: frame.top, y2: bottom, stroke: grid }));
    if (x.at(v) < free) continue;
    free = x.at(v) + 68;
    root.append(tickText(v, { x: x.at(v), y: bottom + 18, 'text-anchor': 'middle', fill: soft, 'font-size': 12 }));
  }
  for (const v of logTicks(y.min, y.max, 8)) {
    root.append(svg('line', { x1: frame.left, x2: right, y1: y.at(v), y2: y.at(v), stroke: grid }));
    root.append(tickText(v, { x: frame.left - 7, y: y.at(v) + 4, 'text-anchor': 'end', fill: soft, 'font-size': 12 }));
  }
  root.append(
    svg('rect', {
      x: frame.left,
      y: frame.top,
      width: right - frame.left,
      height: bottom - frame.top,
      fill: 'none',
      stroke: soft,
      'stroke-width': 0.8,
    }),
  );
  root.append(
    svg(
      'text',
      { x: (frame.left + right) / 2, y: height - 8, 'text-anchor': 'middle', fill: ink, 'font-size': 13 },
      plot.x_label,
    ),
  );
  const middle = (frame.top + bottom) / 2;
  root.append(
    svg(
      'text',
      { x: 14, y: middle, 'text-anchor': 'middle', fill: ink, 'font-size': 13, transform: `rotate(-90 14 ${middle})` },
      plot.y_label,
    ),
  );
}

function series(root: SVGElement, s: LogLog['series'][number], i: number, x: Scale, y: Scale): void {
  const { colour, dash } = curve(i);
  const list = points(s);
  if (!list.length) return;
  const line = list.map((p, k) => `${k ? 'L' : 'M'}${x.at(p.x).toFixed(2)} ${y.at(p.y).toFixed(2)}`).join('');
  root.append(svg('path', { d: line, fill: 'none', stroke: colour, 'stroke-width': 1.8, 'stroke-dasharray': dash.join(' ') }));
  for (const p of list) {
    const dot = marker(i, x.at(p.x), y.at(p.y), colour);
    dot.append(svg('title', {}, `${s.name}\nx = ${full(p.x)}\ny = ${full(p.y)}`));
    root.append(dot);
  }
}

/** The ends of the line of the fitted slope through the middle of the points (of the logarithms). */
function fit(s: LogLog['series'][number], x: Scale, y: Scale): [Point, Point] | null {
  const list = points(s);
  const value = s.slope;
  if (!list.length || value === null || value === undefined) return null;
  const lx = list.map((p) => Math.log10(p.x));
  const ly = list.map((p) => Math.log10(p.y));
  const mean = (v: number[]): number => v.reduce((a, b) => a + b, 0) / v.length;
  const cx = mean(lx);
  const cy = mean(ly);
  const at = (l: number): Point => ({ x: x.at(10 ** l), y: y.at(10 ** (cy + value * (l - cx))) });
  return [at(Math.min(...lx)), at(Math.max(...lx))];
}

/** That line, thin, with its number beside it where most room is left by `taken`, the points of all curves, lines and numbers. */
function slope(root: SVGElement, s: LogLog['series'][number], colour: string, x: Scale, y: Scale, taken: Point[]): void {
  const ends = fit(s, x, y);
  if (!ends) return;
  const [a, b] = ends;
  const value = s.slope as number;
  if (points(s).length > 1)
    root.append(
      svg('line', { x1: a.x, y1: a.y, x2: b.x, y2: b.y, stroke: colour, 'stroke-width': 1, 'stroke-dasharray': '2 3' }),
    );
  const size = { x: 70, y: 9 }; // of the number
  const outside = (v: number, min: number, max: number): number => Math.max(min - v, 0, v - max);
  const room = (text: Point): number =>
    Math.min(...taken.map((p) => Math.hypot(outside(p.x, text.x, text.x + size.x), outside(p.y, text.y - size.y, text.y))));
  const places = [0.5, 0.4, 0.6, 0.3, 0.7, 0.2, 0.8].flatMap((part) => {
    const on = { x: a.x + part * (b.x - a.x), y: a.y + part * (b.y - a.y) };
    const below = { x: on.x + 8, y: on.y + (value >= 0 ? 18 : -9) };
    const above = { x: on.x - size.x - 8, y: on.y + (value >= 0 ? -9 : 18) };
    return [below, above].filter(
      (p) => p.x > frame.left + 4 && p.x + size.x < width - frame.right && p.y < height - frame.bottom - 4,
    );
  });
  const enough = 9; // between letters and a curve
  const place = places.reduce((best, p) => (room(best) >= enough || room(p) <= room(best) ? best : p), places[0] ?? a);
  taken.push(...along([0, size.x].map((w) => ({ x: place.x + w, y: place.y - size.y / 2 }))));
  const text = { x: place.x, y: place.y, fill: colour, 'font-size': 12, 'font-weight': 600, 'data-slope': value };
  root.append(
    svg(
      'text',
      {
        ...text,
        stroke: theme().dark ? '#14171c' : '#ffffff',
        'stroke-width': 4,
        'stroke-linejoin': 'round',
        'paint-order': 'stroke',
      },
      `slope ${short(value, 3)}`,
    ),
  );
}

/** Shapes tell series apart where colours do not. */
function marker(i: number, x: number, y: number, fill: string): SVGElement {
  const r = 4;
  const forms = [
    `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0z`,
    `M${x - r} ${y - r}h${2 * r}v${2 * r}h${-2 * r}z`,
    `M${x} ${y - 1.3 * r}l${1.2 * r} ${2.2 * r}h${-2.4 * r}z`,
    `M${x} ${y - 1.35 * r}l${1.35 * r} ${1.35 * r}l${-1.35 * r} ${1.35 * r}l${-1.35 * r} ${-1.35 * r}z`,
    `M${x} ${y + 1.3 * r}l${1.2 * r} ${-2.2 * r}h${-2.4 * r}z`,
  ];
  return svg('path', { d: forms[i % forms.length] as string, fill });
}

function legend(plot: LogLog): HTMLElement {
  return el(
    'div',
    { class: 'legend-items' },
    ...plot.series.map((s, i) => {
      const drawingOf = svg('svg', { width: 26, height: 12, 'aria-hidden': 'true' });
      drawingOf.append(
        svg('line', {
          x1: 0,
          x2: 26,
          y1: 6,
          y2: 6,
          stroke: curve(i).colour,
          'stroke-width': 1.8,
          'stroke-dasharray': curve(i).dash.join(' '),
        }),
        marker(i, 13, 6, curve(i).colour),
      );
      const none = points(s).length ? '' : 'none > 0';
      const order = s.slope === null || s.slope === undefined ? none : `slope ${short(s.slope, 3)}`;
      const zeros = s.y.filter((y, k) => y === 0 || (s.x[k] === 0 && y !== null)).length;
      const left = zeros ? `${zeros} at 0: not shown` : '';
      return el(
        'span',
        { class: 'legend-plain' },
        drawingOf,
        el('span', { class: 'legend-name' }, s.name),
        el('span', { class: 'legend-value' }, [order, left].filter(Boolean).join(', ')),
      );
    }),
  );
}
