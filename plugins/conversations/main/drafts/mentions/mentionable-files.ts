import { checkFolder, type ListingGit, listFiles } from './list-files.ts';
import { type Mentionable, rankFiles, type Searchable, searchable } from './rank-files.ts';

interface Known extends Searchable {
  readonly more: boolean;
  readonly at: number;
}

const freshMs = 5000;
const maxFolders = 4;

/** Finds files of folders by a few letters. A list older than five seconds is read again in the background, and used until then. */
export class MentionableFiles {
  readonly #known = new Map<string, Known>();
  readonly #reading = new Map<string, Promise<Known>>();
  readonly #git: ListingGit;
  readonly #signal: AbortSignal;
  readonly #now: () => number;

  constructor(git: ListingGit, signal: AbortSignal, now: () => number) {
    this.#git = git;
    this.#signal = signal;
    this.#now = now;
  }

  async find(folder: string, typed: string, limit: number): Promise<{ readonly files: readonly Mentionable[]; readonly more: boolean }> {
    // Checked each time, so that a deleted folder is reported even while its list is fresh.
    await checkFolder(folder).catch(error => {
      this.#known.delete(folder);
      throw error;
    });
    const known = this.#known.get(folder);
    const isFresh = known !== undefined && this.#now() - known.at < freshMs;
    const reading = isFresh ? undefined : this.#read(folder);
    // While the person types, the old list is used; an empty query waits for the new one.
    if (known !== undefined && typed !== '') reading?.catch(() => undefined);
    const used = known !== undefined && (isFresh || typed !== '') ? known : await reading!;
    const { files, more } = rankFiles(used, typed, limit);
    return { files, more: more || used.more };
  }

  #read(folder: string): Promise<Known> {
    const running = this.#reading.get(folder);
    if (running !== undefined) return running;
    const reading = listFiles(folder, this.#git, this.#signal)
      .then(({ paths, more }) => {
        const known = { ...searchable(paths), more, at: this.#now() };
        this.#known.delete(folder);
        this.#known.set(folder, known);
        if (this.#known.size > maxFolders) this.#known.delete(this.#known.keys().next().value!);
        return known;
      })
      .finally(() => this.#reading.delete(folder));
    this.#reading.set(folder, reading);
    return reading;
  }
}
