// SPDX-License-Identifier: Apache-2.0
// Finds rows by time, and the value that a curve has at a time.

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

/**
 * The value drawn at a time: of a row where there is one at this time (the last of them: after the jump);
 * between rows on the straight line, or, of steps, that of the row that ends the interval. NaN outside.
 */
export function valueAt(t: Numbers, y: Numbers, style: PlotStyle, time: number): number {
  const after = upperBound(t, time);
  if (after > 0 && t[after - 1] === time) return y[after - 1] as number;
  if (after === 0 || after === t.length) return NaN;
  if (style === 'steps') return y[after] as number;
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
