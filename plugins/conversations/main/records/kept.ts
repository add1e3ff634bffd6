import { closeSync, constants, renameSync, writeSync } from 'node:fs';
import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Log } from '@atelier/kernel';
import { openRegularSync, readRegularSync, toAppend } from '@atelier/kernel/children';
import type { ConversationRecord } from './conversations.ts';
import type { ProjectRecord } from './projects.ts';

const { O_NOFOLLOW = 0, O_CREAT, O_TRUNC, O_WRONLY } = constants;

/** What is kept of a conversation, and which values it has: what the person set, and what no session file says. */
const fields = {
  project: 'string',
  title: 'string',
  titleSource: ['placeholder', 'words', 'ai', 'manual'],
  createdAt: 'number',
  pinned: 'boolean',
  archivedAt: 'number',
  hidden: 'boolean',
  model: 'string',
  thinkingLevel: ['off', 'minimal', 'low', 'medium', 'high', 'xhigh', 'max'],
  worktreePath: 'string',
  harnessCandidate: 'string',
  channel: 'string',
  parentId: 'string',
  forkedFrom: 'string',
  forkedAtEntry: 'string',
  location: ['local', 'cloud'],
  source: 'string',
  sourceId: 'string',
} as const satisfies Partial<Record<keyof ConversationRecord, string | readonly string[]>>;
const names = Object.keys(fields) as (keyof typeof fields)[];

export type KeptConversation = Pick<ConversationRecord, 'title' | 'titleSource' | 'createdAt'> &
  Partial<Pick<ConversationRecord, keyof typeof fields>>;

/** What the file says. */
export interface KeptContent {
  readonly conversations: ReadonlyMap<string, KeptConversation>;
  /** In the person's order. */
  readonly projects: readonly ProjectRecord[];
  /** The person's preferences, as JSON, by name. */
  readonly settings: ReadonlyMap<string, string>;
}

/** What the database holds of it. */
export interface KeptSource {
  conversations(): readonly string[];
  conversation(id: string): ConversationRecord | undefined;
  projects(): readonly ProjectRecord[];
  settings(): readonly (readonly [name: string, value: string])[];
}

/** So many lines are added before the file is written anew. */
const maxAdded = 10_000;
const linesAtOnce = 500;

/**
 * A second record of what only the database would hold otherwise, in a file beside it: a line for each change, written after the
 * database, the last one of a conversation counts. It is read only when a conversation has no row. What cannot be written is in the log,
 * and written by the next start.
 */
export class Kept {
  readonly #file: string;
  readonly #source: KeptSource;
  readonly #log: Log;
  #added = 0;
  /** The last line may have no end: an earlier run, or the disk, may have cut it. */
  #isTorn = true;
  #writing: Promise<void> | undefined;
  /** The lines that were added while the file is written anew. */
  #meanwhile: string[] = [];

  constructor(file: string, source: KeptSource, log: Log) {
    this.#file = file;
    this.#source = source;
    this.#log = log;
  }

  /** The conversation is as the database has it now; without a row it is gone for good. */
  conversation(id: string, isGone = false): void {
    const record = isGone ? undefined : this.#source.conversation(id);
    if (isGone || record !== undefined) this.#add(lineOf(id, record));
  }

  projects(): void {
    this.#add(projectsLine(this.#source.projects()));
  }

  setting(name: string, value: string): void {
    this.#add(settingLine(name, value));
  }

  /** What the file says; empty if it cannot be read, and without the lines that cannot. */
  read(): KeptContent {
    const conversations = new Map<string, KeptConversation>();
    const settings = new Map<string, string>();
    let projects: readonly ProjectRecord[] = [];
    for (const line of this.#text().split('\n')) {
      const said = objectIn(line);
      if (typeof said?.conversation === 'string') {
        const kept = keptIn(said.set);
        if (kept !== undefined) conversations.set(said.conversation, kept);
        else if (said.set === undefined) conversations.delete(said.conversation);
      } else if (Array.isArray(said?.projects)) projects = said.projects.flatMap(projectIn);
      else if (typeof said?.setting === 'string' && typeof said.value === 'string') settings.set(said.setting, said.value);
    }
    return { conversations, projects, settings };
  }

