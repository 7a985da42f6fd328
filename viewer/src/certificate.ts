// SPDX-License-Identifier: Apache-2.0
// The certificate as a table, the failure where there is one, and the warnings with their times.

import type { Clock } from './clock';
import { el, section } from './dom';
import type { Check, Header, Verdict, Warning } from './format';
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
  if (header.certificate?.['status'] === 'interrupted') verdicts.push('amber');
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

/** How far a run came that did not come to its end, and why; null where it did. */
export function stopBanner(header: Header): HTMLElement | null {
  const { failure, certificate } = header;
  const interrupted = certificate?.['status'] === 'interrupted';
  if (!failure && !interrupted) return null;
  const asked = header.options.find(([name]) => name === 'end')?.[1];
  const time = failure ? failure.time : certificate?.['end_time'];
  const reached =
    typeof time === 'number' ? ` at t = ${short(time, 8)} s${asked ? ` of ${asked}` : ''}` : ' before the first step';
  const steps = certificate?.['steps'];
  const after = typeof steps === 'number' ? `, after ${short(steps, 9)} accepted steps.` : '.';
  const symbol = mark(failure ? 'red' : 'amber', '');
  const why = failure
    ? [
        el('p', {}, failure.where ? `${failure.where}: ` : '', failure.what, '.'),
        failure.advice ? el('p', {}, el('b', {}, 'To try: '), failure.advice) : null,
      ]
    : [el('p', {}, 'It was told to stop. The same command with --resume goes on from here.')];
  return el(
    'div',
    { class: failure ? 'stop failed' : 'stop', role: 'alert', 'data-testid': failure ? 'failure' : 'interrupted' },
    el('strong', {}, symbol, `The run ${failure ? 'failed' : 'was interrupted'}${reached}${after}`),
    ...why,
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
