import type { Save } from './synced-text.ts';

/** A text that is on its way to the kernel, or could not get there. */
export interface Unsaved extends Save {
  readonly of: string;
}

const prefix = 'atelier.unsaved.';

/** Texts that the kernel may not have, in this browser's storage: they outlive the page, and the next page saves them. */
export const unsaved = {
  keep(save: Unsaved): void {
    withStorage(storage => storage.setItem(prefix + save.by, JSON.stringify(save)));
  },

  /** Forgets the newest text of a page, unless it has left a newer one since. */
  forget(by: string, edit = Number.POSITIVE_INFINITY): void {
    if ((find(prefix + by)?.edit ?? edit) <= edit) withStorage(storage => storage.removeItem(prefix + by));
  },

  /** What pages have left. */
  all(): readonly Unsaved[] {
    const names = withStorage(storage => Object.keys(storage)) ?? [];
    return names.filter(name => name.startsWith(prefix)).flatMap(name => find(name) ?? []);
  },
};

function find(name: string): Unsaved | undefined {
  return withStorage(storage => JSON.parse(storage.getItem(name) ?? 'null') as Unsaved | null) ?? undefined;
}

/** The storage may be full or switched off; the page itself still has the text. */
function withStorage<T>(use: (storage: Storage) => T): T | undefined {
  try {
    return use(localStorage);
  } catch {
    return undefined;
  }
}
