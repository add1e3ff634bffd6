import type { ExtensionBudget, Locale, Log, Rights } from '@atelier/kernel';
import type { ExtensionsFile } from '@atelier/schemas/files/extensions.ts';
import { validateExtensionsFile } from '@atelier/schemas/files/extensions.validate.js';
import { describeViolations } from './schema/violations.ts';
import { JsonFile, type JsonRead, type Validate } from './storage/json-file.ts';

/** What the person decided about one extension. */
export type Choice = NonNullable<ExtensionsFile['extensions'][string]>;
/** What the person decided about one view that others may stand in for. */
export type SurfaceChoice = NonNullable<NonNullable<ExtensionsFile['surfaces']>[string]>;

/** What the person decided about each extension. Lies outside every package, so that none can decide for itself. */
export class Choices {
  readonly #file: JsonFile<ExtensionsFile>;
  readonly #offAtFirst: readonly string[];
  #off: ReadonlySet<string> | undefined;
  #now: ExtensionsFile;

  private constructor(file: JsonFile<ExtensionsFile>, now: ExtensionsFile, offAtFirst: readonly string[]) {
    this.#file = file;
    this.#offAtFirst = offAtFirst;
    this.#now = now;
  }

  /** `told` hears what reading the file came to. */
  static async open(
    path: string,
    log: Log,
    told: (path: string, read: JsonRead<unknown>) => void,
    offAtFirst: readonly string[] = [],
  ): Promise<Choices> {
    const file = new JsonFile<ExtensionsFile>({ path, validate: checked, fallback: { extensions: {} }, log });
    const read = await file.read();
    told(path, read);
    return new Choices(file, read.value, offAtFirst);
  }

  /** Those that must not run: switched off, never switched on where they begin so, in quarantine, or blocked. */
  get off(): ReadonlySet<string> {
    this.#off ??= new Set([
      ...this.#offAtFirst.filter(id => this.#of(id).enabled === undefined),
      ...Object.entries(this.#now.extensions).flatMap(([id, choice]) =>
        choice?.enabled === false || choice?.quarantined || choice?.blocked ? [id] : [],
      ),
    ]);
    return this.#off;
  }

  isQuarantined(id: string): boolean {
    return this.#of(id).quarantined === true;
  }

  /** The version that is blocked, and why. */
  blockOf(id: string): Choice['blocked'] {
    return this.#of(id).blocked;
  }

  granted(id: string): Rights | undefined {
    return this.#of(id).granted as Rights | undefined;
  }

  budget(id: string): ExtensionBudget | undefined {
    return this.#of(id).budget;
  }

  surface(view: string): SurfaceChoice {
    const { surfaces = {} } = this.#now;
    return (Object.hasOwn(surfaces, view) ? surfaces[view] : undefined) ?? {};
  }

  get language(): Locale | undefined {
    return this.#now.language;
  }

  async decideLanguage(language: Locale): Promise<void> {
    this.#now = await this.#file.update(file => ({ ...file, language }));
  }

  /** Commands to which the person gave other keys, or none. */
  get keys(): Readonly<Record<string, readonly string[]>> {
    return (this.#now.keys ?? {}) as Readonly<Record<string, readonly string[]>>;
  }

  async decideKeys(command: string, keys: readonly string[] | undefined): Promise<void> {
    this.#now = await this.#file.update(({ keys: before = {}, ...file }) => {
      const { [command]: _replaced, ...others } = before;
      return { ...file, keys: { ...others, ...(keys !== undefined && { [command]: [...keys] }) } };
    });
  }

  async decideSurface(view: string, choice: SurfaceChoice): Promise<void> {
    this.#now = await this.#file.update(file => ({ ...file, surfaces: { ...file.surfaces, [view]: choice } }));
  }

  /** Stores a decision; when this resolves it is on the disk. */
  async decide(id: string, choice: Choice): Promise<void> {
    const next = await this.#file.update(file => ({
      ...file,
      extensions: { ...file.extensions, [id]: { ...file.extensions[id], ...choice } },
    }));
    this.#now = next;
    this.#off = undefined;
  }

  /** All that was decided about one extension, to be put back where an attempt fails. */
  of(id: string): Choice {
    return this.#of(id);
  }

  /** Puts back what `of` told, or forgets the extension where nothing is given. */
  async put(id: string, choice: Choice | undefined): Promise<void> {
    this.#now = await this.#file.update(file => {
      const { [id]: _old, ...others } = file.extensions;
      return { ...file, extensions: choice === undefined ? others : { ...others, [id]: choice } };
    });
    this.#off = undefined;
  }

  #of(id: string): Choice {
    return (Object.hasOwn(this.#now.extensions, id) ? this.#now.extensions[id] : undefined) ?? {};
  }
}

const checked: Validate<ExtensionsFile> = value =>
  validateExtensionsFile(value) ? { ok: true, value } : { ok: false, why: describeViolations(validateExtensionsFile.errors, value).en };
