import type { Log, Rights } from '@atelier/kernel';
import type { ExtensionsFile } from '@atelier/schemas/files/extensions.ts';
import { validateExtensionsFile } from '@atelier/schemas/files/extensions.validate.js';
import { JsonFile } from './json-file.ts';

type Choice = NonNullable<ExtensionsFile['extensions'][string]>;

/** What the person decided about each extension. Lies outside every package, so that none can decide for itself. */
export class Choices {
  readonly #file: JsonFile<ExtensionsFile>;
  #now: ExtensionsFile;

  constructor(path: string, log: Log) {
    this.#file = new JsonFile<ExtensionsFile>({ path, validate: validateExtensionsFile, fallback: { extensions: {} }, log });
    this.#now = this.#file.read();
  }

  /** Those that must not run: switched off, or in quarantine. */
  get off(): ReadonlySet<string> {
    return new Set(
      Object.entries(this.#now.extensions).flatMap(([id, choice]) => (choice?.enabled === false || choice?.quarantined ? [id] : [])),
    );
  }

  isQuarantined(id: string): boolean {
    return this.#of(id).quarantined === true;
  }

  granted(id: string): Rights | undefined {
    return this.#of(id).granted as Rights | undefined;
  }

  /** Stores a decision; when this resolves it is on the disk. */
  async decide(id: string, choice: Choice): Promise<void> {
    this.#now = await this.#file.update(file => ({
      ...file,
      extensions: { ...file.extensions, [id]: { ...file.extensions[id], ...choice } },
    }));
  }

  #of(id: string): Choice {
    return (Object.hasOwn(this.#now.extensions, id) ? this.#now.extensions[id] : undefined) ?? {};
  }
}
