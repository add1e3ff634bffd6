type Diff = Pick<typeof import('diff'), 'diffArrays' | 'diffWordsWithSpace'>;

let loaded: Diff | undefined;

/** To be awaited before anything is compared. A process that may read nothing but the plugin's own folder cannot load it. */
export async function loadDiff(): Promise<void> {
  loaded ??= await import('diff');
}

/** Undefined where it could not be loaded: differences are then larger than they have to be, and never wrong. */
export function diff(): Diff | undefined {
  return loaded;
}
