// SPDX-License-Identifier: Apache-2.0
// Where a logarithmic axis has its ticks.

/**
 * Between 10^min and 10^max: decades; of fewer than two of them also 2 and 5, of less than one more; every second or
 * third one where there are more than `most`.
 */
export function logTicks(min: number, max: number, most: number): number[] {
  const span = max - min;
  const stride = Math.max(1, Math.ceil(span / most));
  const parts = span < 0.5 ? [1, 2, 3, 4, 5, 6, 7, 8, 9] : span < 0.9 ? [1, 2, 3, 4, 5, 7] : span < 2.2 ? [1, 2, 5] : [1];
  const list: number[] = [];
  for (let e = Math.floor(min); e <= Math.ceil(max); e++) {
    if (((e % stride) + stride) % stride) continue;
    for (const part of parts) {
      const l = e + Math.log10(part);
      if (l >= min && l <= max) list.push(Number(`${part}e${e}`)); // 10 ** e is not always the nearest number
    }
  }
  return list;
}
