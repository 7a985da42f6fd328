// SPDX-License-Identifier: Apache-2.0
// The controls and the legend under the picture.

import { el, toggle } from '../dom';
import { short } from '../numbers';
import { status } from '../theme';
import type { Actors } from './actors';
import { crowd } from './contacts';
import { gradient } from './deforming';
import type { Labels } from './labels';
import type { View } from './view';

/** Switches and buttons under the picture; `note` says what the arrows mean. */
export function stageBar(actors: Actors, labels: Labels, view: View, fit: () => void, note: HTMLElement): HTMLElement {
  const bar = el('div', { class: 'stage-bar controls' });
  const redraw = () => view.invalidate();
  const { contacts, joints, trails } = actors;
  if (contacts) {
    const few = contacts.most <= crowd;
    contacts.points.visible = few;
    contacts.arrows.visible = few;
    bar.append(toggle('contacts', few, 'toggle-contacts', 'Contact points', (on) => ((contacts.points.visible = on), redraw())));
    if (contacts.reference > 0) {
      const scale = el('input', {
        type: 'range',
        min: -1,
        max: 1,
        step: 0.05,
        value: 0,
        'aria-label': 'Length of the force arrows',
        title: 'Length of the arrows',
        'data-testid': 'arrow-scale',
        class: 'arrow-scale',
      });
      scale.addEventListener('input', () => {
        contacts.scale = 10 ** Number(scale.value);
        note.textContent = contacts.note();
        redraw();
      });
      bar.append(
        toggle(
          'forces',
          few,
          'toggle-forces',
          'Arrows of the contact forces, on the first body',
          (on) => ((contacts.arrows.visible = on), redraw()),
        ),
        scale,
      );
    }
  }
  if (joints) bar.append(toggle('joints', true, 'toggle-joints', 'Joints', (on) => ((joints.object.visible = on), redraw())));
  bar.append(toggle('trails', false, 'toggle-trails', 'The way gone so far', (on) => ((trails.visible = on), redraw())));
  if (labels.any)
    bar.append(
      toggle('names', labels.visible, 'toggle-names', 'Names in the picture', (on) => ((labels.visible = on), redraw())),
    );
  const buttons = el(
    'span',
    { class: 'view-buttons' }, // on one line, also where the bar wraps
    el(
      'button',
      { type: 'button', 'aria-label': 'Zoom out', 'data-testid': 'zoom-out', onclick: () => view.zoom(1 / 1.25) },
      '\u2212',
    ),
    el('button', { type: 'button', 'aria-label': 'Zoom in', 'data-testid': 'zoom-in', onclick: () => view.zoom(1.25) }, '+'),
    el('button', { type: 'button', 'data-testid': 'fit', title: 'Fit the view (f)', onclick: fit }, 'Fit'),
  );
  bar.append(buttons);
  return bar;
}

/** What the colours mean. */
export function stageLegend(actors: Actors, note: HTMLElement): HTMLElement | null {
  const items: HTMLElement[] = [];
  const { contacts, deforming } = actors;
  if (contacts) {
    Object.entries(status).forEach(([name, colour], k) => {
      if (!contacts.statuses[k]) return;
      const swatch = el('span', { class: 'swatch round' });
      swatch.style.background = colour;
      items.push(el('span', { class: 'legend-plain' }, swatch, `${name}`));
    });
    if (contacts.reference > 0) {
      note.textContent = contacts.note();
      items.push(note);
    }
  }
  for (const mesh of deforming) {
    if (!mesh.coloured) continue;
    const bar = el('span', { class: 'colour-bar' });
    bar.style.background = gradient;
    items.push(
      el(
        'span',
        { class: 'legend-plain' },
        short(mesh.range[0], 3),
        bar,
        short(mesh.range[1], 3),
        el('span', { class: 'soft' }, mesh.label),
      ),
    );
  }
  return items.length ? el('div', { class: 'stage-legend' }, ...items) : null;
}
