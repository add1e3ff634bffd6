import type { Log } from '@atelier/kernel';
import type { Secrets } from '@atelier/kernel/host';
import { storageErrors } from '../errors/storage.ts';
import { JsonFile, type JsonRead, type Validate } from '../storage/json-file.ts';

type Sealed = Readonly<Record<string, string>>;

/** What the store needs from the kernel. */
export interface SecretStoreParts {
  readonly log: Log;
  /** Called with the result of each read of the file. */
  read(path: string, read: JsonRead<unknown>): void;
  /** Redacts a secret in the log from now on. */
  redact(text: string): void;
}

/** Secrets that the person gave to extensions, sealed by the host; one file, never readable by an extension. */
export class SecretStore {
  readonly #file: JsonFile<Sealed>;
  readonly #seal: Secrets;
  readonly #parts: SecretStoreParts;
  readonly #redacted = new Set<string>();

  constructor(path: string, seal: Secrets, parts: SecretStoreParts) {
    this.#file = new JsonFile<Sealed>({ path, validate: checked, fallback: {}, log: parts.log });
    this.#seal = seal;
    this.#parts = parts;
  }

  async read(extension: string, name: string): Promise<string | undefined> {
    const read = await this.#file.read();
    this.#parts.read(this.#file.path, read);
    const place = key(extension, name);
    const sealed = Object.hasOwn(read.value, place) ? read.value[place] : undefined;
    if (sealed === undefined) return undefined;
    try {
      return this.#redact(await this.#seal.open(Buffer.from(sealed, 'base64')));
    } catch (error) {
      throw storageErrors['storage/secret-unreadable']({ id: extension, name }, error);
    }
  }

  /** Every secret that can be opened, by `extension/name`. */
  async all(): Promise<Readonly<Record<string, string>>> {
    const { value } = await this.#file.read();
    const opened = Object.entries(value).map(async ([place, sealed]) => {
      const text = await this.#seal.open(Buffer.from(sealed, 'base64')).catch(() => undefined);
      return text === undefined ? [] : [[place, this.#redact(text)] as const];
    });
    return Object.fromEntries((await Promise.all(opened)).flat());
  }

  /** Stores a secret, or deletes it if `text` is undefined; a deleted secret is in no copy either. */
  async write(extension: string, name: string, text: string | undefined): Promise<void> {
    const sealed = text === undefined ? undefined : Buffer.from(await this.#seal.seal(this.#redact(text))).toString('base64');
    await this.#file.update(({ [key(extension, name)]: _old, ...others }) => ({
      ...others,
      ...(sealed !== undefined && { [key(extension, name)]: sealed }),
    }));
  }

  /** Deletes all secrets of one extension. */
  async forget(extension: string): Promise<void> {
    await this.#file.update(all => Object.fromEntries(Object.entries(all).filter(([place]) => !isOf(place, extension))));
  }

  #redact(text: string): string {
    if (!this.#redacted.has(text)) this.#parts.redact(text);
    this.#redacted.add(text);
    return text;
  }
}

const checked: Validate<Sealed> = value => {
  const isSealed = typeof value === 'object' && value !== null && !Array.isArray(value) && Object.values(value).every(isText);
  return isSealed ? { ok: true, value: value as Sealed } : { ok: false, why: 'it is no list of sealed texts' };
};

const isText = (value: unknown): boolean => typeof value === 'string';

/** Names of secrets contain no slash, those of extensions may. */
function isOf(place: string, extension: string): boolean {
  return place.slice(0, place.lastIndexOf('/')) === extension;
}

function key(extension: string, name: string): string {
  return `${extension}/${name}`;
}
