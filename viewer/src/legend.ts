// SPDX-License-Identifier: Apache-2.0
// The list of a plot's curves: what is shown, in which colour, and its value next to the cursor, of which time.

import { el, svg } from './dom';
import { full, short, steady } from './numbers';
import type { Row } from './series';
import { curve } from './theme';

const crowd = 10; // from here on the list has a filter
const most = 150; // names in the list at once

interface Item {
  button: HTMLButtonElement;
  value: HTMLElement;
  line: SVGElement;
}

export class Legend {
  readonly element: HTMLElement;
  private list: HTMLElement;
  private more = el('p', { class: 'hint', hidden: true });
  private below = el('p', { class: 'hint legend-below controls', 'aria-hidden': 'true', hidden: true });
  private items = new Map<number, Item>(); // made when they are listed first
  private listed: number[] = [];
  private wanted = '';
  private rowOf: ((i: number) => Row) | null = null;
  private when = el('p', { class: 'hint legend-when' });

  constructor(
    private plotId: string,
    private names: string[],
    private order: number[],
    private shown: boolean[],
    private digits: number, // of times
    private change: () => void,
  ) {
    const long = names.some((name) => name.length > 22);
    this.list = el('div', { class: long ? 'legend-items long' : 'legend-items' });
    this.element = el('div', { class: 'legend' }, names.length > 2 ? this.tools() : null, this.list, this.below, this.when, this.more);
    this.list.addEventListener('scroll', () => this.count());
    new ResizeObserver(() => this.count()).observe(this.list);
    this.refill();
  }

  /** Colours and pressed states again. */
  paint(): void {
    for (const i of this.listed) {
      const { button, line } = this.item(i);
      const { colour, dash } = curve(this.order.indexOf(i));
      line.setAttribute('stroke', colour);
      line.setAttribute('stroke-dasharray', dash.join(' '));
      button.setAttribute('aria-pressed', String(this.shown[i]));
    }
  }

  /** Curves have rows of their own: a long run's hold its lowest and highest values only, each at another time. */
  values(rowOf: (i: number) => Row): void {
    this.rowOf = rowOf;
    const times: number[] = [];
    for (const i of this.listed) {
      const { value } = this.item(i);
      const row = this.shown[i] ? rowOf(i) : null;
      value.textContent = row ? steady(row.y) : '';
      value.title = row ? `${full(row.y)} at t = ${full(row.t)} s` : '';
      if (row && !Number.isNaN(row.y)) times.push(row.t);
    }
    const [first, last] = [Math.min(...times), Math.max(...times)].map((t) => short(t, this.digits));
    this.when.textContent = times.length ? `Values of t = ${first}${last === first ? '' : ` to ${last}`} s` : '';
  }

  /** The names that match the filter. */
  private refill(): void {
    const matching = this.order.filter((i) => (this.names[i] as string).toLowerCase().includes(this.wanted));
    this.listed = matching.slice(0, most);
    this.list.replaceChildren(...this.listed.map((i) => this.item(i).button));
    this.more.hidden = matching.length <= most;
    this.more.textContent = `${matching.length - most} more: filter by name to find them.`;
    this.paint();
    if (this.rowOf) this.values(this.rowOf);
    this.count();
  }

  /** Says how many names are to be scrolled to. */
  private count(): void {
    const bottom = this.list.getBoundingClientRect().bottom;
    const hidden = [...this.list.children].filter((item) => item.getBoundingClientRect().bottom > bottom + 6).length;
    this.below.hidden = hidden === 0;
    this.below.textContent = `▾ ${hidden} more below`;
  }

  private item(i: number): Item {
    const known = this.items.get(i);
    if (known) return known;
    const name = this.names[i] as string;
    const line = svg('line', { x1: 0, y1: 5, x2: 22, y2: 5, 'stroke-width': 2.4 });
    const value = el('span', { class: 'legend-value', 'data-testid': `value-${this.plotId}-${i}` });
    const button = el(
      'button',
      {
        type: 'button',
        class: 'legend-item',
        'data-testid': `series-${this.plotId}-${i}`,
        title: 'Show or hide; double-click: this one alone',
        onclick: () => this.set((k) => (k === i ? !this.shown[k] : (this.shown[k] as boolean))),
        ondblclick: () => this.set((k) => k === i),
      },
      svg('svg', { width: 22, height: 10, 'aria-hidden': 'true' }, line),
      el('span', { class: 'legend-name', title: name }, name),
      value,
    );
    const item = { button, value, line };
    this.items.set(i, item);
    return item;
  }

  private set(choose: (i: number) => boolean): void {
    const next = this.shown.map((_, i) => choose(i));
    next.forEach((on, i) => (this.shown[i] = on));
    this.paint();
    this.change();
  }

  private tools(): HTMLElement {
    const button = (name: string, testid: string, act: () => void): HTMLElement =>
      el('button', { type: 'button', 'data-testid': `${testid}-${this.plotId}`, onclick: act }, name);
    const tools = el(
      'div',
      { class: 'legend-tools controls' },
      button('All', 'all', () => this.set((i) => this.listed.includes(i))),
      button('None', 'none', () => this.set(() => false)),
    );
    if (this.names.length > crowd) {
      const filter = el('input', {
        type: 'search',
        placeholder: `filter ${this.names.length} curves`,
        'aria-label': 'Filter the curves by name',
        'data-testid': `filter-${this.plotId}`,
      });
      filter.addEventListener('input', () => {
        this.wanted = filter.value.toLowerCase();
        this.refill();
      });
      tools.append(filter);
    }
    return tools;
  }
}
