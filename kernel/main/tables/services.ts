import type { Asker, Handle } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';

interface Provided {
  readonly from: string;
  /** The service as one who asks may have it. */
  readonly for: (asker: Asker) => object;
}

/** Who provides which token at the moment. */
export class Services {
  readonly #provided = new Map<string, Provided>();
  readonly #listeners = new Set<() => void>();

  provide(key: string, from: string, service: object): Handle {
    if (this.#provided.has(key)) throw extensionErrors['extension/already-provided']({ id: from, key });
    this.#provided.set(key, { from, for: typeof service === 'function' ? (service as Provided['for']) : () => service });
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

  /** The keys that one extension provides, for the sentence that names what could be asked for instead. */
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
