import { readFileSync } from 'node:fs';
import type { Secrets } from '@atelier/kernel/host';
import { atomicWrite } from '../storage/atomic-write.ts';

/** Secrets that the person gave to extensions, sealed by the host; one file, never readable by an extension. */
export class SecretStore {
  readonly #path: string;
  readonly #seal: Secrets;

  constructor(path: string, seal: Secrets) {
    this.#path = path;
    this.#seal = seal;
  }

  async read(extension: string, name: string): Promise<string | undefined> {
    const sealed = this.#all()[key(extension, name)];
    return sealed === undefined ? undefined : this.#seal.open(Buffer.from(sealed, 'base64'));
  }

  /** Stores a secret, or forgets it where `text` is undefined. */
  async write(extension: string, name: string, text: string | undefined): Promise<void> {
    const { [key(extension, name)]: _old, ...others } = this.#all();
    const sealed = text === undefined ? {} : { [key(extension, name)]: Buffer.from(await this.#seal.seal(text)).toString('base64') };
    await atomicWrite(this.#path, Buffer.from(JSON.stringify({ ...others, ...sealed })), 0o600);
  }

  #all(): Readonly<Record<string, string>> {
    try {
      return JSON.parse(readFileSync(this.#path, 'utf8')) as Record<string, string>;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return {};
      throw error;
    }
  }
}

function key(extension: string, name: string): string {
  return `${extension}/${name}`;
}
