import type { Access, Asker, Handle } from '@atelier/kernel';
import { readAccess } from '../access/check-access.ts';
import { extensionErrors } from '../errors/extension.ts';
import type { TakenBy } from '../schema/violations.ts';

interface Provided {
  readonly from: string;
  /** The service for a given caller. */
  readonly for: (asker: Asker) => object;
  /** Who may call which method, from its provider's token. */
  readonly access: ReadonlyMap<string, Access>;
  /** What its methods take from installed extensions; undefined if nobody says so. */
  readonly form: () => Promise<TakenBy | undefined>;
}

/** The services that are provided now, by token. */
export class Services {
  readonly #provided = new Map<string, Provided>();
  readonly #listeners = new Set<() => void>();

  /** `access` is the table of the provider's token, unchecked; only valid rows count. */
  provide(key: string, from: string, service: object, access: unknown, form: Provided['form'] = async () => undefined): Handle {
    if (this.#provided.has(key)) throw extensionErrors['extension/already-provided']({ id: from, key });
    const made = typeof service === 'function' ? (service as Provided['for']) : () => service;
    this.#provided.set(key, { from, for: made, access: readAccess(access), form });
    this.#changed();
    return {
      dispose: () => {
        this.#provided.delete(key);
        this.#changed();
      },
    };
  }

  find(key: string): Provided | undefined {
    return this.#provided.get(key);
  }

  /** The keys that one extension provides, for an error that names the alternatives. */
  of(owner: string): readonly string[] {
    return [...this.#provided].filter(([, provided]) => provided.from === owner).map(([key]) => key);
  }

  keys(): readonly string[] {
    return [...this.#provided.keys()];
  }

  watch(listener: () => void): Handle {
    this.#listeners.add(listener);
    return { dispose: () => void this.#listeners.delete(listener) };
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
