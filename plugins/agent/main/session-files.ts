import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { openRegular } from '@atelier/kernel/children';
import type { OutsideSources } from './outside/sources.ts';
import type { Children } from './runtime/children.ts';
import type { RuntimeRecords } from './runtime/records.ts';

const headBytes = 16 * 1024;
const parallelReads = 16;

/** A session file, and what its first line says. */
export interface SessionFile {
  readonly file: string;
  readonly conversation: string;
  readonly folder?: string;
  /** The person's conversation that a child's file belongs to. */
  readonly root?: string;
}

/** The session files of the managed directory, and the conversation of each. */
export class SessionFiles {
  readonly #folder: string;
  readonly #records: RuntimeRecords;
  readonly #outside: OutsideSources;
  readonly #children: Pick<Children, 'get'>;
  #rebuilt: Promise<unknown> = Promise.resolve();
  /** By name: a file's head never changes. */
  readonly #known = new Map<string, Omit<SessionFile, 'file'>>();

  constructor(directory: string, records: RuntimeRecords, outside: OutsideSources, children: Pick<Children, 'get'>) {
    this.#folder = join(directory, 'sessions');
    this.#records = records;
    this.#outside = outside;
    this.#children = children;
  }

  /** All session files, sorted by name. A record whose file is missing gets the newest file of its conversation. */
  async list(): Promise<readonly SessionFile[]> {
    const found = await this.#found();
    for (const { file, conversation } of found) {
      const record = this.#records.get(conversation);
      // What it holds was recorded nowhere.
      if (record.sessionFile === undefined) this.#outside.add(conversation, [{ kind: 'earlier', name: '' }]);
      if (record.sessionFile === undefined || !existsSync(record.sessionFile)) this.#records.save({ ...record, sessionFile: file });
    }
    return found.map(one => {
      const root = this.#children.get(one.conversation)?.root;
      return root === undefined ? one : { ...one, root };
    });
  }

  /** After the loss of the records: finds the file of each conversation again. Whoever asks for a file meanwhile waits. Returns their number. */
  async rebuild(): Promise<number> {
    const found = this.list();
    this.#rebuilt = found.catch(() => undefined);
    return new Set((await found).map(({ conversation }) => conversation)).size;
  }

  /** The file of a conversation. If it was moved or renamed, the newest file in the directory whose header names the conversation. */
  async of(conversation: string): Promise<string | undefined> {
    await this.#rebuilt;
    const record = this.#records.get(conversation);
    if (record.sessionFile === undefined || existsSync(record.sessionFile)) return record.sessionFile;
    const other = (await this.allOf(conversation)).at(-1);
    if (other !== undefined) this.#records.save({ ...record, sessionFile: other });
    return other ?? record.sessionFile;
  }

  /** Every file of a conversation, the oldest first. */
  async allOf(conversation: string): Promise<readonly string[]> {
    return (await this.#found()).filter(found => found.conversation === conversation).map(({ file }) => file);
  }

  async #found(): Promise<readonly SessionFile[]> {
    // Names begin with the time, so the newest file is last.
    const names = (await this.#names()).toSorted((a, b) => (basename(a) < basename(b) ? -1 : 1));
    const unknown = names.filter(name => !this.#known.has(name));
    for (let at = 0; at < unknown.length; at += parallelReads)
      await Promise.all(unknown.slice(at, at + parallelReads).map(async name => this.#known.set(name, await this.#saidBy(name))));
    return names.map(name => ({ file: join(this.#folder, name), conversation: '', ...this.#known.get(name) }));
  }

  /** Ours lie in the folder itself; those of the engine's own command line in a folder for each directory that it was used in. */
  async #names(): Promise<readonly string[]> {
    const listed = await readdir(this.#folder, { withFileTypes: true }).catch(() => []);
    const folders = listed.filter(entry => entry.isDirectory()).map(({ name }) => name);
    const within = await Promise.all(
      folders.map(async folder => {
        const files = await readdir(join(this.#folder, folder), { withFileTypes: true }).catch(() => []);
        return files.filter(entry => entry.isFile()).map(({ name }) => join(folder, name));
      }),
    );
    const own = listed.filter(entry => entry.isFile()).map(({ name }) => name);
    return [...own, ...within.flat()].filter(name => name.endsWith('.jsonl'));
  }

  /** The conversation that the file's header names; for a damaged file, the one in its name. */
  async #saidBy(name: string): Promise<Omit<SessionFile, 'file'>> {
    const head = await this.#headOf(join(this.#folder, name)).catch(() => '');
    const header = headerIn(head);
    const inName = basename(name)
      .replace(/\.jsonl$/, '')
      .replace(/^[^_]*_/, '')
      .replace(/~\d+$/, '');
    const folder = basename(name) === name ? header?.folder : undefined;
    return { conversation: header?.id ?? inName, ...(folder !== undefined && { folder }) };
  }

  async #headOf(file: string): Promise<string> {
    const handle = await openRegular(file);
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}

function headerIn(head: string): { readonly id: string; readonly folder: string | undefined } | undefined {
  for (const line of head.split('\n')) {
    try {
      const { type, id, cwd, atelier } = JSON.parse(line) as Readonly<Record<string, unknown>>;
      if (type !== 'session' || typeof id !== 'string') continue;
      // Older files have the folder that tools worked in alone.
      const folder = (atelier as { readonly folder?: unknown } | undefined)?.folder ?? cwd;
      return { id, folder: typeof folder === 'string' && folder !== '' ? folder : undefined };
    } catch {
      // Lines that are not JSON are skipped, as the engine does.
    }
  }
  return undefined;
}
