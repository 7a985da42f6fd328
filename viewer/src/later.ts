// SPDX-License-Identifier: Apache-2.0
// Building that waits for its turn: what the window shows comes before the next frame, all else after it, piece by piece.

interface Piece {
  place: HTMLElement;
  build: () => void;
}

let pieces: Piece[] = [];
let listeners: (() => void)[] = [];
let running = false;

/** Builds what belongs at this place of the page when it is its turn; until then the place is as tall as it will be. */
export function inTurn(place: HTMLElement, height: number, build: () => void): void {
  place.style.minHeight = `${height}px`;
  pieces.push({ place, build });
  if (running) return;
  running = true;
  queueMicrotask(start);
}

/** Calls once nothing waits any more. */
export function whenAllIsBuilt(listener: () => void): void {
  if (running) listeners.push(listener);
  else listener();
}

function fill({ place, build }: Piece): void {
  build();
  place.style.minHeight = '';
}

function start(): void {
  // All places first: what is built moves nothing, but asking after each would lay out the page as often.
  const seen = new Set(pieces.filter(({ place }) => place.getBoundingClientRect().top < innerHeight));
  pieces = pieces.filter((piece) => !seen.has(piece));
  for (const piece of seen) fill(piece);
  requestAnimationFrame(() => setTimeout(next));
}

function next(): void {
  const piece = pieces.shift();
  if (piece) fill(piece);
  if (pieces.length) {
    setTimeout(next);
    return;
  }
  running = false;
  const told = listeners;
  listeners = [];
  for (const listener of told) listener();
}
