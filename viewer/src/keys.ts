// SPDX-License-Identifier: Apache-2.0
// The keyboard, and the list of its keys.

import type { Clock } from './clock';
import { el } from './dom';

export interface Actions {
  fit?: () => void;
}

export function keyHelp(hasScene: boolean, spatial: boolean): HTMLElement {
  const rows: [string, string][] = [
    ['space', 'play, pause'],
    ['← →', 'one frame back, forward'],
    ['shift ← →', 'ten frames'],
    ['Home End', 'first, last frame'],
  ];
  if (hasScene) {
    rows.push(['f', 'fit the view']);
    rows.push(['drag', spatial ? 'orbit; with the right button move' : 'move the view']);
    rows.push(['wheel', 'zoom, after a click on the picture']);
  }
  rows.push(['drag in a plot', 'zoom in time; double-click resets']);
  return el(
    'details',
    { class: 'help', 'data-testid': 'help' },
    el('summary', {}, 'Keys'),
    el('dl', {}, ...rows.flatMap(([key, what]) => [el('dt', {}, key), el('dd', {}, what)])),
  );
}

export function listen(clock: Clock, actions: Actions): void {
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const target = event.target as HTMLElement;
    const typing = target.matches('input:not([type=range]), select, textarea, [contenteditable]');
    if (typing) return;
    // Space presses the button or opens the summary that has the focus.
    if (event.key === ' ' && target.matches('button, summary, a')) return;
    const act = keys(clock, actions, event.shiftKey ? 10 : 1)[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  });
}

function keys(clock: Clock, actions: Actions, stride: number): Record<string, (() => void) | undefined> {
  const go = (time: number) => () => {
    clock.pause();
    clock.seek(time);
  };
  return {
    ' ': () => clock.toggle(),
    ArrowLeft: () => clock.step(-stride),
    ArrowRight: () => clock.step(stride),
    Home: go(clock.start),
    End: go(clock.end),
    f: actions.fit,
    F: actions.fit,
  };
}
