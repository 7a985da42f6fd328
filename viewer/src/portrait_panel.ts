// SPDX-License-Identifier: Apache-2.0
// One portrait: curves of two quantities against each other, with a dot where the clock stands.

import { Chart } from './chart';
import type { Clock } from './clock';
import type { Numbers } from './data';
import { el } from './dom';
import { inTurn } from './later';
import { steady } from './numbers';
import { nothing, padded, rangeOfAll, type Range } from './range';
import { between } from './series';
import { curve, paperWidth } from './theme';
import { drawPath } from './trace';

export interface PathCurve {
  name: string;
  t: Numbers;
  x: Numbers;
  y: Numbers;
}

export interface PortraitContent {
  x: string;
  y: string;
  equal: boolean;
  curves: PathCurve[];
}

export class PortraitPanel {
  readonly element: HTMLDetailsElement;
  private host = el('div', { class: 'chart' });
  private legend = el('div', { class: 'legend-items long portrait-legend' });
  private chart: Chart | null = null;
  private dots: HTMLElement[] = [];
  private zoomed: { x: Range; y: Range } | null = null;
  private reset: HTMLButtonElement;

  constructor(
    id: string,
    title: string,
    private content: PortraitContent,
    private clock: Clock,
    choice?: HTMLElement,
  ) {
    this.reset = el(
      'button',
      { type: 'button', disabled: true, 'data-testid': `reset-${id}`, onclick: () => this.view(null) },
      'Reset zoom',
    );
    this.element = el(
      'details',
      { class: 'plot', 'data-testid': id, open: true },
      el('summary', {}, el('span', { class: 'plot-title' }, title)),
      el('div', { class: 'plot-tools controls' }, choice ?? null, this.reset),
      this.host,
      this.legend,
    );
    this.element.addEventListener('toggle', () => this.resize());
    new ResizeObserver(() => this.resize()).observe(this.host);
    clock.onTime(() => this.place());
  }

  show(content: PortraitContent): void {
    this.content = content;
    this.zoomed = null;
    this.reset.disabled = true;
    this.chart?.destroy();
    this.chart = null;
    this.resize();
  }

  repaint(): void {
    this.resize();
    this.chart?.redraw();
    this.paintLegend();
  }

  private height(): number {
    return (paperWidth() ?? this.host.clientWidth) < 480 ? 260 : 320;
  }

  private resize(): void {
    const width = paperWidth() ?? this.host.clientWidth;
    if (!this.element.open || width < 40) return;
    if (this.chart) {
      this.chart.resize(width, this.height());
      this.view(this.zoomed);
    } else if (paperWidth() !== null) this.build();
    else inTurn(this.host, this.height(), () => this.chart ?? (this.element.open && this.build()));
  }

  private build(): void {
    const { x, y } = this.ranges();
    this.chart = new Chart(this.host, {
      xLabel: this.content.x,
      yLabel: this.content.y,
      log: false,
      height: this.height(),
      dragBoth: true,
      x,
      y,
      draw: (ctx, map) => this.content.curves.forEach((c, i) => drawPath(ctx, c.t, c.x, c.y, curve(i), map)),
      select: (sx, sy) => this.view({ x: sx, y: sy }),
      reset: () => this.view(null),
      hover: () => undefined,
      click: (at) => this.seekNearest(at),
      placed: () => this.place(),
    });
    this.dots = this.content.curves.map(() => el('div', { class: 'portrait-dot' }));
    this.chart.over.append(...this.dots);
    this.paintLegend();
    this.view(this.zoomed); // equal units need the area's size
  }

  private view(zoomed: { x: Range; y: Range } | null): void {
    this.zoomed = zoomed;
    this.reset.disabled = !zoomed;
    const { x, y } = zoomed ?? this.ranges();
    this.chart?.setRanges(x, y);
  }

  private ranges(): { x: Range; y: Range } {
    let x = nothing;
    let y = nothing;
    for (const c of this.content.curves) {
      x = rangeOfAll(c.x, x);
      y = rangeOfAll(c.y, y);
    }
    x = padded(x, false);
    y = padded(y, false);
    if (this.content.equal && this.chart) {
      // The same length for a unit on both axes: the wider side decides.
      const { width, height } = this.chart.area;
      const unit = Math.max((x[1] - x[0]) / width, (y[1] - y[0]) / height);
      x = around(x, unit * width);
      y = around(y, unit * height);
    }
    return { x, y };
  }

  private seekNearest(at: { left: number; top: number }): void {
    const chart = this.chart as Chart;
    let best = Infinity;
    let time = NaN;
    for (const { t, x, y } of this.content.curves) {
      for (let i = 0; i < t.length; i++) {
        const d = Math.hypot(chart.leftOf(x[i] as number) - at.left, chart.topOf(y[i] as number) - at.top);
        if (d < best) {
          best = d;
          time = t[i] as number;
        }
      }
    }
    this.clock.pause();
    this.clock.seek(time);
  }

  private place(): void {
    const chart = this.chart;
    if (!chart || !this.element.open) return;
    const { width, height } = chart.area;
    this.content.curves.forEach((c, i) => {
      const dot = this.dots[i];
      if (!dot) return;
      const x = between(c.t, c.x, this.clock.time);
      const y = between(c.t, c.y, this.clock.time);
      const left = chart.leftOf(x);
      const top = chart.topOf(y);
      dot.hidden = !(left >= 0 && left <= width && top >= 0 && top <= height);
      dot.style.transform = `translate(${left}px, ${top}px)`;
      const value = this.legend.children[i]?.querySelector<HTMLElement>('.legend-value');
      if (value) {
        value.textContent = `drawn at (${steady(x)}, ${steady(y)})`;
        value.title = 'Between recorded points on the straight line';
      }
    });
  }

  private paintLegend(): void {
    this.legend.replaceChildren(
      ...this.content.curves.map((c, i) => {
        const swatch = el('span', { class: 'swatch' });
        swatch.style.background = curve(i).colour;
        const dot = this.dots[i];
        if (dot) dot.style.background = curve(i).colour;
        return el(
          'span',
          { class: 'legend-plain' },
          swatch,
          el('span', { class: 'legend-name' }, c.name),
          el('span', { class: 'legend-value' }),
        );
      }),
    );
    this.place();
  }
}

function around([low, high]: Range, size: number): Range {
  const middle = (low + high) / 2;
  return [middle - size / 2, middle + size / 2];
}
