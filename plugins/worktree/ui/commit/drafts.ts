import type { ViewHost } from '@atelier/kernel/ui';

/** As many as the state of a view has room for. */
const most = 4;

/** The messages that were begun and are not committed, by the folder of the work tree: they outlive the dialog and a reload. */
export class Drafts {
  readonly #view: () => ViewHost;

  constructor(view: () => ViewHost) {
    this.#view = view;
  }

  of(folder: string): string {
    return this.#all().get(folder) ?? '';
  }

  keep(folder: string, message: string): void {
    const all = this.#all();
    all.delete(folder);
    if (message !== '') all.set(folder, message);
    this.#view().state.set({ drafts: [...all].slice(-most) });
  }

  #all(): Map<string, string> {
    const kept = this.#view().state.get() as { drafts?: [string, string][] } | undefined;
    return new Map(Array.isArray(kept?.drafts) ? kept.drafts : []);
  }
}
