// SPDX-License-Identifier: Apache-2.0
// Colours that colour-blind readers can tell apart (Okabe and Ito), on light, dark and paper.

// Without yellow, which is too faint on white; black (white in the dark) comes last. Lighter in the dark.
const hues = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#E69F00', '#56B4E9'];
const darkHues = ['#56B4E9', '#F08A4B', '#2FC79B', '#E3A6C8', '#F0C04A', '#8FB8FF'];
const dashes: number[][] = [[], [7, 4], [2, 3], [9, 3, 2, 3]];

export const status = { open: '#8a8f98', closed: '#009E73', sliding: '#E69F00', sticking: '#0072B2' };

export interface Theme {
  dark: boolean;
  ink: string;
  soft: string;
  grid: string;
  canvas: string;
}

const darkQuery = matchMedia('(prefers-color-scheme: dark)');
const printQuery = matchMedia('print');
let paper = printQuery.matches;
const listeners: (() => void)[] = [];

export function theme(): Theme {
  return darkQuery.matches && !paper
    ? { dark: true, ink: '#e6e8eb', soft: '#9aa1ab', grid: '#2d333b', canvas: '#191d23' }
    : { dark: false, ink: '#1c2126', soft: '#5b636d', grid: '#e4e7eb', canvas: '#f6f7f9' };
}

/** Colour and dashes of the i-th curve. */
export function curve(i: number): { colour: string; dash: number[] } {
  const n = hues.length + 1;
  const hue = i % n;
  return {
    colour: hue === n - 1 ? theme().ink : ((theme().dark ? darkHues : hues)[hue] as string),
    dash: dashes[Math.floor(i / n) % dashes.length] as number[],
  };
}

/** Width in CSS pixels of a plot on paper, two of them side by side on A4; null on the screen. */
export function paperWidth(): number | null {
  return paper ? 325 : null;
}

/** Called when the colours change: dark or light, or paper. */
export function onTheme(listener: () => void): void {
  listeners.push(listener);
}

function change(onPaper: boolean): void {
  paper = onPaper;
  for (const listener of listeners) listener();
}

darkQuery.addEventListener('change', () => change(paper));
printQuery.addEventListener('change', () => change(printQuery.matches));
addEventListener('beforeprint', () => change(true));
addEventListener('afterprint', () => change(false));
