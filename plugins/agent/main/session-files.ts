import { existsSync } from 'node:fs';
import { open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RuntimeRecords } from './runtime/records.ts';

const headBytes = 16 * 1024;
const parallelReads = 16;

/** The session files of the managed directory, and the conversation of each. */
export class SessionFiles {
  readonly #folder: string;
  readonly #records: RuntimeRecords;
  /** By name: a file's head never changes. */
  readonly #known = new Map<string, string>();

  constructor(directory: string, records: RuntimeRecords) {
    this.#folder = join(directory, 'sessions');
    this.#records = records;
  }

  /** All session files, sorted by name. A record whose file is missing gets the newest file of its conversation. */
  async list(): Promise<readonly { readonly file: string; readonly conversation: string }[]> {
    const found = await this.#found();
    for (const { file, conversation } of found) {
      const record = this.#records.get(conversation);
      if (record.sessionFile === undefined || !existsSync(record.sessionFile)) this.#records.save({ ...record, sessionFile: file });
    }
    return found;
  }

  /** The file of a conversation. If it was moved or renamed, the newest file in the directory whose header names the conversation. */
  async of(conversation: string): Promise<string | undefined> {
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

  async #found() {
    const listed = await readdir(this.#folder).catch(() => []);
    // Names begin with the time, so the newest file is last.
    const names = listed.filter(name => name.endsWith('.jsonl')).sort();
    const unknown = names.filter(name => !this.#known.has(name));
    for (let at = 0; at < unknown.length; at += parallelReads)
      await Promise.all(unknown.slice(at, at + parallelReads).map(async name => this.#known.set(name, await this.#conversationOf(name))));
    return names.map(name => ({ file: join(this.#folder, name), conversation: this.#known.get(name) ?? '' }));
  }

  /** The conversation that the file's header names; for a damaged file, the one in its name. */
  async #conversationOf(name: string): Promise<string> {
    const head = await this.#headOf(join(this.#folder, name)).catch(() => '');
    const id = headerIn(head);
    return (
      id ??
      name
        .replace(/\.jsonl$/, '')
        .replace(/^[^_]*_/, '')
        .replace(/~\d+$/, '')
    );
  }

  async #headOf(file: string): Promise<string> {
    const handle = await open(file, 'r');
    try {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}

function headerIn(head: string): string | undefined {
  for (const line of head.split('\n')) {
    try {
      const { type, id } = JSON.parse(line) as { type?: unknown; id?: unknown };
      if (type === 'session' && typeof id === 'string') return id;
    } catch {
      // Lines that are not JSON are skipped, as the engine does.
    }
  }
  return undefined;
}
