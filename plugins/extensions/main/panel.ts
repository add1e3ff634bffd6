import type { ExtensionContext, Handle, Handlers, Publisher } from '@atelier/kernel';
import { Badges, Workbench } from '@atelier/workbench/contract';
import { ExtensionsChannel, type ExtensionsShape } from '../contract/index.ts';
import type { Store } from './install/store.ts';
import type { Updates } from './updates.ts';

/** The steps of an install that the panel shows. */
export type Step = 'asking' | 'downloading' | 'checking' | 'resolving' | 'unpacking' | 'starting' | 'done';

const view = 'extensions.panel';

/** Opens the panel, sends it the progress of installs, and sets the badge of its sidebar entry. */
export class Panel {
  readonly #ctx: ExtensionContext;
  readonly #store: Store;
  readonly #updates: Updates;
  #channel: Publisher<ExtensionsShape> | undefined;
  #badge: { readonly count: number; readonly handle: Handle } | undefined;

  constructor(ctx: ExtensionContext, store: Store, updates: Updates) {
    this.#ctx = ctx;
    this.#store = store;
    this.#updates = updates;
    this.#showCount(this.#pendingUpdates());
  }

  serve(handlers: Handlers<ExtensionsShape>): void {
    this.#channel = this.#ctx.serve(ExtensionsChannel, handlers);
  }

  show(params: Readonly<Record<string, string>>): Promise<void> {
    return this.#ctx.get(Workbench).show(view, params);
  }

  step(id: string, step: Step): void {
    this.#channel?.emit('progress', { id, step });
    this.#ctx.log.info(`${id}: ${step}.`);
  }

  failed(id: string, what: string, error: unknown): void {
    this.#channel?.emit('progress', { id, step: 'failed' });
    this.#ctx.log.warn(`${id}: ${what} failed. ${error instanceof Error ? error.message : String(error)}`);
  }

  /** Announces that installed extensions, registries or known updates have changed. */
  changed(): void {
    const count = this.#pendingUpdates();
    this.#showCount(count);
    this.#channel?.emit('changed', { updates: count });
  }

  /** How many updates wait for the person; an update that is held back for its age is not counted. */
  #pendingUpdates(): number {
    const updates = this.#store.list().map(({ record }) => this.#updates.of(record));
    return updates.filter(update => update?.kept === false && update.heldUntil === undefined).length;
  }

  #showCount(count: number): void {
    if (this.#badge?.count === count) return;
    void this.#badge?.handle.dispose();
    this.#badge = count === 0 ? undefined : { count, handle: this.#ctx.contribute(Badges, { view, text: String(count), count: true }) };
  }
}
