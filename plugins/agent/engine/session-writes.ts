import { appendFileSync, closeSync, constants, readdirSync, readSync, statSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { openRegularSync } from '@atelier/kernel/children';
import type { SessionEntry, SessionManager } from '@earendil-works/pi-coding-agent';
import type { InMemory } from './history/take-in.ts';
import type { Window } from './history/window.ts';
import { createSessionFile, lineOf, type NewSession } from './history/write.ts';
import type { Payer } from './protocol.ts';

/** What is compared of the end of a file before it is written to. */
const tailBytes = 4096;
const newline = 0x0a;

/** The members of a session manager that writing needs. */
interface Written extends Pick<SessionManager, 'getEntries' | 'getLeafId'> {
  sessionFile: string;
  _persist(entry: SessionEntry): void;
}

interface Around {
  /** The session goes on in this file. */
  moved(file: string): void;
  /** Who pays for what is written now; undefined for the person. */
  paidBy(): Payer | undefined;
}

/** A file as it was left. */
interface Left {
  readonly inode: number;
  readonly size: number;
  readonly changed: number;
  readonly tail: Buffer;
}

/**
 * Writes the entries of an open session. Other programs may write to its file: the engine's own command line, an editor, one that
 * synchronises folders. So the file is looked at before each write. To what others have only added to, an entry is appended; if it is
 * damaged or gone, the session goes on in a file of its own, with all that it has in memory. Nothing that others wrote is written over.
 */
export class SessionWrites {
  readonly #manager: Written;
  readonly #beginning: NewSession;
  readonly #around: Around;
  readonly #window: Window | undefined;
  #left: Left | undefined;
  #isMixed = false;
  /** The files that it has moved away from, which may hold what others wrote. */
  readonly #earlier: string[] = [];

  constructor(manager: SessionManager, beginning: NewSession, around: Around, window: Window | undefined) {
    this.#manager = manager as unknown as Written;
    this.#beginning = beginning;
    this.#around = around;
    this.#window = window;
    this.#left = leftAt(this.#file);
    this.#manager._persist = entry => this.#write(entry);
  }

  /** Whether another program has changed the file since the session was opened. */
  isChanged(): boolean {
    this.#follow();
    return this.#isMixed || this.#earlier.length > 0 || !isSame(leftAt(this.#file, 0), this.#left);
  }

  /** Where others may have written, the present file last. */
  get files(): readonly string[] {
    return [...this.#earlier, this.#file];
  }

  /** What is in memory, as it is to be written, and the ids of what the file had besides. */
  inMemory(): InMemory {
    const asInFile = this.#window?.asInFile ?? (entry => entry);
    const entries = this.#manager.getEntries().map(asInFile);
    return { entries, known: this.#window?.known ?? new Set(), leaf: this.#manager.getLeafId() ?? undefined };
  }

  get #file(): string {
    return this.#manager.sessionFile;
  }

  #write(entry: SessionEntry): void {
    this.#sayWhoPays(entry);
    this.#follow();
    const now = leftAt(this.#file, 0);
    if (isSame(now, this.#left)) this.#append(lineOf(entry), this.#left as Left);
    else if (now !== undefined && this.#left !== undefined && isStillIn(this.#file, this.#left)) {
      this.#isMixed = true;
      this.#append(`${leftAt(this.#file, 1)?.tail[0] === newline ? '' : '\n'}${lineOf(entry)}`, now);
    } else this.#move();
  }

  /** Beside the message and not in it, so that no model is sent it. */
  #sayWhoPays(entry: SessionEntry): void {
    const hasCost = entry.type === 'message' ? entry.message.role === 'assistant' : 'usage' in entry;
    const paidBy = hasCost ? this.#around.paidBy() : undefined;
    if (paidBy !== undefined) Object.assign(entry, { atelier: { paidBy } });
  }

  /** A file that was renamed in its folder is the same one. */
  #follow(): void {
    if (leftAt(this.#file, 0) !== undefined) return;
    const folder = dirname(this.#file);
    const found = namesIn(folder).find(name => leftAt(join(folder, name), 0)?.inode === this.#left?.inode);
    if (found === undefined) return;
    this.#manager.sessionFile = join(folder, found);
    this.#around.moved(this.#file);
  }

  #append(line: string, before: Left): void {
    appendTo(this.#file, line);
    this.#left = leftAt(this.#file);
    // Another program may have written in between.
    if (this.#left?.size !== before.size + Buffer.byteLength(line)) this.#isMixed = true;
  }

  /** The new entry is in memory already. */
  #move(): void {
    const from = this.#file;
    const file = createSessionFile({ ...this.#beginning, parentSession: from });
    try {
      writeFileSync(file, this.inMemory().entries.map(lineOf).join(''), { flag: 'a' });
    } catch (error) {
      // A part of it would be taken for the newest file of the conversation.
      unlinkSync(file);
      throw error;
    }
    this.#earlier.push(from);
    this.#manager.sessionFile = file;
    this.#left = leftAt(file);
    this.#around.moved(file);
  }
}

function appendTo(file: string, line: string): void {
  const descriptor = openRegularSync(file, constants.O_WRONLY | constants.O_APPEND);
  try {
    appendFileSync(descriptor, line);
  } finally {
    closeSync(descriptor);
  }
}

/** The state of a file, with the last bytes of it; undefined if it cannot be read, or is something else by now. */
function leftAt(file: string, bytes = tailBytes): Left | undefined {
  try {
    const found = statSync(file);
    if (!found.isFile()) return undefined;
    const { ino: inode, size, mtimeMs: changed } = found;
    return { inode, size, changed, tail: bytes === 0 ? Buffer.alloc(0) : bytesBefore(file, size, bytes) };
  } catch {
    return undefined;
  }
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function isSame(now: Left | undefined, left: Left | undefined): boolean {
  return now !== undefined && now.inode === left?.inode && now.size === left.size && now.changed === left.changed;
}

/** Whether the file still begins with what was left, as far as its last bytes tell; no if it cannot be read. */
function isStillIn(file: string, { size, tail }: Left): boolean {
  try {
    return bytesBefore(file, size, tail.length).equals(tail);
  } catch {
    return false;
  }
}

function bytesBefore(file: string, end: number, count: number): Buffer {
  const tail = Buffer.alloc(Math.min(count, end));
  const descriptor = openRegularSync(file);
  try {
    return tail.subarray(0, readSync(descriptor, tail, 0, tail.length, end - tail.length));
  } finally {
    closeSync(descriptor);
  }
}
