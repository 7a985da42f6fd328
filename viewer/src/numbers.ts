// SPDX-License-Identifier: Apache-2.0
// Writes numbers for people (few digits) and for the record (17 digits).

/** Significant digits that tell a step apart among numbers of this size. */
export function digitsFor(size: number, step: number): number {
  const ratio = Math.abs(size / step);
  return Number.isFinite(ratio) && ratio > 1 ? Math.min(16, Math.ceil(Math.log10(ratio)) + 1) : 2;
}

/** At most `digits` significant digits, 1.2e-5 rather than 0.000012. */
export function short(x: number | null | undefined, digits = 5): string {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  if (!Number.isFinite(x)) return x > 0 ? '∞' : '-∞';
  const a = Math.abs(x);
  if (Number.isInteger(x) && a < 1e9) return String(x);
  let text: string;
  if (a >= 1e-3 && a < 1e6) text = trim(x.toPrecision(Math.max(digits, Math.floor(Math.log10(a)) + 1)));
  else {
    const [mantissa = '', exponent = ''] = x.toExponential(digits - 1).split('e');
    text = `${trim(mantissa)}e${exponent.replace('+', '')}`;
  }
  return text;
}

/** With these digits always, so that a running figure keeps its width. */
export function steady(x: number | null | undefined, digits = 6): string {
  if (x === null || x === undefined || Number.isNaN(x)) return '–';
  const a = Math.abs(x);
  if (Number.isInteger(x) && a < 1e6) return String(x);
  return a >= 1e-3 && a < 1e6 ? x.toPrecision(digits) : x.toExponential(digits - 1).replace('e+', 'e');
}

/** 17 significant digits: reading it back gives the same number. */
export function full(x: number | null | undefined): string {
  return x === null || x === undefined || Number.isNaN(x) ? '–' : x.toPrecision(17);
}

function trim(text: string): string {
  return text.includes('.') && !text.includes('e') ? text.replace(/\.?0+$/, '') : text;
}

/** "12.3 m/s"; no blank where there is no unit. */
export function withUnit(text: string, unit: string | undefined): string {
  return unit ? `${text} ${unit}` : text;
}
