import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ConversationsChannel } from '../../../contract/index.ts';
import { windowId } from '../../window-id.ts';

/** Reports which conversation this window shows, and whether the window has the focus. */
export class Presence implements ReactiveController {
  readonly #view: () => ViewHost | undefined;
  readonly #conversation: () => string | undefined;
  #reported = '';

  constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined, conversation: () => string | undefined) {
    this.#view = view;
    this.#conversation = conversation;
    host.addController(this);
  }

  hostConnected(): void {
    for (const name of ['focus', 'blur']) addEventListener(name, this.#update);
    document.addEventListener('visibilitychange', this.#update);
  }

  hostUpdated(): void {
    this.#update();
  }

  hostDisconnected(): void {
    for (const name of ['focus', 'blur']) removeEventListener(name, this.#update);
    document.removeEventListener('visibilitychange', this.#update);
    this.#report(undefined);
  }

  readonly #update = (): void => this.#report(this.#conversation());

  #report(conversation: string | undefined): void {
    const focused = document.visibilityState === 'visible' && document.hasFocus();
    const report = `${focused} ${conversation}`;
    const view = this.#view();
    if (report === this.#reported || view === undefined) return;
    this.#reported = report;
    view
      .connect(ConversationsChannel)
      .call('presence', { window: windowId, focused, ...(conversation !== undefined && { conversation }) })
      .catch(() => {
        // It is reported again at the next change.
        this.#reported = '';
      });
  }
}
