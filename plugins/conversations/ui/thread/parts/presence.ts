import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { ConversationsChannel } from '../../../contract/index.ts';
import { windowId } from '../../window-id.ts';

/** Tells which conversation this window shows, and whether somebody looks at it. */
export class Presence implements ReactiveController {
  readonly #view: () => ViewHost | undefined;
  readonly #conversation: () => string | undefined;
  #told = '';

  constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined, conversation: () => string | undefined) {
    this.#view = view;
    this.#conversation = conversation;
    host.addController(this);
  }

  hostConnected(): void {
    for (const name of ['focus', 'blur']) addEventListener(name, this.#tell);
    document.addEventListener('visibilitychange', this.#tell);
  }

  hostUpdated(): void {
    this.#tell();
  }

  hostDisconnected(): void {
    for (const name of ['focus', 'blur']) removeEventListener(name, this.#tell);
    document.removeEventListener('visibilitychange', this.#tell);
    this.#report(undefined);
  }

  readonly #tell = (): void => this.#report(this.#conversation());

  #report(conversation: string | undefined): void {
    const focused = document.visibilityState === 'visible' && document.hasFocus();
    const told = `${focused} ${conversation}`;
    const view = this.#view();
    if (told === this.#told || view === undefined) return;
    this.#told = told;
    view
      .connect(ConversationsChannel)
      .call('presence', { window: windowId, focused, ...(conversation !== undefined && { conversation }) })
      .catch(() => {
        // It is told again with the next change.
        this.#told = '';
      });
  }
}
