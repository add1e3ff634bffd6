/** What was found is looked for again after this time. */
const freshMs = 10 * 60_000;
const most = 100;

interface Kept {
  readonly text: string | undefined;
  readonly at: number;
}

/** The snapshots of folders. Nothing waits for one: where none is there yet, it is looked for meanwhile and told the next time. */
export class Snapshots {
  readonly #probe: (folder: string) => Promise<string>;
  readonly #now: () => number;
  readonly #kept = new Map<string, Kept>();
  readonly #running = new Map<string, Promise<void>>();

  constructor(probe: (folder: string) => Promise<string>, now: () => number) {
    this.#probe = probe;
    this.#now = now;
  }

  /** What is known of a folder now. */
  of(folder: string): string | undefined {
    const kept = this.#kept.get(folder);
    if (kept === undefined || this.#now() - kept.at > freshMs) void this.look(folder);
    return kept?.text;
  }

  /** Resolves when the folder was looked at; never rejects. */
  look(folder: string): Promise<void> {
    const running = this.#running.get(folder) ?? this.#look(folder);
    this.#running.set(folder, running);
    return running;
  }

  async #look(folder: string): Promise<void> {
    // A failure is silent, and tried again when what is kept is old.
    const text = await this.#probe(folder).catch(() => undefined);
    this.#kept.delete(folder);
    this.#kept.set(folder, { text, at: this.#now() });
    for (const [oldest] of this.#kept) if (this.#kept.size > most) this.#kept.delete(oldest);
    this.#running.delete(folder);
  }
}
