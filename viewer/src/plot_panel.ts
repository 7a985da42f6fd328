// SPDX-License-Identifier: Apache-2.0
// One plot over time with its title, legend and controls, tied to the clock and to the common zoom.

import { Chart } from './chart';
import { choose } from './choice';
import type { Clock } from './clock';
import type { Arrays, Numbers } from './data';
import { el, toggle } from './dom';
import type { Plot } from './format';
import { inTurn } from './later';
import { Legend } from './legend';
import { nothing, padded, rangeOf, type Range } from './range';
import { nearestRow, rowAt, type Row } from './series';
import { curve, paperWidth } from './theme';
import { drawCurve } from './trace';
import type { Zoom } from './zoom';

const snap = 6; // CSS pixels

interface Curve {
  name: string;
  t: Numbers;
  y: Numbers;
}

export class PlotPanel {
  readonly element: HTMLDetailsElement;
  readonly id: string;
  private curves: Curve[];
  private shown: boolean[];
  private styles: number[]; // of each curve, its place in the legend: neighbours differ in colour
  private log: boolean;
  private legend: Legend;
  private host = el('div', { class: 'chart' });
  private chart: Chart | null = null;
  private cursor = el('div', { class: 'time-cursor' });
  private stale = true;

  constructor(
    private plot: Plot,
    arrays: Arrays,
    private clock: Clock,
    private zoom: Zoom,
    study: boolean,
  ) {
    this.id = plot.id;
    this.curves = plot.series.map((s) => ({ name: s.name, t: arrays.get(s.t), y: arrays.get(s.y) }));
    const { order, shown } = choose(plot.id, this.curves, study);
    this.shown = shown;
    this.styles = [];
    order.forEach((i, place) => (this.styles[i] = place));
    this.log = plot.log ?? false;
    this.legend = new Legend(
      plot.id,
      plot.series.map((s) => s.name),
      order,
      this.shown,
      clock.digits,
      () => this.refresh(),
    );
    const log = toggle('log', this.log, `log-${plot.id}`, 'Logarithmic axis of the magnitudes', (on) => {
      this.log = on;
      this.rebuild();
    });
    this.element = el(
      'details',
      { class: 'plot', 'data-testid': `plot-${plot.id}`, open: !plot.collapsed },
      el('summary', {}, el('span', { class: 'plot-title' }, plot.title)),
      el('div', { class: 'plot-tools controls' }, log),
      this.host,
      this.legend.element,
    );
    this.element.addEventListener('toggle', () => this.resize());
    new ResizeObserver(() => this.resize()).observe(this.host);
    zoom.onChange(() => this.refresh());
    clock.onTime(() => this.follow());
  }

  /** The value that is shown for the cursor's time. */
  value(name: string): number | undefined {
    const c = this.curves.find((candidate) => candidate.name === name);
    return c && this.row(c).y;
  }

  each(visit: (name: string, row: Row) => void): void {
    for (const c of this.curves) visit(c.name, this.row(c));
  }

  private row(c: Curve): Row {
    return rowAt(c.t, c.y, this.plot.style, this.clock.time);
  }

  get title(): string {
    return this.plot.title;
  }

  get unit(): string {
    return this.plot.unit;
  }

  /** New colours, and on paper a new width. */
  repaint(): void {
    this.legend.paint();
    this.resize();
    this.chart?.redraw();
  }

  resize(): void {
    const width = paperWidth() ?? this.host.clientWidth;
    if (!this.element.open || width < 40) return;
    if (this.chart) this.chart.resize(width, this.height());
    else if (paperWidth() !== null) this.build();
    else inTurn(this.host, this.height(), () => this.chart ?? (this.element.open && this.build()));
    if (this.stale) this.refresh();
  }

  private height(): number {
    return (paperWidth() ?? this.host.clientWidth) < 480 ? 200 : 230;
  }

  private build(): void {
    const view = this.zoom.range;
    this.chart = new Chart(this.host, {
      xLabel: 't  [s]',
      yLabel: this.label(),
      log: this.log,
      height: this.height(),
      dragBoth: false,
      x: view,
      y: this.yRange(view),
      draw: (ctx, map) =>
        this.curves.forEach((c, i) => {
          if (this.shown[i]) drawCurve(ctx, c.t, c.y, this.plot.style, curve(this.styles[i] as number), map);
        }),
      select: (x) => this.zoom.set(x),
      reset: () => this.zoom.reset(),
      hover: (at) => this.clock.hover(at && this.timeAt(at.left)),
      click: ({ left }) => {
        this.clock.pause();
        this.clock.seek(this.timeAt(left));
      },
      placed: () => this.place(),
    });
    this.chart.over.append(this.cursor);
    this.chart.over.setAttribute('data-testid', `area-${this.id}`);
    this.stale = false;
    this.follow();
  }

  private label(): string {
    const unit = this.plot.unit;
    const name = this.log ? 'magnitude  ' : '';
    return unit ? `${name}[${unit}]` : name.trim();
  }

  private rebuild(): void {
    this.chart?.destroy();
    this.chart = null;
    this.resize();
  }

  private refresh(): void {
    this.stale = !this.element.open;
    if (!this.chart || this.stale) return;
    const view = this.zoom.range;
    this.chart.setRanges(view, this.yRange(view));
    this.follow();
  }

  private yRange(view: Range): Range {
    let range = nothing;
    this.curves.forEach((c, i) => {
      if (this.shown[i]) range = rangeOf(c.t, c.y, view, this.log, range);
    });
    return padded(range, this.log);
  }

  /** The time under the pointer; that of a row where one is near. */
  private timeAt(left: number): number {
    const chart = this.chart as Chart;
    const time = chart.xAt(left);
    const i = Math.max(0, this.shown.indexOf(true));
    const t = this.curves[i]?.t;
    if (!t?.length) return time;
    const row = t[nearestRow(t, time)] as number;
    return Math.abs(chart.leftOf(row) - left) <= snap ? row : time;
  }

  private follow(): void {
    if (!this.element.open) return;
    this.place();
    this.legend.values((i) => this.row(this.curves[i] as Curve));
  }

  private place(): void {
    if (!this.chart) return;
    const left = this.chart.leftOf(this.clock.time);
    this.cursor.hidden = left < -0.5 || left > this.chart.area.width + 0.5;
    this.cursor.style.transform = `translateX(${left}px)`;
  }
}
