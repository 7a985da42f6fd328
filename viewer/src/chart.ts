// SPDX-License-Identifier: Apache-2.0
// One uPlot with axes, zoom by dragging and a pointer; what it shows is drawn by its owner.

import uPlot from 'uplot';
import { logTicks } from './log_ticks';
import { digitsFor, short } from './numbers';
import type { Range } from './range';
import { theme } from './theme';
import type { Mapping } from './trace';

export interface ChartOptions {
  xLabel: string;
  yLabel: string;
  log: boolean;
  height: number;
  /** Drag zooms both axes, or time alone. */
  dragBoth: boolean;
  x: Range;
  y: Range;
  draw(ctx: CanvasRenderingContext2D, map: Mapping): void;
  select(x: Range, y: Range): void;
  reset(): void;
  /** CSS pixels within the plot's area; null where the pointer left. */
  hover(at: { left: number; top: number } | null): void;
  click(at: { left: number; top: number }): void;
  placed(): void;
}

const superscripts = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function power(v: number): string {
  const exponent = Math.floor(Math.log10(v) + 1e-9);
  if (exponent >= -2 && exponent <= 3) return short(v, 3);
  const factor = Math.round(v / 10 ** exponent);
  const digits = String(Math.abs(exponent)).replace(/\d/g, (d) => superscripts[Number(d)] as string);
  return `${factor > 1 ? `${factor}·` : ''}10${exponent < 0 ? '⁻' : ''}${digits}`;
}

/**
 * Canvases that are made meanwhile are drawn by the processor. Curves of thousands of pieces are slow on graphics hardware
 * and worst where it is only emulated: there the first picture of a report took seconds. uPlot does not let one say so.
 */
function onProcessor<T>(make: () => T): T {
  const prototype = HTMLCanvasElement.prototype;
  const own = prototype.getContext;
  prototype.getContext = function (this: HTMLCanvasElement, kind: string) {
    return own.call(this, kind, { willReadFrequently: true });
  } as typeof own;
  try {
    return make();
  } finally {
    prototype.getContext = own;
  }
}

export class Chart {
  private plot: uPlot;
  private x: Range;
  private y: Range;
  readonly over: HTMLElement;

  constructor(
    private host: HTMLElement,
    private options: ChartOptions,
  ) {
    this.x = options.x;
    this.y = options.y;
    this.plot = this.make();
    this.over = this.plot.over;
    this.listen();
  }

  setRanges(x: Range, y: Range): void {
    this.x = x;
    this.y = y;
    this.plot.batch(() => {
      this.plot.setScale('x', { min: x[0], max: x[1] });
      this.plot.setScale('y', { min: y[0], max: y[1] });
    });
    this.plot.redraw(false, true);
    this.options.placed();
  }

  resize(width: number, height: number): void {
    if (width !== this.plot.width || height !== this.plot.height) this.plot.setSize({ width, height });
    this.options.placed();
  }

  redraw(): void {
    this.plot.redraw(false, true);
  }

  xAt(left: number): number {
    return this.plot.posToVal(left, 'x');
  }

  leftOf(x: number): number {
    return this.plot.valToPos(x, 'x');
  }

  topOf(y: number): number {
    return this.plot.valToPos(y, 'y');
  }

  /** Width and height of the area within the axes. */
  get area(): { width: number; height: number } {
    return { width: this.over.clientWidth, height: this.over.clientHeight };
  }

  destroy(): void {
    this.plot.destroy();
  }

