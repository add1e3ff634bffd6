import { type AppError, isAppError } from '@atelier/kernel';
import { type Candidate, harnessForms } from '../../contract/index.ts';
import type { Archive } from '../archive.ts';
import { errors } from '../errors.ts';
import { defaultCandidate } from './default-candidate.ts';

/** More cannot be looked through by anybody. */
const most = 50;

/** The candidates of the archive, read once; the default one, which is no file, is the first. */
export class Candidates {
  readonly #archive: Archive;
  readonly #all = new Map<string, Candidate>([[defaultCandidate.id, defaultCandidate]]);
  readonly #problems = new Map<string, AppError>();
  readonly #read: Promise<void>;
  #active = defaultCandidate.id;
  #last: Promise<unknown> = Promise.resolve();

  constructor(archive: Archive) {
    this.#archive = archive;
    this.#read = this.#readAll();
  }

  /** The active candidate; the default one if that which was chosen cannot be used. */
  async active(): Promise<Candidate> {
    await this.#read;
    return this.#all.get(this.#active) ?? defaultCandidate;
  }

  async find(id: string): Promise<Candidate> {
    await this.#read;
    const found = this.#all.get(id);
    if (found === undefined) throw errors['harness/unknown-candidate']({ id });
    return found;
  }

  /** The newest first, after the default one. */
  async all(): Promise<readonly Candidate[]> {
    await this.#read;
    return [...this.#all.values()].toSorted((a, b) => Number(isFixed(b.id)) - Number(isFixed(a.id)) || b.createdAt - a.createdAt);
  }

  /** Why files are not used. */
  async problems(): Promise<readonly AppError[]> {
    await this.#read;
    return [...this.#problems.values()];
  }

  save(candidate: Candidate): Promise<void> {
    return this.#inOrder(async () => {
      if (isFixed(candidate.id)) throw errors['harness/fixed-candidate']({});
      // A file of a newer Atelier keeps its name.
      const problem = this.#problems.get(candidate.id);
      if (problem !== undefined) throw problem;
      if (!this.#all.has(candidate.id) && this.#all.size > most) throw errors['harness/too-many-candidates']({ most });
      await written(this.#archive.writeJson(candidate, 'candidates', candidate.id, 'candidate.json'));
      this.#all.set(candidate.id, candidate);
    });
  }

  remove(id: string): Promise<void> {
    return this.#inOrder(async () => {
      if (isFixed(id)) throw errors['harness/fixed-candidate']({});
      await this.find(id);
      if (this.#active === id) await this.#choose(defaultCandidate.id);
      await written(this.#archive.remove('candidates', id));
      this.#all.delete(id);
    });
  }

  activate(id: string): Promise<void> {
    return this.#inOrder(async () => {
      await this.find(id);
      await this.#choose(id);
    });
  }

  async #choose(id: string): Promise<void> {
    await written(this.#archive.writeJson({ version: 1, id }, 'active.json'));
    this.#active = id;
    this.#problems.delete('active.json');
  }

  async #inOrder<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#last.then(() => this.#read).then(work);
    this.#last = done.catch(() => undefined);
    return await done;
  }

  async #readAll(): Promise<void> {
    try {
      const folders = await this.#archive.folders('candidates');
      for (const id of folders.slice(0, most)) await this.#readOne(id);
      const count = folders.length - most;
      if (count > 0) this.#problems.set('candidates', errors['harness/left-out']({ most, count }));
      const chosen = Object(await this.#archive.readJson('active.json')) as { id?: unknown };
      if (typeof chosen.id === 'string') this.#active = chosen.id;
    } catch (error) {
      this.#problems.set('active.json', errors['harness/unreadable-archive']({ reason: reasonOf(error) }));
    }
    const isUsable = this.#all.has(this.#active);
    if (!isUsable && !this.#problems.has(this.#active))
      this.#problems.set('active.json', errors['harness/unknown-candidate']({ id: this.#active }));
  }

  async #readOne(id: string): Promise<void> {
    try {
      const value = await this.#archive.readJson('candidates', id, 'candidate.json');
      if (value === undefined) return;
      this.#all.set(id, candidateIn(value, id));
    } catch (error) {
      this.#problems.set(id, isAppError(error) ? error : errors['harness/unreadable-candidate']({ id, reason: reasonOf(error) }));
    }
  }
}

export const isFixed = (id: string) => id === defaultCandidate.id;

const validateCandidate = harnessForms.calls.save.params;

/** What a file says, checked against the schema of the channel. */
export function candidateIn(value: unknown, id: string): Candidate {
  const { version } = Object(value) as { version?: unknown };
  if (typeof version === 'number' && version > defaultCandidate.version) throw errors['harness/newer-candidate']({ id });
  if (!validateCandidate(value)) {
    const [first] = validateCandidate.errors ?? [];
    throw errors['harness/unreadable-candidate']({ id, reason: `${first?.instancePath || '/'} ${first?.keyword ?? ''}`.trim() });
  }
  const candidate = value as Candidate;
  if (candidate.id !== id || isFixed(id)) throw errors['harness/unreadable-candidate']({ id, reason: 'id' });
  return candidate;
}

async function written<T>(work: Promise<T>): Promise<T> {
  return await work.catch((error: unknown) => {
    throw errors['harness/file-failed']({ reason: reasonOf(error) });
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
