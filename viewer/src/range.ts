// SPDX-License-Identifier: Apache-2.0
// The range of values that an axis shows.

import type { Numbers } from './data';
import { lowerBound, upperBound } from './series';

export type Range = [number, number];

export const nothing: Range = [Infinity, -Infinity];

/** Of y over the rows with t in the range, and one row beyond on either side; magnitudes above 0 where `log`. */
export function rangeOf(t: Numbers, y: Numbers, view: Range, log: boolean, into: Range): Range {
  const from = Math.max(0, lowerBound(t, view[0]) - 1);
  const to = Math.min(t.length, upperBound(t, view[1]) + 1);
  let [low, high] = into;
  for (let i = from; i < to; i++) {
    let v = y[i] as number;
    if (log) {
      v = Math.abs(v);
      if (v === 0) continue;
    }
    // Comparisons with NaN are false.
    if (v < low) low = v;
    if (v > high && v !== Infinity) high = v;
  }
  return [low, high];
}

export function rangeOfAll(values: ArrayLike<number>, into: Range): Range {
  let [low, high] = into;
  for (let i = 0; i < values.length; i++) {
    const v = values[i] as number;
    if (v < low) low = v;
    if (v > high) high = v;
  }
  return [low, high];
}

/** With a little air around it; never empty. */
export function padded([low, high]: Range, log: boolean): Range {
  if (!(low <= high)) return log ? [1e-3, 1] : [0, 1];
  if (log) {
    // Nothing is to be read off twenty decades below the rest.
    const top = Math.max(high, 1e-15);
    const bottom = Math.min(Math.max(low, top * 1e-18, 1e-18), top);
    const a = Math.log10(bottom);
    const b = Math.log10(top);
    const air = Math.max(0.08 * (b - a), 0.15);
    return [10 ** (a - air), 10 ** (b + air)];
  }
  if (low === high) {
    const air = low === 0 ? 1 : 0.1 * Math.abs(low);
    return [low - air, high + air];
  }
  // Round-off of round-off: the axis has no ticks so close to each other.
  const air = Math.max(0.06 * (high - low), 1e-13 - 0.5 * (high - low), 1e-12 * Math.max(Math.abs(low), Math.abs(high)));
  return [low - air, high + air];
}
