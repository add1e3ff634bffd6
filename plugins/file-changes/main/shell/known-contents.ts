import { readSnapshot, type Snapshot } from '../content/snapshot.ts';
import { unknown } from '../content/state.ts';

const maxBytes = 32 * 1024 * 1024;
const largest = 1024 * 1024;

/** The last known contents of files that git does not know, in memory and limited in size. */
export class KnownContents {
  readonly #snapshots = new Map<string, Snapshot>();
  #bytes = 0;

  get(path: string): Snapshot | undefined {
    return this.#snapshots.get(path);
  }

  under(folder: string): string[] {
    return [...this.#snapshots.keys()].filter(path => path.startsWith(`${folder}/`));
  }

  set(path: string, seen: Snapshot): void {
    this.#drop(path);
    const kept = this.#bytes + (seen.bytes?.length ?? 0) <= maxBytes && (seen.bytes?.length ?? 0) <= largest;
    const { bytes, ...facts } = seen;
    this.#snapshots.set(path, kept && bytes !== undefined ? seen : facts);
    if (kept) this.#bytes += bytes?.length ?? 0;
  }

  /** Marks a file whose content is unknown, so that git's version is not used. */
  setUnknown(path: string): void {
    this.#drop(path);
    this.#snapshots.set(path, { state: unknown, size: 0, stamp: '' });
  }

  /** Reads files until the limit is reached; the others become unknown. */
  async read(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += 32) {
      await Promise.all(
        paths.slice(at, at + 32).map(async path => {
          if (this.#bytes >= maxBytes) this.setUnknown(path);
          else this.set(path, await readSnapshot(path));
        }),
      );
    }
  }

  #drop(path: string): void {
    this.#bytes -= this.#snapshots.get(path)?.bytes?.length ?? 0;
    this.#snapshots.delete(path);
  }
}
