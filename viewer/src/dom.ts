// SPDX-License-Identifier: Apache-2.0
// Makes elements in one call.

type Child = Node | string | null | undefined | false;
type Attributes = Record<string, string | number | boolean | ((event: Event) => void) | undefined>;

/** An element with attributes (`onclick` and the like take functions) and children. */
export function el<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(key.slice(2), value);
    else element.setAttribute(key, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

export function svg(tag: string, attributes: Record<string, string | number> = {}, ...children: Child[]): SVGElement {
  const element = document.createElementNS('http://www.w3.org/2000/svg', tag);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  append(element, children);
  return element;
}

function append(element: Element, children: Child[]): void {
  for (const child of children) if (child !== null && child !== undefined && child !== false) element.append(child);
}

/** A section with a heading, an anchor and a name for tests. */
export function section(id: string, title: string, ...children: Child[]): HTMLElement {
  return el(
    'section',
    { id, 'data-testid': id, 'aria-labelledby': `${id}-title` },
    el('h2', { id: `${id}-title` }, title),
    ...children,
  );
}

/** A button that says with `aria-pressed` whether it is on. */
export function toggle(
  label: string,
  on: boolean,
  testid: string,
  title: string,
  change: (on: boolean) => void,
): HTMLButtonElement {
  const button = el(
    'button',
    { type: 'button', class: 'toggle', 'aria-pressed': String(on), 'data-testid': testid, title },
    label,
  );
  button.addEventListener('click', () => {
    const next = button.getAttribute('aria-pressed') !== 'true';
    button.setAttribute('aria-pressed', String(next));
    change(next);
  });
  return button;
}

/** Copies the text; the button says that it did. */
export function copyButton(text: () => string, testid: string, name: string): HTMLButtonElement {
  const button = el('button', { type: 'button', class: 'copy', 'data-testid': testid, 'aria-label': name }, 'Copy');
  button.addEventListener('click', () => {
    const done = (): void => {
      button.textContent = 'Copied';
      setTimeout(() => (button.textContent = 'Copy'), 1500);
    };
    const value = text();
    if (navigator.clipboard) navigator.clipboard.writeText(value).then(done, () => byHand(value) && done());
    else if (byHand(value)) done();
  });
  return button;
}

/** For browsers that give pages from disk no clipboard. */
function byHand(text: string): boolean {
  const area = el('textarea', { class: 'offscreen' });
  area.value = text;
  document.body.append(area);
  area.select();
  const ok = document.execCommand('copy');
  area.remove();
  return ok;
}
