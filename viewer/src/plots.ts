// SPDX-License-Identifier: Apache-2.0
// The section of the plots over time, with their common zoom and the table of all values at the cursor.

import type { Clock } from './clock';
import type { Arrays } from './data';
import { copyButton, el, section } from './dom';
import type { Plot } from './format';
import { full } from './numbers';
import { PlotPanel } from './plot_panel';
import { onTheme } from './theme';
import { Zoom } from './zoom';

export interface Plots {
  element: HTMLElement;
  value(name: string, plotId: string): number | undefined;
  reset(): void;
}

export function plots(list: Plot[], arrays: Arrays, clock: Clock, study: boolean): Plots {
  const zoom = new Zoom([clock.start, clock.end > clock.start ? clock.end : clock.start + 1]);
  const panels = list.filter((plot) => plot.series.length).map((plot) => new PlotPanel(plot, arrays, clock, zoom, study));
  onTheme(() => panels.forEach((panel) => panel.repaint()));

  const reset = el(
    'button',
    { type: 'button', disabled: true, 'data-testid': 'reset-zoom', onclick: () => zoom.reset() },
    'Reset zoom',
  );
  zoom.onChange(() => (reset.disabled = !zoom.zoomed));
  const toolbar = el(
    'div',
    { class: 'plots-bar controls' },
    el('span', { class: 'hint' }, 'Point at a curve to look, click to set the time, drag to zoom.'),
    reset,
  );
  return {
    element: section(
      'plots',
      'Over time',
      toolbar,
      el('div', { class: 'plot-grid' }, ...panels.map((panel) => panel.element)),
      values(panels, clock),
    ),
    value: (name, plotId) => panels.find((panel) => panel.id === plotId)?.value(name),
    reset: () => zoom.reset(),
  };
}

/** Every curve's row next to the cursor with all its digits; filled only while it is open. */
function values(panels: PlotPanel[], clock: Clock): HTMLElement {
  const body = el('tbody', {});
  const caption = el('caption', {});
  const head = el(
    'thead',
    {},
    el('tr', {}, ...['Plot', 'Curve', 'Value', 'Unit', 'at t  [s]'].map((name) => el('th', { scope: 'col' }, name))),
  );
  const text = (): string => [...head.rows, ...body.rows].map((row) => [...row.cells].map((cell) => cell.textContent).join('\t')).join('\n');
  const details = el(
    'details',
    { class: 'values controls', 'data-testid': 'values' },
    el('summary', {}, 'All values next to the cursor, 17 digits'),
    el('p', { class: 'hint' }, 'Each is a recorded number, of the time beside it: curves of long runs do not hold every sample.'),
    el('div', { class: 'scroll' }, el('table', {}, caption, head, body)),
    copyButton(() => `${caption.textContent}\n${text()}`, 'copy-values', 'Copy all values'),
  );
  const fill = (): void => {
    if (!details.open || clock.playing) return;
    caption.textContent = `Cursor at t = ${full(clock.time)} s`;
    body.replaceChildren();
    for (const panel of panels) {
      panel.each((name, row) =>
        body.append(
          el(
            'tr',
            {},
            el('td', {}, panel.title),
            el('td', {}, name),
            el('td', { class: 'number' }, full(row.y)),
            el('td', {}, panel.unit),
            el('td', { class: 'number' }, full(row.t)),
          ),
        ),
      );
    }
  };
  details.addEventListener('toggle', fill);
  clock.onTime(fill);
  return details;
}
