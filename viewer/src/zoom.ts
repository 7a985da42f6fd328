// SPDX-License-Identifier: Apache-2.0
// The interval of time that all plots show.

import type { Range } from './range';

export class Zoom {
  range: Range;
  private listeners: (() => void)[] = [];

  constructor(private whole: Range) {
    this.range = whole;
  }

  get zoomed(): boolean {
    return this.range !== this.whole;
  }

  onChange(listener: () => void): void {
    this.listeners.push(listener);
  }

  set(range: Range): void {
    const smallest = 1e-12 * Math.max(Math.abs(this.whole[0]), Math.abs(this.whole[1]));
    if (!(range[1] - range[0] > smallest)) return;
    this.range = range;
    for (const listener of this.listeners) listener();
  }

  reset(): void {
    this.set(this.whole);
  }
}
