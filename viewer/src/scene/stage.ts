// SPDX-License-Identifier: Apache-2.0
// The section of the animation: canvas, its controls and its legend.

import { Box3 } from 'three';
import type { Clock } from '../clock';
import type { Arrays } from '../data';
import { el, section } from '../dom';
import type { Scene } from '../format';
import { short } from '../numbers';
import { onTheme, paperWidth } from '../theme';
import { Actors } from './actors';
import { centred } from './centred';
import { Labels } from './labels';
import { stageBar, stageLegend } from './stage_bar';
import { View } from './view';

export interface Stage {
  element: HTMLElement;
  fit?: () => void;
}

export function stage(scene: Scene, arrays: Arrays, clock: Clock): Stage {
  const canvas = el('canvas', {
    class: 'picture',
    'data-testid': 'canvas',
    tabindex: 0,
    'aria-label': 'Animation of the mechanism',
  });
  // Asked for here and not by three, which writes an error to the console where there is none.
  const smooth = (scene.bodies?.length ?? 0) <= 1000; // crowds gain little by it and pay for every sample
  const context = canvas.getContext('webgl2', { antialias: smooth, preserveDrawingBuffer: true, alpha: false });
  if (!context) {
    const message = el(
      'p',
      { class: 'no-webgl', 'data-testid': 'no-webgl' },
      'The animation needs WebGL 2, which this browser does not offer here. All else in this report works without it.',
    );
    return { element: section('animation', 'Motion', message) };
  }

  const near = centred(scene, arrays);
  const actors = new Actors(near.scene, near.arrays);
  const labels = new Labels(actors);
  const view = new View(canvas, context, actors.setting, actors.seen, () => {
    actors.update(clock.time);
    view.camera.updateMatrixWorld();
    labels.update(view);
  });
  view.scene.add(actors.root);
  actors.update(clock.time);
  clock.onTime(() => view.invalidate());
  // Browsers print what WebGL drew as a black field: paper gets a copy.
  const copy = el('canvas', { class: 'picture-copy', 'aria-hidden': 'true' });
  const moment = el('p', { class: 'moment' });
  onTheme(() => {
    view.colours();
    view.drawNow();
    if (paperWidth() === null) return;
    copy.width = canvas.width;
    copy.height = canvas.height;
    copy.getContext('2d')?.drawImage(canvas, 0, 0);
    moment.textContent = `At t = ${short(clock.time, 8)} s`;
  });

  const frame = el('div', { class: 'picture-frame' }, canvas, copy, labels.element);
  const size = new Box3().setFromPoints(actors.seen).getSize(actors.setting.centre.clone());
  const ratio = actors.setting.planar
    ? Math.max(0.4, Math.min(0.95, (size.y + 0.1 * actors.setting.extent) / (size.x + 0.1 * actors.setting.extent)))
    : 0.72;
  new ResizeObserver(() => {
    const width = frame.clientWidth;
    if (width < 40 || paperWidth() !== null) return;
    const height = Math.round(Math.max(200, Math.min(ratio * width, 0.66 * innerHeight, 620)));
    canvas.style.height = `${height}px`;
    view.resize(width, height);
  }).observe(frame);

  const fit = (): void => view.fit();
  const note = el('span', { class: 'legend-plain soft' });
  return {
    element: section('animation', 'Motion', frame, moment, stageBar(actors, labels, view, fit, note), stageLegend(actors, note)),
    fit,
  };
}
