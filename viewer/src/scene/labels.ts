// SPDX-License-Identifier: Apache-2.0
// Names of marks, joints and bodies, written over the picture.

import { el } from '../dom';
import type { Actors } from './actors';
import type { View } from './view';

const mostBodies = 30;

export class Labels {
  readonly element = el('div', { class: 'labels', 'aria-hidden': 'true' });
  visible: boolean;
  private items: HTMLElement[] = [];

  constructor(private actors: Actors) {
    this.visible = (actors.marks?.labels().length ?? 0) > 0;
  }

  /** Whether there is anything to name. */
  get any(): boolean {
    return this.list().length > 0;
  }

  private list(): { text: string; at: [number, number, number] }[] {
    const { marks, joints, scene, frames } = this.actors;
    const bodies = scene.bodies ?? [];
    const moving = bodies.flatMap((body, i) =>
      body.fixed ? [] : [{ text: body.name, at: [...frames.origin.subarray(3 * i, 3 * i + 3)] as [number, number, number] }],
    );
    return [
      ...(marks?.labels() ?? []),
      ...(joints ? joints.joints.map((joint, i) => ({ text: joint.name, at: joints.now[i] as [number, number, number] })) : []),
      ...(moving.length <= mostBodies ? moving : []),
    ];
  }

  update(view: View): void {
    this.element.hidden = !this.visible;
    if (!this.visible) return;
    const list = this.list();
    while (this.items.length < list.length) {
      const item = el('span', {});
      this.items.push(item);
      this.element.append(item);
    }
    list.forEach(({ text, at }, i) => {
      const item = this.items[i] as HTMLElement;
      const place = view.project(at);
      item.hidden = !place;
      if (!place) return;
      if (item.textContent !== text) item.textContent = text;
      item.style.transform = `translate(${place.left.toFixed(1)}px, ${place.top.toFixed(1)}px)`;
    });
  }
}
