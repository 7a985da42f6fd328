// SPDX-License-Identifier: Apache-2.0
// Draws curves on a canvas from their own rows: lines, jumps and steps, thinned to what pixels can show.

import type { Numbers } from './data';
import type { PlotStyle } from './format';
import { lowerBound, upperBound } from './series';

const lineWidth = 1.6; // CSS pixels

export interface Pen {
  colour: string;
  dash: number[];
}

export interface Mapping {
  /** Value to device pixel. NaN where it cannot be drawn. */
  x(value: number): number;
  y(value: number): number;
  left: number;
  width: number;
  xMin: number;
  xMax: number;
  ratio: number; // device pixels per CSS pixel
}

export function drawCurve(ctx: CanvasRenderingContext2D, t: Numbers, y: Numbers, style: PlotStyle, pen: Pen, map: Mapping): void {
  const from = Math.max(0, lowerBound(t, map.xMin) - 1);
  const to = Math.min(t.length, upperBound(t, map.xMax) + 1);
  if (to <= from) return;
  const main = new Path2D();
  const jumps = new Path2D();
  const dense = to - from > 2 * map.width;
  if (dense) traceColumns(main, jumps, t, y, from, to, map, style === 'jumps');
  else if (style === 'steps') traceSteps(main, jumps, t, y, from, to, map);
  else traceLine(main, jumps, t, y, from, to, map, style === 'jumps');

  ctx.strokeStyle = pen.colour;
  ctx.lineJoin = 'round';
  ctx.lineWidth = lineWidth * map.ratio;
  ctx.setLineDash(dense ? [] : pen.dash.map((d) => d * map.ratio));
  ctx.stroke(main);
  ctx.lineWidth = 1 * map.ratio;
  ctx.setLineDash([2 * map.ratio, 2 * map.ratio]);
  ctx.stroke(jumps);
  ctx.setLineDash([]);
  if (to - from < map.width / map.ratio / 14) dots(ctx, t, y, from, to, pen, map);
}

/** A row alone has no length, and would not be seen: what begins is a dot first. */
function begin(path: Path2D, x: number, y: number, map: Mapping): void {
  path.moveTo(x - lineWidth * map.ratio, y);
  path.lineTo(x, y);
}

function traceLine(
  main: Path2D,
  jumps: Path2D,
  t: Numbers,
  y: Numbers,
  from: number,
  to: number,
  map: Mapping,
  breaks: boolean,
): void {
  let down = false;
  let px = 0;
  let py = 0;
  for (let i = from; i < to; i++) {
    const x = map.x(t[i] as number);
    const v = map.y(y[i] as number);
    if (Number.isNaN(v)) {
      down = false;
      continue;
    }
    if (!down) begin(main, x, v, map);
    else if (breaks && t[i] === t[i - 1]) {
      jumps.moveTo(px, py);
      jumps.lineTo(x, v);
      main.moveTo(x, v);
    } else main.lineTo(x, v);
    down = true;
    px = x;
    py = v;
  }
}

/** Row i holds on the interval that ends there. */
function traceSteps(main: Path2D, rises: Path2D, t: Numbers, y: Numbers, from: number, to: number, map: Mapping): void {
  let before = NaN;
  for (let i = Math.max(1, from); i < to; i++) {
    const v = map.y(y[i] as number);
    const x0 = map.x(t[i - 1] as number);
    if (!Number.isNaN(v)) {
      if (!Number.isNaN(before) && before !== v) {
        rises.moveTo(x0, before);
        rises.lineTo(x0, v);
      }
      main.moveTo(x0, v);
      main.lineTo(map.x(t[i] as number), v);
    }
    before = v;
  }
}

/** More rows than pixels: of each column of pixels the first, least, greatest and last value. */
function traceColumns(
  main: Path2D,
  jumps: Path2D,
  t: Numbers,
  y: Numbers,
  from: number,
  to: number,
  map: Mapping,
  breaks: boolean,
): void {
  let column = NaN;
  let first = 0;
  let low = 0;
  let high = 0;
  let last = 0;
  let down = false;
  const flush = (): void => {
    if (Number.isNaN(column)) return;
    if (!down) begin(main, column, first, map);
    main.lineTo(column, first);
    if (low < high) {
      main.lineTo(column, low);
      main.lineTo(column, high);
    }
    main.lineTo(column, last);
    down = true;
    column = NaN;
  };
  for (let i = from; i < to; i++) {
    const v = map.y(y[i] as number);
    if (Number.isNaN(v)) {
      flush();
      down = false;
      continue;
    }
    const c = Math.round(map.x(t[i] as number)) + 0.5;
    if (breaks && !Number.isNaN(column) && t[i] === t[i - 1]) {
      jumps.moveTo(c, last);
      jumps.lineTo(c, v);
      flush();
      down = false;
    }
    if (c === column) {
      if (v < low) low = v;
      if (v > high) high = v;
      last = v;
    } else {
      flush();
      column = c;
      first = low = high = last = v;
    }
  }
  flush();
}

/** Few rows in view: show where they are. */
function dots(ctx: CanvasRenderingContext2D, t: Numbers, y: Numbers, from: number, to: number, pen: Pen, map: Mapping): void {
  ctx.fillStyle = pen.colour;
  for (let i = from; i < to; i++) {
    const v = map.y(y[i] as number);
    if (Number.isNaN(v)) continue;
    ctx.beginPath();
    ctx.arc(map.x(t[i] as number), v, 2.2 * map.ratio, 0, 2 * Math.PI);
    ctx.fill();
  }
}

/** A curve through (x, y) rows in the order of time; jumps (equal times) thin. */
export function drawPath(
  ctx: CanvasRenderingContext2D,
  t: Numbers,
  x: ArrayLike<number>,
  y: ArrayLike<number>,
  pen: Pen,
  map: Mapping,
): void {
  const main = new Path2D();
  const jumps = new Path2D();
  let down = false;
  let px = 0;
  let py = 0;
  for (let i = 0; i < t.length; i++) {
    const u = map.x(x[i] as number);
    const v = map.y(y[i] as number);
    if (Number.isNaN(u + v)) {
      down = false;
      continue;
    }
    const jump = down && i > 0 && t[i] === t[i - 1];
    if (down && !jump && Math.abs(u - px) < 0.5 && Math.abs(v - py) < 0.5 && i + 1 < t.length) continue;
    if (!down) main.moveTo(u, v);
    else if (jump) {
      jumps.moveTo(px, py);
      jumps.lineTo(u, v);
      main.moveTo(u, v);
    } else main.lineTo(u, v);
    down = true;
    px = u;
    py = v;
  }
  ctx.strokeStyle = pen.colour;
  ctx.lineJoin = 'round';
  ctx.lineWidth = 1.4 * map.ratio;
  ctx.setLineDash(pen.dash.map((d) => d * map.ratio));
  ctx.stroke(main);
  ctx.lineWidth = map.ratio;
  ctx.setLineDash([2 * map.ratio, 2 * map.ratio]);
  ctx.stroke(jumps);
  ctx.setLineDash([]);
}
