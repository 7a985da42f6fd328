// SPDX-License-Identifier: Apache-2.0
// What tests and curious readers may ask the page: window.saltus.

import type { Clock } from './clock';
import type { Header } from './format';
import type { Plots } from './plots';
import { nearestRow } from './series';

export function exposeForTests(header: Header, clock: Clock, plots: Plots | null): void {
  const surface = Object.freeze({
    kind: header.kind,
    time: () => clock.time,
    start: clock.start,
    end: clock.end,
    playing: () => clock.playing,
    play: () => clock.play(),
    pause: () => clock.pause(),
    seek: (time: number) => clock.seek(time),
    /** The frame that is shown, or the nearest one. */
    frame: () => nearestRow(clock.frames, clock.time),
    /** The value that a curve has at the cursor. */
    value: (name: string, plotId: string) => plots?.value(name, plotId),
  });
  Object.defineProperty(window, 'saltus', { value: surface });
}
