// SPDX-License-Identifier: Apache-2.0
// The certificate as a table, the failure where there is one, and the warnings with their times.

import type { Clock } from './clock';
import { el, section } from './dom';
import type { Check, Failure, Header, Verdict, Warning } from './format';
import { full, short, withUnit } from './numbers';

const words: Record<Verdict, string> = { green: 'good', amber: 'doubtful', red: 'bad', none: 'for information' };
const symbols: Record<Verdict, string> = { green: '✓', amber: '!', red: '✕', none: '·' };

export function mark(verdict: Verdict, text = words[verdict]): HTMLElement {
  return el(
    'span',
    { class: `verdict ${verdict}` },
    el('span', { class: 'symbol', 'aria-hidden': 'true' }, symbols[verdict]),
    text,
  );
}

/** The worst verdict of the table; red where the run failed. */
export function overall(header: Header): Verdict {
  if (header.failure) return 'red';
  const verdicts = (header.checks ?? []).map((check) => check.verdict);
  for (const verdict of ['red', 'amber', 'green'] as const) if (verdicts.includes(verdict)) return verdict;
  return 'none';
}

export function certificate(checks: Check[]): HTMLElement | null {
  if (!checks.length) return null;
  const row = (check: Check): HTMLElement =>
    el(
      'tr',
      { class: check.verdict, title: check.hint ?? '' },
      el('td', {}, check.verdict === 'none' ? el('span', { class: 'offscreen' }, words.none) : mark(check.verdict)),
      el('th', { scope: 'row' }, check.label, check.hint ? el('span', { class: 'check-hint' }, check.hint) : null),
      el(
        'td',
        { class: 'number', title: full(check.value) },
        check.value === null ? '–' : withUnit(short(check.value, 4), check.unit),
      ),
      el(
        'td',
        { class: 'number soft' },
        check.limit === null || check.limit === undefined ? '' : `≤ ${withUnit(short(check.limit, 3), check.unit)}`,
      ),
    );
  const head = el(
    'thead',
    {},
    el(
      'tr',
      {},
      ...['Verdict', 'Figure', 'Value', 'Limit'].map((name, i) => el('th', { scope: 'col', class: i > 1 ? 'number' : '' }, name)),
    ),
  );
  const asked = checks.filter((check) => check.verdict !== 'none');
  const told = checks.filter((check) => check.verdict === 'none');
  const body = el('tbody', {}, ...asked.map(row), ...told.map(row));
  return section('certificate', 'Certificate', el('div', { class: 'scroll' }, el('table', { class: 'checks' }, head, body)));
}

export function failureBanner(failure: Failure, certificateObject: Record<string, unknown> | undefined): HTMLElement {
  const reached = failure.time === null ? 'before the first step' : `at t = ${short(failure.time, 8)} s`;
  const steps = certificateObject?.['steps'];
  return el(
    'div',
    { class: 'failure', role: 'alert', 'data-testid': 'failure' },
    el(
      'strong',
      {},
      mark('red', ''),
      `The run failed ${reached}`,
      typeof steps === 'number' ? `, after ${short(steps, 9)} accepted steps.` : '.',
    ),
    el('p', {}, failure.where ? `${failure.where}: ` : '', failure.what, '.'),
    failure.advice ? el('p', {}, el('b', {}, 'To try: '), failure.advice) : null,
    el('p', { class: 'soft' }, 'Everything below shows what was computed before.'),
  );
}

export function warningList(warnings: Warning[], clock: Clock): HTMLElement | null {
  if (!warnings.length) return null;
  const item = (warning: Warning, i: number): HTMLElement => {
    const level: Verdict = warning.level === 'note' ? 'none' : warning.level;
    const label = { note: 'note', amber: 'warning', red: 'error' }[warning.level];
    const content = [mark(level, label), el('span', { class: 'warning-text' }, warning.text)];
    const time = warning.t;
    if (time === null) return el('li', {}, el('span', { class: 'warning' }, ...content));
    const button = el(
      'button',
      { type: 'button', class: 'warning', 'data-testid': `warning-${i}`, 'data-time': time, title: `Go to t = ${full(time)} s` },
      ...content,
      el('span', { class: 'warning-time' }, `t = ${short(time, clock.digits)} s`),
    );
    button.addEventListener('click', () => {
      clock.pause();
      clock.seek(time);
    });
    return el('li', {}, button);
  };
  return section(
    'warnings',
    warnings.length > 1 ? `Warnings (${warnings.length})` : 'Warnings',
    el('ol', { class: 'warnings' }, ...warnings.map(item)),
  );
}
