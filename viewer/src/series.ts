// SPDX-License-Identifier: Apache-2.0
// Finds rows by time, and what a curve has at a time.

import type { Numbers } from './data';
import type { PlotStyle } from './format';

/** First row with t[row] >= time; t.length where there is none. */
export function lowerBound(t: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((t[middle] as number) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** First row with t[row] > time. */
export function upperBound(t: ArrayLike<number>, time: number): number {
  let low = 0;
  let high = t.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((t[middle] as number) <= time) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** What a curve has at one of its own times: a number of the file. */
export interface Row {
  t: number;
  y: number;
}

/**
 * The row that is shown at a time: the one at this time, else the nearest, or, of steps, the one that ends the interval;
 * of several at one time the last (after the jump). NaN outside.
 */
export function rowAt(t: Numbers, y: Numbers, style: PlotStyle, time: number): Row {
  const after = upperBound(t, time);
  const exact = after > 0 && t[after - 1] === time;
  if (!exact && (after === 0 || after === t.length)) return { t: time, y: NaN };
  const at = t[style === 'steps' && !exact ? after : nearestRow(t, time)] as number;
  return { t: at, y: y[upperBound(t, at) - 1] as number };
}

/** Between rows on the straight line; at a row its value (of several at this time the last). NaN outside. */
export function between(t: Numbers, y: Numbers, time: number): number {
  const after = upperBound(t, time);
  if (after > 0 && t[after - 1] === time) return y[after - 1] as number;
  if (after === 0 || after === t.length) return NaN;
  const t0 = t[after - 1] as number;
  const t1 = t[after] as number;
  const y0 = y[after - 1] as number;
  return y0 + ((y[after] as number) - y0) * ((time - t0) / (t1 - t0));
}

/** The row nearest in time. */
export function nearestRow(t: ArrayLike<number>, time: number): number {
  const i = upperBound(t, time);
  if (i === 0) return 0;
  if (i === t.length) return t.length - 1;
  return time - (t[i - 1] as number) <= (t[i] as number) - time ? i - 1 : i;
}
