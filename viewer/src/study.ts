// SPDX-License-Identifier: Apache-2.0
// The parts of a comparison or a convergence study: the table and the log-log plots.

import { el, section } from './dom';
import type { LogLog, Table } from './format';
import { logLog } from './loglog';
import { full, short } from './numbers';

export function studyTable(table: Table): HTMLElement {
  const numeric = table.columns.map((_, c) => table.rows.some((row) => typeof row[c] === 'number'));
  const cell = (value: string | number | null | undefined, c: number): HTMLElement => {
    const kind = numeric[c] ? 'number' : '';
    if (typeof value === 'number') return el('td', { class: kind, title: full(value) }, short(value, 4));
    return el('td', { class: value === 'failed' || value === 'refused' ? `${kind} bad` : kind }, value ?? '–');
  };
  const head = table.columns.map((column, c) =>
    el(
      'th',
      { scope: 'col', class: numeric[c] ? 'number' : '' },
      column.name,
      column.unit ? el('span', { class: 'unit' }, column.unit) : null,
    ),
  );
  const rows = table.rows.map((row) => el('tr', {}, ...table.columns.map((_, c) => cell(row[c], c))));
  const element = el(
    'table',
    { class: table.columns.length > 12 ? 'study dense' : 'study', 'data-testid': 'study-table' },
    el('thead', {}, el('tr', {}, ...head)),
    el('tbody', {}, ...rows),
  );
  return section('table', 'Results', el('div', { class: 'scroll' }, element));
}

export function logLogs(list: LogLog[]): HTMLElement | null {
  if (!list.length) return null;
  return section(
    'loglog',
    'Errors and work',
    el('div', { class: 'loglog-grid' }, ...list.map((plot, i) => logLog(plot, `loglog-${i}`))),
  );
}
