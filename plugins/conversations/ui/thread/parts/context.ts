import { type SliceMap, type ViewHost, WindowChannel } from '@atelier/kernel/ui';

type Context = Pick<SliceMap, 'conversation' | 'project' | 'thread'>;

/** Tells the window what is on screen, so that the composer, the panel and the widgets go with it. */
export class WindowContext {
  readonly #view: () => ViewHost | undefined;
  readonly #failed: (error: unknown) => void;
  #told = '';

  constructor(view: () => ViewHost | undefined, failed: (error: unknown) => void) {
    this.#view = view;
    this.#failed = failed;
  }

  tell(context: Context): void {
    const told = JSON.stringify(context);
    if (told === this.#told) return;
    this.#told = told;
    this.#view()?.connect(WindowChannel).call('context', context).catch(this.#failed);
  }
}