  /** Makes the file say what the database says, in as few lines as that takes. */
  write(): Promise<void> {
    this.#writing ??= this.#writeAnew()
      .catch(error => this.#log.warn('What is kept beside the database could not be written.', { why: String(error) }))
      .finally(() => {
        this.#writing = undefined;
      });
    return this.#writing;
  }

  async #writeAnew(): Promise<void> {
    this.#meanwhile = [];
    const lines = [projectsLine(this.#source.projects()), ...this.#source.settings().map(([name, value]) => settingLine(name, value))];
    for (const [at, id] of this.#source.conversations().entries()) {
      const record = this.#source.conversation(id);
      if (record !== undefined) lines.push(lineOf(id, record));
      if (at % linesAtOnce === linesAtOnce - 1) await setImmediate();
    }
    const text = lines.join('');
    const isSame = text === this.#text();
    this.#isTorn = false;
    if (!isSame) {
      const draft = `${this.#file}.new`;
      await mkdir(dirname(draft), { recursive: true, mode: 0o700 });
      await using handle = await open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
      await handle.writeFile(text);
      await handle.sync();
      renameSync(draft, this.#file);
      for (const line of this.#meanwhile) this.#append(line);
    }
    this.#added = 0;
  }

  #add(line: string): void {
    if (this.#writing !== undefined) this.#meanwhile.push(line);
    this.#append(line);
    this.#added += 1;
    if (this.#added >= maxAdded) void this.write();
  }

  #append(line: string): void {
    const bytes = Buffer.from(this.#isTorn ? `\n${line}` : line);
    this.#isTorn = true;
    try {
      const descriptor = openRegularSync(this.#file, toAppend | O_NOFOLLOW);
      try {
        this.#isTorn = writeSync(descriptor, bytes) !== bytes.length;
      } finally {
        closeSync(descriptor);
      }
    } catch (error) {
      this.#log.warn('A change was not kept beside the database.', { why: String(error) });
    }
  }

  #text(): string {
    try {
      return readRegularSync(this.#file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
        this.#log.warn('What is kept beside the database could not be read.', { why: String(error) });
      return '';
    }
  }
}

/** Whether a change is one that is kept. */
export function isKept(change: object): boolean {
  return names.some(name => name in change);
}

function lineOf(id: string, record: ConversationRecord | undefined): string {
  const set = record && Object.fromEntries(names.flatMap(name => (isUsual(record[name]) ? [] : [[name, record[name]]])));
  return `${JSON.stringify({ conversation: id, set })}\n`;
}

function isUsual(value: unknown): boolean {
  return value === undefined || value === false;
}

function projectsLine(projects: readonly ProjectRecord[]): string {
  return `${JSON.stringify({ projects })}\n`;
}

function settingLine(setting: string, value: string): string {
  return `${JSON.stringify({ setting, value })}\n`;
}

function objectIn(line: string): Readonly<Record<string, unknown>> | undefined {
  if (line === '') return undefined;
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
  } catch {
    return undefined;
  }
}

function keptIn(set: unknown): KeptConversation | undefined {
  if (typeof set !== 'object' || set === null) return undefined;
  const said = set as Readonly<Record<string, unknown>>;
  const kept = Object.fromEntries(names.flatMap(name => (fits(said[name], fields[name]) ? [[name, said[name]]] : [])));
  const { title, titleSource, createdAt } = kept;
  return title === undefined || titleSource === undefined || createdAt === undefined ? undefined : (kept as unknown as KeptConversation);
}

function fits(value: unknown, values: string | readonly unknown[]): boolean {
  return typeof values === 'string' ? typeof value === values : values.includes(value);
}

function projectIn(value: unknown): readonly ProjectRecord[] {
  const { id, name, folder, icon, folded } = (value ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof id !== 'string' || typeof name !== 'string' || typeof folder !== 'string') return [];
  return [{ id, name, folder, icon: typeof icon === 'string' ? icon : undefined, folded: folded === true }];
}
