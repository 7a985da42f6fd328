// SPDX-License-Identifier: Apache-2.0
// The one time cursor of the page: animation, plots and controls follow it.

import { digitsFor } from './numbers';
import { lowerBound, upperBound } from './series';

export type Listener = (time: number) => void;

export class Clock {
  readonly start: number;
  readonly end: number;
  /** Digits that tell times of this run apart. */
  readonly digits: number;
  playing = false;
  /** Simulated seconds per second. */
  speed = 1;
  private cursor: number;
  private hovered: number | null = null;
  private listeners: Listener[] = [];
  private stateListeners: (() => void)[] = [];
  private last = 0;

  /** `frames`: the times to which the arrow keys step, ascending. */
  constructor(
    readonly frames: ArrayLike<number>,
    start: number,
    end: number,
  ) {
    this.start = start;
    this.end = end;
    this.cursor = start;
    this.digits = Math.max(6, digitsFor(end, (end - start) / 1e4));
  }

  /** The time shown now: that under the pointer on a plot, or the cursor's. */
  get time(): number {
    return this.hovered ?? this.cursor;
  }

  get committed(): number {
    return this.cursor;
  }

  onTime(listener: Listener): void {
    this.listeners.push(listener);
  }

  /** Called when playing starts or stops. */
  onState(listener: () => void): void {
    this.stateListeners.push(listener);
  }

  seek(time: number): void {
    if (Number.isNaN(time)) return;
    this.cursor = Math.min(this.end, Math.max(this.start, time));
    this.hovered = null;
    this.tell();
  }

  /** Shows a time without moving the cursor; null goes back to it. */
  hover(time: number | null): void {
    if (this.playing || time === this.hovered) return;
    this.hovered = time === null ? null : Math.min(this.end, Math.max(this.start, time));
    this.tell();
  }

  /** Moves by whole frames. */
  step(count: number): void {
    this.pause();
    const t = this.frames;
    if (!t.length) return;
    const i = count > 0 ? upperBound(t, this.cursor) - 1 + count : lowerBound(t, this.cursor) + count;
    this.seek(t[Math.max(0, Math.min(t.length - 1, i))] as number);
  }

  play(): void {
    if (this.playing || this.end <= this.start) return;
    if (this.cursor >= this.end) this.cursor = this.start;
    this.hovered = null;
    this.playing = true;
    this.last = performance.now();
    for (const listener of this.stateListeners) listener();
    requestAnimationFrame((now) => this.tick(now));
  }

  pause(): void {
    if (!this.playing) return;
    this.playing = false;
    for (const listener of this.stateListeners) listener();
    this.tell();
  }

  toggle(): void {
    if (this.playing) this.pause();
    else this.play();
  }

  private tick(now: number): void {
    if (!this.playing) return;
    // A hidden page gets no ticks: do not leap when it comes back.
    const elapsed = Math.min(0.25, Math.max(0, (now - this.last) / 1000));
    this.last = now;
    this.seek(this.cursor + elapsed * this.speed);
    if (this.cursor >= this.end) this.pause();
    else requestAnimationFrame((next) => this.tick(next));
  }

  private tell(): void {
    for (const listener of this.listeners) listener(this.time);
  }
}
