// SPDX-License-Identifier: Apache-2.0
// The bar under the page that moves the clock: play, step, scrub, speed, the time itself.

import type { Clock } from './clock';
import { el, svg } from './dom';
import { full, short, steady } from './numbers';

const speeds = [
  1e-5, 2e-5, 5e-5, 1e-4, 2e-4, 5e-4, 1e-3, 2e-3, 5e-3, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 1000,
];

const icons = {
  play: 'M4 2.5v11l9-5.5z',
  pause: 'M4 2.5h3v11h-3zM9 2.5h3v11h-3z',
  back: 'M11.5 3v10l-7-5zM3 3h1.6v10h-1.6z',
  forward: 'M4.5 3v10l7-5zM11.4 3h1.6v10h-1.6z',
};

function icon(path: string): SVGElement {
  return svg(
    'svg',
    { width: 16, height: 16, viewBox: '0 0 16 16', 'aria-hidden': 'true' },
    svg('path', { d: path, fill: 'currentColor' }),
  );
}

/** Real time where the run lasts as long as one likes to watch; else so that it takes about ten seconds. */
function startSpeed(length: number): number {
  if (length >= 3 && length <= 40) return 1;
  return speeds.reduce(
    (best, s) => (Math.abs(Math.log(s / (length / 10))) < Math.abs(Math.log(best / (length / 10))) ? s : best),
    1,
  );
}

export function player(clock: Clock, help: HTMLElement): HTMLElement {
  const length = clock.end - clock.start;
  clock.speed = startSpeed(length);

  const play = el(
    'button',
    {
      type: 'button',
      class: 'play',
      'data-testid': 'play',
      'aria-label': 'Play',
      title: 'Play or pause (space)',
      onclick: () => clock.toggle(),
    },
    icon(icons.play),
  );
  const back = el(
    'button',
    {
      type: 'button',
      'data-testid': 'back',
      'aria-label': 'One frame back',
      title: 'One frame back (left arrow)',
      onclick: () => clock.step(-1),
    },
    icon(icons.back),
  );
  const forward = el(
    'button',
    {
      type: 'button',
      'data-testid': 'forward',
      'aria-label': 'One frame forward',
      title: 'One frame forward (right arrow)',
      onclick: () => clock.step(1),
    },
    icon(icons.forward),
  );

  const scrub = el('input', {
    type: 'range',
    class: 'scrub',
    min: 0,
    max: 1,
    step: 'any',
    value: 0,
    'aria-label': 'Time',
    'data-testid': 'scrub',
  });
  scrub.addEventListener('input', () => {
    clock.pause();
    clock.seek(clock.start + Number(scrub.value) * length);
  });

  const time = el('input', {
    type: 'text',
    class: 'time',
    inputmode: 'decimal',
    'aria-label': 'Time in seconds',
    'data-testid': 'time',
    title: 'Type a time and press Enter',
  });
  time.addEventListener('change', () => {
    const wanted = Number(time.value.replace(',', '.'));
    if (time.value.trim() && Number.isFinite(wanted)) {
      clock.pause();
      clock.seek(wanted);
    }
    write();
  });
  time.addEventListener('blur', () => write()); // what was typed and not taken
  // Beside the digits: "0.00" before them, or a point and "e-10" after; and a sign.
  time.style.setProperty('--characters', String(clock.digits + 5 + (clock.start < 0 ? 1 : 0)));
  time.addEventListener('focus', () => time.select());

  const speed = el('select', {
    class: 'speed',
    'aria-label': 'Speed of playing',
    'data-testid': 'speed',
    title: 'Speed of playing',
  });
  for (const s of speeds)
    speed.append(el('option', { value: s, selected: s === clock.speed }, `${s >= 1 ? s : s >= 0.01 ? s : short(s)}×`));
  speed.addEventListener('change', () => (clock.speed = Number(speed.value)));

  const write = (): void => {
    time.value = steady(clock.time, clock.digits);
    time.title = `t = ${full(clock.time)} s. Type a time and press Enter.`;
  };
  const show = (): void => {
    scrub.value = String(length > 0 ? (clock.time - clock.start) / length : 0);
    scrub.setAttribute('aria-valuetext', `${short(clock.time)} s`);
    if (document.activeElement !== time || clock.playing) write();
  };
  clock.onTime(show);
  clock.onState(() => {
    play.replaceChildren(icon(clock.playing ? icons.pause : icons.play));
    play.setAttribute('aria-label', clock.playing ? 'Pause' : 'Play');
  });
  show();

  return el(
    'div',
    { class: 'player controls', role: 'group', 'aria-label': 'Time', 'data-testid': 'player' },
    el('span', { class: 'buttons' }, back, play, forward),
    scrub,
    el(
      'label',
      { class: 'time-field' },
      el('span', { class: 'soft' }, 't ='),
      time,
      el('span', { class: 'soft' }, `of ${short(clock.end, 6)} s`),
    ),
    speed,
    help,
  );
}
