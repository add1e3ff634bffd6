import type { ExtensionBudget, Locale, Log, Rights } from '@atelier/kernel';
import type { ExtensionsFile } from '@atelier/schemas/files/extensions.ts';
import { validateExtensionsFile } from '@atelier/schemas/files/extensions.validate.js';
import { describeViolations } from './schema/violations.ts';
import { JsonFile, type JsonRead, type Validate } from './storage/json-file.ts';

/** What the person decided about one extension. */
export type Decision = NonNullable<ExtensionsFile['extensions'][string]>;
/** What the person decided about the replacements offered for one view. */
export type ReplacementDecision = NonNullable<NonNullable<ExtensionsFile['surfaces']>[string]>;

/** What the person decided about each extension. The file is outside of every package, so that none can decide for itself. */
export class Decisions {
  readonly #file: JsonFile<ExtensionsFile>;
  readonly #offAtFirst: readonly string[];
  readonly #offForNow = new Set<string>();
  #off: ReadonlySet<string> | undefined;
  #now: ExtensionsFile;

  private constructor(file: JsonFile<ExtensionsFile>, now: ExtensionsFile, offAtFirst: readonly string[]) {
    this.#file = file;
    this.#offAtFirst = offAtFirst;
    this.#now = now;
  }

  /** `onRead` is called with the result of each read of the file. */
  static async open(
    path: string,
    log: Log,
    onRead: (path: string, read: JsonRead<unknown>) => void,
    offAtFirst: readonly string[] = [],
  ): Promise<Decisions> {
    const file = new JsonFile<ExtensionsFile>({ path, validate: checked, fallback: { extensions: {} }, log });
    const read = await file.read();
    onRead(path, read);
    return new Decisions(file, read.value, offAtFirst);
  }

  /** Extensions that must not run: off for this start, switched off, off at first and never switched on, quarantined, or blocked. */
  get off(): ReadonlySet<string> {
    this.#off ??= new Set([
      ...this.#offForNow,
      ...this.#offAtFirst.filter(id => this.#of(id).enabled === undefined),
      ...Object.entries(this.#now.extensions).flatMap(([id, decision]) =>
        decision?.enabled === false || decision?.quarantined || decision?.blocked ? [id] : [],
      ),
    ]);
    return this.#off;
  }

  /** Whether the person switched it off, or never switched it on. */
  isSwitchedOff(id: string): boolean {
    const { enabled } = this.#of(id);
    return enabled === false || (enabled === undefined && this.#offAtFirst.includes(id));
  }

  /** Keeps extensions off in this start, whatever is stored; nothing is stored. */
  keepOffForNow(ids: readonly string[]): void {
    for (const id of ids) this.#offForNow.add(id);
    this.#off = undefined;
  }

  /** Ends that for one extension, or for all. */
  endOffForNow(id?: string): void {
    if (id === undefined) this.#offForNow.clear();
    else this.#offForNow.delete(id);
    this.#off = undefined;
  }

  isOffForNow(id: string): boolean {
    return this.#offForNow.has(id);
  }

  isQuarantined(id: string): boolean {
    return this.#of(id).quarantined === true;
  }

  /** The version that is blocked, and why. */
  blockOf(id: string): Decision['blocked'] {
    return this.#of(id).blocked;
  }

  granted(id: string): Rights | undefined {
    return this.#of(id).granted as Rights | undefined;
  }

  /** The parts of its budget that the person set; those of an older version lack what is new. */
  budget(id: string): Partial<ExtensionBudget> | undefined {
    return this.#of(id).budget;
  }

  replacementOf(view: string): ReplacementDecision {
    const { surfaces = {} } = this.#now;
    return (Object.hasOwn(surfaces, view) ? surfaces[view] : undefined) ?? {};
  }

  get language(): Locale | undefined {
    return this.#now.language;
  }

  async decideLanguage(language: Locale): Promise<void> {
    this.#now = await this.#file.update(file => ({ ...file, language }));
  }

  /** Commands to which the person assigned other keys, or none. */
  get keys(): Readonly<Record<string, readonly string[]>> {
    return (this.#now.keys ?? {}) as Readonly<Record<string, readonly string[]>>;
  }

  async decideKeys(command: string, keys: readonly string[] | undefined): Promise<void> {
    this.#now = await this.#file.update(({ keys: before = {}, ...file }) => {
      const { [command]: _replaced, ...others } = before;
      return { ...file, keys: { ...others, ...(keys !== undefined && { [command]: [...keys] }) } };
    });
  }

  async decideReplacement(view: string, decision: ReplacementDecision): Promise<void> {
    this.#now = await this.#file.update(file => ({ ...file, surfaces: { ...file.surfaces, [view]: decision } }));
  }

  /** Stores a decision; once the promise resolves it is durable. */
  async decide(id: string, decision: Decision): Promise<void> {
    const next = await this.#file.update(file => ({
      ...file,
      extensions: { ...file.extensions, [id]: { ...file.extensions[id], ...decision } },
    }));
    this.#now = next;
    this.#off = undefined;
  }

  /** All decisions about one extension, to be restored if an attempt fails. */
  of(id: string): Decision {
    return this.#of(id);
  }

  /** Restores what `of` returned, or deletes all decisions about the extension if undefined. */
  async put(id: string, decision: Decision | undefined): Promise<void> {
    this.#now = await this.#file.update(file => {
      const { [id]: _old, ...others } = file.extensions;
      return { ...file, extensions: decision === undefined ? others : { ...others, [id]: decision } };
    });
    this.#off = undefined;
  }

  #of(id: string): Decision {
    return (Object.hasOwn(this.#now.extensions, id) ? this.#now.extensions[id] : undefined) ?? {};
  }
}

const checked: Validate<ExtensionsFile> = value =>
  validateExtensionsFile(value) ? { ok: true, value } : { ok: false, why: describeViolations(validateExtensionsFile.errors, value).en };
