// SPDX-License-Identifier: Apache-2.0
// Phase portraits of the coordinates, and the portraits that the report brings.

import type { Clock } from './clock';
import type { Arrays, Numbers } from './data';
import { el, section } from './dom';
import type { Plot, Portrait } from './format';
import { PortraitPanel, type PathCurve } from './portrait_panel';
import { nothing, rangeOfAll } from './range';
import { between } from './series';
import { onTheme } from './theme';

export function portraits(plots: Plot[], given: Portrait[], arrays: Arrays, clock: Clock): HTMLElement | null {
  const panels: PortraitPanel[] = given.map((p, i) => {
    const curves = p.series.map((s) => ({ name: s.name, t: arrays.get(s.t), x: arrays.get(s.x), y: arrays.get(s.y) }));
    return new PortraitPanel(`portrait-${i}`, p.title, { x: p.x_label, y: p.y_label, equal: p.equal ?? false, curves }, clock);
  });
  const phase = phasePanel(plots, arrays, clock);
  if (phase) panels.unshift(phase);
  if (!panels.length) return null;
  onTheme(() => panels.forEach((panel) => panel.repaint()));
  return section('portraits', 'Portraits', el('div', { class: 'plot-grid' }, ...panels.map((panel) => panel.element)));
}

/** A coordinate and its rate, chosen from a list. */
function phasePanel(plots: Plot[], arrays: Arrays, clock: Clock): PortraitPanel | null {
  const positions = plots.find((p) => p.id === 'positions');
  const velocities = plots.find((p) => p.id === 'velocities');
  if (!positions || !velocities) return null;
  const pairs = positions.series.flatMap((s) => {
    const rate = velocities.series.find((candidate) => candidate.name === s.rate);
    return rate ? [{ s, rate }] : [];
  });
  // First the coordinate that moves: those that joints hold have round-off only.
  const spans = pairs.map(({ rate }) => {
    const [low, high] = rangeOfAll(arrays.get(rate.y), nothing);
    return high - low;
  });
  const most = Math.max(...spans);
  const moving = Math.max(0, spans.findIndex((span) => span > 1e-6 * most));
  const first = pairs[moving];
  if (!first) return null;

  const content = ({ s, rate }: typeof first): { x: string; y: string; equal: boolean; curves: PathCurve[] } => {
    const t = arrays.get(rate.t);
    const x = rate.t === s.t ? arrays.get(s.y) : resample(arrays.get(s.t), arrays.get(s.y), t);
    return { x: s.name, y: rate.name, equal: false, curves: [{ name: s.name, t, x, y: arrays.get(rate.y) }] };
  };
  const choice = el('select', { 'aria-label': 'Coordinate of the phase portrait', 'data-testid': 'phase-coordinate' });
  for (const [i, { s }] of pairs.entries()) choice.append(el('option', { value: i }, s.name));
  choice.value = String(moving);
  const panel = new PortraitPanel('phase', 'Phase portrait', content(first), clock, choice);
  choice.addEventListener('change', () => panel.show(content(pairs[Number(choice.value)] ?? first)));
  return panel;
}

function resample(t: Numbers, y: Numbers, at: Numbers): Float64Array {
  return Float64Array.from(at, (time) => between(t, y, time));
}