  private make(): uPlot {
    const o = this.options;
    const font = '12px system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
    const axis = (label: string, side: number): uPlot.Axis => ({
      side,
      label,
      font,
      labelFont: font,
      labelSize: 20,
      labelGap: 2,
      size: side === 2 ? 30 : (u, values) => this.axisSize(u, values),
      gap: 4,
      // Deep in a zoom the labels are long.
      space: side === 2 ? (_u, _i, min, max) => Math.max(70, 9 * digitsFor(this.extent(2), (max - min) / 5)) : 32,
      stroke: () => theme().soft,
      grid: { stroke: () => theme().grid, width: 1 },
      ticks: { stroke: () => theme().grid, width: 1, size: 4 },
      values: (_u, splits) =>
        splits.map((v) =>
          v === null ? '' : side === 3 && o.log ? power(v) : this.tick(v, side, (splits[1] ?? 1) - (splits[0] ?? 0)),
        ),
    });
    const yAxis = axis(o.yLabel, 3);
    // uPlot's own search for them does not end where the range begins just below a decade: its rounding goes to 0.
    if (o.log) {
      yAxis.splits = (_u, _i, min, max) => logTicks(Math.log10(min), Math.log10(max), 6);
      yAxis.filter = (_u, splits) => splits;
    }
    const identity = (_u: uPlot, min: number | null, max: number | null): [number, number] => [min ?? 0, max ?? 1];
    const settings: uPlot.Options = {
      width: Math.max(120, this.host.clientWidth),
      height: o.height,
      padding: [8, 14, 0, 0],
      legend: { show: false },
      cursor: {
        show: true,
        x: false,
        y: false,
        points: { show: false },
        drag: { x: true, y: o.dragBoth, setScale: false, uni: 20 },
      },
      scales: { x: { time: false, range: identity }, y: { distr: o.log ? 3 : 1, range: identity } },
      axes: [axis(o.xLabel, 2), yAxis],
      series: [{}, { paths: () => null, points: { show: false } }],
      hooks: {
        draw: [(u) => this.draw(u)],
        setSelect: [(u) => this.selected(u)],
      },
    };
    return onProcessor(() => new uPlot(settings, [[...this.x], [...this.y]], this.host));
  }

  private tick(v: number, side: number, step: number): string {
    const size = this.extent(side);
    return short(Math.abs(v) < 1e-14 * size ? 0 : v, Math.max(6, digitsFor(size, step)));
  }

  private extent(side: number): number {
    const [a, b] = side === 3 ? this.y : this.x;
    return Math.max(Math.abs(a), Math.abs(b));
  }

  private axisSize(u: uPlot, values: string[] | null): number {
    const longest = (values ?? []).reduce((a, b) => (b.length > a.length ? b : a), '');
    if (!longest) return 46;
    u.ctx.font = `${12 * devicePixelRatio}px system-ui, sans-serif`;
    return Math.max(46, Math.ceil(u.ctx.measureText(longest).width / devicePixelRatio) + 12);
  }

  private draw(u: uPlot): void {
    const { left, top, width, height } = u.bbox;
    const sx = u.scales['x'] as uPlot.Scale;
    const sy = u.scales['y'] as uPlot.Scale;
    const x0 = sx.min as number;
    const x1 = sx.max as number;
    const log = this.options.log;
    const scale = log ? (v: number): number => Math.log10(Math.abs(v)) : (v: number): number => v;
    const y0 = scale(sy.min as number);
    const y1 = scale(sy.max as number);
    // Below every logarithmic axis lies 0: just out of sight, so that a value between zeros is a stem and not nothing.
    const zero = top + height + 4 * devicePixelRatio;
    const map: Mapping = {
      x: (v) => left + ((v - x0) / (x1 - x0)) * width,
      // Values far outside would overflow the canvas's numbers.
      y: (v) => (log && v === 0 ? zero : top + Math.max(-1e6, Math.min(1e6, (1 - (scale(v) - y0) / (y1 - y0)) * height))),
      left,
      width,
      xMin: x0,
      xMax: x1,
      ratio: devicePixelRatio,
    };
    u.ctx.save();
    u.ctx.beginPath();
    u.ctx.rect(left, top, width, height);
    u.ctx.clip();
    this.options.draw(u.ctx, map);
    u.ctx.restore();
  }

  private selected(u: uPlot): void {
    const { left, top, width, height } = u.select;
    if (width < 4 && height < 4) return;
    const both = this.options.dragBoth;
    const x: Range = width < 4 ? this.x : [u.posToVal(left, 'x'), u.posToVal(left + width, 'x')];
    const y: Range = !both || height < 4 ? this.y : [u.posToVal(top + height, 'y'), u.posToVal(top, 'y')];
    u.setSelect({ left: 0, top: 0, width: 0, height: 0 }, false);
    this.options.select(x, y);
  }

  private listen(): void {
    const at = (e: MouseEvent): { left: number; top: number } => {
      const box = this.over.getBoundingClientRect();
      return { left: e.clientX - box.left, top: e.clientY - box.top };
    };
    let down = { left: NaN, top: NaN };
    this.over.addEventListener('mousedown', (e) => (down = at(e)));
    this.over.addEventListener('mousemove', (e) => this.options.hover(at(e)));
    this.over.addEventListener('mouseleave', () => this.options.hover(null));
    this.over.addEventListener('click', (e) => {
      const place = at(e);
      if (Math.hypot(place.left - down.left, place.top - down.top) < 4) this.options.click(place);
    });
    this.over.addEventListener('dblclick', () => this.options.reset());
  }
}
