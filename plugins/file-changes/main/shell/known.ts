import { type Look, look } from '../content/look.ts';
import { unknown } from '../content/state.ts';

const mostBytes = 32 * 1024 * 1024;
const largest = 1024 * 1024;

/** The last known contents of files that git does not know, in memory and limited in size. */
export class Known {
  readonly #looks = new Map<string, Look>();
  #bytes = 0;

  get(path: string): Look | undefined {
    return this.#looks.get(path);
  }

  under(folder: string): string[] {
    return [...this.#looks.keys()].filter(path => path.startsWith(`${folder}/`));
  }

  set(path: string, seen: Look): void {
    this.#drop(path);
    const kept = this.#bytes + (seen.bytes?.length ?? 0) <= mostBytes && (seen.bytes?.length ?? 0) <= largest;
    const { bytes, ...facts } = seen;
    this.#looks.set(path, kept && bytes !== undefined ? seen : facts);
    if (kept) this.#bytes += bytes?.length ?? 0;
  }

  /** Marks a file whose content is unknown, so that git's version is not used. */
  setUnknown(path: string): void {
    this.#drop(path);
    this.#looks.set(path, { state: unknown, size: 0, stamp: '' });
  }

  /** Reads files until the limit is reached; the others become unknown. */
  async lookAt(paths: readonly string[]): Promise<void> {
    for (let at = 0; at < paths.length; at += 32) {
      await Promise.all(
        paths.slice(at, at + 32).map(async path => {
          if (this.#bytes >= mostBytes) this.setUnknown(path);
          else this.set(path, await look(path));
        }),
      );
    }
  }

  #drop(path: string): void {
    this.#bytes -= this.#looks.get(path)?.bytes?.length ?? 0;
    this.#looks.delete(path);
  }
}
