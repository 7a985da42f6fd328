// SPDX-License-Identifier: Apache-2.0
// What the report is about and how to make it again: title, facts, command, options, model, notes.

import { mark, overall } from './certificate';
import { copyButton, el, section } from './dom';
import type { Header } from './format';
import { short } from './numbers';

export function head(header: Header): HTMLElement {
  const kind = { run: 'Simulation', compare: 'Comparison of schemes', converge: 'Convergence study' }[header.kind];
  const verdict = overall(header);
  const words = {
    green: 'Certificate good',
    amber: header.certificate?.['status'] === 'interrupted' ? 'Run interrupted' : 'Look at the certificate',
    red: header.failure ? 'Run failed' : 'Certificate bad',
    none: '',
  };
  return el(
    'header',
    { class: 'head' },
    el('p', { class: 'kind' }, kind),
    el('h1', { 'data-testid': 'title' }, header.title || header.model),
    el(
      'div',
      { class: 'facts' },
      header.kind === 'run' && verdict !== 'none' ? mark(verdict, words[verdict]) : null,
      ...facts(header),
    ),
  );
}

function facts(header: Header): HTMLElement[] {
  const c = header.certificate ?? {};
  const list: [string, string][] = [['model', header.model]];
  if (typeof c['scheme'] === 'string') list.push(['scheme', c['scheme']]);
  if (typeof c['step'] === 'number') list.push(['step', `${short(c['step'])} s`]);
  if (typeof c['steps'] === 'number') list.push(['steps', short(c['steps'], 9)]);
  if (typeof c['end_time'] === 'number') list.push(['end', `${short(c['end_time'], 8)} s`]);
  if (typeof c['wall_seconds'] === 'number') list.push(['computed in', `${short(c['wall_seconds'], 3)} s`]);
  list.push(['Saltus', header.version]);
  return list.map(([name, value]) => el('span', { class: 'fact' }, el('span', { class: 'soft' }, name), ' ', value));
}

/** A line is broken between words first: `-` and `-step` on two lines are no option. */
function words(command: string): (HTMLElement | string)[] {
  return command.split(/( +)/).map((part, i) => (i % 2 ? part : el('span', { class: 'word' }, part)));
}

export function details(header: Header): HTMLElement {
  const options = header.options.length
    ? el(
        'table',
        { class: 'options' },
        el(
          'tbody',
          {},
          ...header.options.map(([name, value]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', {}, value))),
        ),
      )
    : null;
  return section(
    'reproduce',
    'Model and reproduction',
    el('h3', {}, 'Command'),
    el(
      'div',
      { class: 'code-line' },
      el('pre', { class: 'command', 'data-testid': 'command', tabindex: 0 }, ...words(header.command)),
      copyButton(() => header.command, 'copy-command', 'Copy the command'),
    ),
    el('p', { class: 'soft' }, `Saltus ${header.version}, report format ${header.format}.`),
    options && el('h3', {}, 'Options'),
    options && el('div', { class: 'scroll' }, options),
    header.model_text
      ? el(
          'details',
          { class: 'model', 'data-testid': 'model' },
          el('summary', {}, `Model ${header.model}, as it was understood`),
          el(
            'div',
            { class: 'code-line' },
            el('pre', { tabindex: 0 }, header.model_text),
            copyButton(() => header.model_text, 'copy-model', 'Copy the model'),
          ),
        )
      : null,
    header.notes.length ? el('h3', {}, 'About this report') : null,
    header.notes.length
      ? el('ul', { class: 'notes', 'data-testid': 'notes' }, ...header.notes.map((note) => el('li', {}, note)))
      : null,
  );
}
