type Diff = Pick<typeof import('diff'), 'diffArrays' | 'diffWordsWithSpace'>;

let loaded: Diff | undefined;

/** Loads the diff library; must be awaited before a comparison. Rejects in a process that may read only the plugin's own folder. */
export async function loadDiff(): Promise<void> {
  loaded ??= await import('diff');
}

/** The diff library; undefined if it could not be loaded. Differences are then larger than necessary, but never wrong. */
export function diff(): Diff | undefined {
  return loaded;
}
