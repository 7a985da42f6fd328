// SPDX-License-Identifier: Apache-2.0
// Builds the page from the report's header and arrays.

import { certificate, stopBanner, warningList } from './certificate';
import { Clock } from './clock';
import { dataLength, readArrays, readHeader, type Arrays } from './data';
import { details, head } from './details';
import { el } from './dom';
import type { Header } from './format';
import { keyHelp, listen } from './keys';
import { whenAllIsBuilt } from './later';
import { player } from './player';
import { plots, type Plots } from './plots';
import { portraits } from './portraits';
import { stage } from './scene/stage';
import { logLogs, studyTable } from './study';
import { exposeForTests } from './testing';

const muchData = 4e6; // characters

/** From the first to the last time of the frames and curves. */
function makeClock(header: Header, arrays: Arrays): Clock {
  const names = header.plots.flatMap((plot) => plot.series.map((s) => s.t));
  const frames = header.scene ? arrays.find('frame.t') : undefined;
  const all = [...new Set(names)].flatMap((name) => arrays.find(name) ?? []);
  if (frames) all.push(frames);
  let start = Infinity;
  let end = -Infinity;
  for (const t of all) {
    if (!t.length) continue;
    start = Math.min(start, t[0] as number);
    end = Math.max(end, t[t.length - 1] as number);
  }
  if (!(start <= end)) start = end = 0;
  return new Clock(frames ?? all[0] ?? [], start, end);
}

function timeParts(header: Header, arrays: Arrays, clock: Clock): { elements: (HTMLElement | null)[]; plots: Plots | null } {
  const picture = header.scene && header.kind === 'run' ? stage(header.scene, arrays, clock) : null;
  const study = header.kind !== 'run';
  const curves = header.plots.some((plot) => plot.series.length) ? plots(header.plots, arrays, clock, study) : null;
  const paths = portraits(study ? [] : header.plots, header.portraits ?? [], arrays, clock);
  listen(clock, { fit: picture?.fit });
  const right = curves || paths ? el('div', { class: 'curves' }, curves?.element ?? null, paths) : null;
  const grid = el('div', { class: picture ? 'motion with-picture' : 'motion' }, picture?.element ?? null, right);
  const bar = clock.end > clock.start ? player(clock, keyHelp(!!picture?.fit, header.scene?.dimension === 3)) : null;
  return { elements: [grid, bar], plots: curves };
}

function build(header: Header, arrays: Arrays): (HTMLElement | null)[] {
  const clock = makeClock(header, arrays);
  const { elements, plots: curves } = timeParts(header, arrays, clock);
  exposeForTests(header, clock, curves);
  const warnings = warningList(header.warnings ?? [], clock);
  const checks = certificate(header.checks ?? []);
  const top = checks || warnings ? el('div', { class: checks && warnings ? 'top two' : 'top' }, checks, warnings) : null;
  return [
    head(header),
    stopBanner(header),
    top,
    header.table ? studyTable(header.table) : null,
    logLogs(header.loglog ?? []),
    ...elements,
    details(header),
  ];
}

function built(page: HTMLElement): void {
  page.dataset['built'] = 'true';
  performance.mark('saltus:built');
}

async function main(): Promise<void> {
  const page = document.getElementById('page') as HTMLElement;
  const say = (text: string): void => page.replaceChildren(el('p', { class: 'loading', role: 'alert' }, text));
  const header = readHeader();
  if (!header) return say('This page holds no report: it is the template that Saltus fills.');
  document.title = `${header.title || header.model} – Saltus`;
  if (header.format !== 2) return say(`This page reads format 2, the report has format ${header.format}.`);
  // A picture of its own costs more time than little data does.
  if (dataLength() > muchData) page.replaceChildren(head(header), el('p', { class: 'loading' }, 'Unpacking…'));
  try {
    const arrays = await readArrays(header.arrays);
    performance.mark('saltus:unpacked');
    page.replaceChildren(...build(header, arrays).filter((part) => part !== null));
    page.dataset['ready'] = 'true';
    performance.mark('saltus:ready');
    // Plots learn their width in the next frame.
    requestAnimationFrame(() => setTimeout(() => whenAllIsBuilt(() => built(page))));
  } catch (error) {
    say(`The report could not be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}

void main();
