// SPDX-License-Identifier: Apache-2.0
// What a plot shows at first, and the order in which its curves are listed.

import type { Numbers } from './data';
import { nothing, rangeOfAll, type Range } from './range';

const limit = 8; // curves shown at first

const contacts = ['gaps', 'forces', 'impulses'];
const natural = new Intl.Collator('en', { numeric: true }); // #2 before #10

interface Curve {
  name: string;
  y: Numbers;
}

export interface Choice {
  order: number[]; // those shown at first, then the others
  shown: boolean[];
}

/** Curves that are shown together: one of a run, or one quantity of all runs of a study. */
interface Group {
  name: string;
  members: number[];
}

export function choose(plotId: string, curves: Curve[], study: boolean): Choice {
  const groups = study ? quantities(curves) : curves.map((c, i) => ({ name: c.name, members: [i] }));
  if (contacts.includes(plotId)) groups.sort((a, b) => natural.compare(a.name, b.name));
  const chosen = new Set(study ? ofRuns(plotId, curves, groups) : ofCurves(plotId, curves, groups));
  const listed = groups.flatMap((group) => group.members);
  return {
    order: [...listed.filter((i) => chosen.has(i)), ...listed.filter((i) => !chosen.has(i))],
    shown: curves.map((_, i) => chosen.has(i)),
  };
}

function ofCurves(plotId: string, curves: Curve[], groups: Group[]): number[] {
  const ranked = groups.length > limit ? telling(plotId, curves, groups) : groups;
  return ranked.slice(0, limit).flatMap((group) => group.members);
}

/** A few quantities, each of every run; of one run per scheme where there are too many. */
function ofRuns(plotId: string, curves: Curve[], groups: Group[]): number[] {
  const all = [...new Set(curves.map((c) => parts(c.name).run))];
  const runs = all.length > limit ? finest(all) : all;
  const some = groups.map(({ name, members }) => ({
    name,
    members: members.filter((i) => runs.includes(parts((curves[i] as Curve).name).run)),
  }));
  const total = plotId === 'energy' && some.find((group) => group.name === 'total');
  if (total) return total.members;
  // First what every run has.
  const ranked = telling(plotId, curves, some).sort((a, b) => b.members.length - a.members.length);
  return ranked.slice(0, Math.max(1, Math.floor(limit / runs.length))).flatMap((group) => group.members);
}

/** First gaps that come closest, contacts that press most; last what does not change. */
function telling(plotId: string, curves: Curve[], groups: Group[]): Group[] {
  const ranges = curves.map((c) => rangeOfAll(c.y, nothing));
  const span = ([low, high]: Range): number => Math.max(0, high - low);
  const most = Math.max(...ranges.map(span));
  const key = ({ members }: Group): number => {
    const own = members.map((i) => ranges[i] as Range);
    if (!own.some((range) => span(range) > 1e-6 * most)) return Infinity; // round-off moves too
    if (plotId === 'gaps') return Math.min(...own.map(([low]) => low));
    if (contacts.includes(plotId)) return -Math.max(...own.map(([low, high]) => Math.max(-low, high)));
    return 0;
  };
  const keys = new Map(groups.map((group) => [group, key(group)]));
  const less = (a: number, b: number): number => (a < b ? -1 : a > b ? 1 : 0);
  return [...groups].sort((a, b) => less(keys.get(a) as number, keys.get(b) as number));
}

/** "ball.y, moreau-jean, 0.01 s" */
function parts(name: string): { quantity: string; run: string } {
  const [quantity = name, ...run] = name.split(', ');
  return { quantity, run: run.join(', ') };
}

function quantities(curves: Curve[]): Group[] {
  const groups = new Map<string, Group>();
  curves.forEach(({ name }, i) => {
    const { quantity } = parts(name);
    const group = groups.get(quantity) ?? { name: quantity, members: [] };
    group.members.push(i);
    groups.set(quantity, group);
  });
  return [...groups.values()];
}

/** Of each scheme the run with the smallest step. */
function finest(runs: string[]): string[] {
  const best = new Map<string, { run: string; step: number }>();
  for (const run of runs) {
    const [, scheme = run, text = ''] = /^(.*), (\S+) s$/.exec(run) ?? [];
    const step = Number(text);
    const known = best.get(scheme);
    if (!known || step < known.step) best.set(scheme, { run, step });
  }
  return [...best.values()].map(({ run }) => run);
}
