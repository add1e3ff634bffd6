import { type SliceMap, type ViewHost, WindowChannel } from '@atelier/kernel/ui';

type Context = Pick<SliceMap, 'conversation' | 'project' | 'thread'>;

/** Sets the window's slices to what is on screen, which the composer, the panel and the widgets follow. */
export class WindowContext {
  readonly #view: () => ViewHost | undefined;
  readonly #failed: (error: unknown) => void;
  #sent = '';

  constructor(view: () => ViewHost | undefined, failed: (error: unknown) => void) {
    this.#view = view;
    this.#failed = failed;
  }

  set(context: Context): void {
    const sent = JSON.stringify(context);
    if (sent === this.#sent) return;
    this.#sent = sent;
    this.#view()?.connect(WindowChannel).call('context', context).catch(this.#failed);
  }
}
