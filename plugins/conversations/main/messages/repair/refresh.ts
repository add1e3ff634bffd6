import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Entry } from '@atelier/agent/contract';
import { type AppError, isAppError, toStoredPath } from '@atelier/kernel';
import { errors } from '../../errors.ts';
import type { Live } from '../live-state.ts';
import type { MessageIndex } from '../message-index.ts';
import type { Indexed, StoredProblem } from '../store/entry-store.ts';
import { lightEntry } from '../store/light-entry.ts';

interface Request {
  readonly rereadAll: boolean;
  /** Windows are notified, whatever the result. */
  readonly notify: boolean;
}

/** Reads each conversation at most once at a time; requests during a reading share one more reading after it. */
export class Refreshing {
  readonly #index: MessageIndex;
  readonly #running = new Map<string, Promise<void>>();
  readonly #next = new Map<string, { readonly done: Promise<void>; request: Request }>();

  constructor(index: MessageIndex) {
    this.#index = index;
  }

  run(conversation: string, request: Request): Promise<void> {
    const running = this.#running.get(conversation);
    if (running === undefined) return this.#begin(conversation, request);
    const next = this.#next.get(conversation);
    if (next !== undefined) {
      next.request = { rereadAll: request.rereadAll || next.request.rereadAll, notify: request.notify || next.request.notify };
      return next.done;
    }
    const done = running.then(() => {
      const merged = this.#next.get(conversation)?.request ?? request;
      this.#next.delete(conversation);
      return this.#begin(conversation, merged);
    });
    this.#next.set(conversation, { done, request });
    return done;
  }

  /** Whether the rows are up to date with the session file, by the file's size and time only. */
  async isFresh(conversation: string): Promise<boolean> {
    const { live, store, texts, isWritable } = this.#index;
    // What is stored cannot be brought up to date.
    if (!isWritable) return true;
    const state = live.of(conversation);
    if (state.verified) return true;
    const number = store.numberOf(conversation);
    if (number === undefined) return false;
    const { version } = state;
    const [stamp, indexed] = [await stampOf(this.#index, conversation), store.indexed(number)];
    // After a problem, an unchanged file is not read again.
    const isFine = (indexed.whole || indexed.problem !== undefined) && isSame(stamp, indexed) && state.version === version;
    if (isFine) {
      state.verified = true;
      texts.touch(number);
    }
    return isFine;
  }

  /** Resolves when the rows are up to date. */
  refreshed(conversation: string, rereadAll = false): Promise<void> {
    return this.run(conversation, { rereadAll, notify: false });
  }

  #begin(conversation: string, { rereadAll, notify }: Request): Promise<void> {
    const { live, windows, log, signal } = this.#index;
    const state = live.of(conversation);
    const wasVerified = state.verified;
    const running = refresh(this.#index, conversation, state, rereadAll)
      .then(result => {
        if (!signal.aborted && (notify || (wasVerified && result === 'changed'))) windows.emit('entriesChanged', { conversation });
      })
      .catch(error => log.warn(String(error), { conversation }))
      .finally(() => {
        if (this.#running.get(conversation) === running) this.#running.delete(conversation);
      });
    this.#running.set(conversation, running);
    return running;
  }
}

/** The result: `changed` if stored entries were replaced or entries were added. */
type Refreshed = 'same' | 'changed' | 'failed';

const pageSize = 200;
const maxTries = 5;

/**
 * Updates the rows of a conversation from its session file. Reads from the end until it reaches an entry that is stored already;
 * with `rereadAll`, reads the whole file.
 */
async function refresh(index: MessageIndex, conversation: string, live: Live, rereadAll = false): Promise<Refreshed> {
  const { store, log, signal } = index;
  const number = store.numberOf(conversation);
  if (number === undefined) return 'same';
  if (rereadAll) {
    store.note(number, { whole: false });
    await index.texts.clear(number);
  }
  let result: Refreshed = 'same';
  for (let tries = 0; tries < maxTries && !signal.aborted; tries += 1) {
    const { version } = live;
    const stamp = await stampOf(index, conversation);
    if (isGone(stamp, store.total(number))) {
      store.note(number, {
        ...stamp,
        problem: problemOf(errors['conversations/session-gone']({ file: basename(stamp.file ?? store.indexed(number).file ?? '') })),
      });
      live.verified = true;
      return result;
    }
    if (!rereadAll && (await isCutOff(index, conversation, number, stamp))) {
      // Its size stays the earlier one, so that the file is looked at again until it is complete.
      store.note(number, { problem: problemOf(errors['conversations/session-shorter']({ file: basename(stamp.file ?? '') })) });
      live.verified = true;
      return result;
    }
    let read: Read | undefined;
    try {
      read = await readAll(index, conversation, number, live);
    } catch (error) {
      return failed(index, { number, live, stamp, error: error as Error });
    }
    if (read?.isChanged === true) result = 'changed';
    if (store.numberOf(conversation) !== number) return result;
    if (read === undefined) continue;
    const before = store.indexed(number).problem;
    const problem = read.problem ?? (read.isAll ? undefined : before);
    // Events during the reading are in the file and perhaps not in what was read: the newest entries are read again.
    store.note(number, { whole: true, problem, ...(live.version === version && stamp) });
    if (live.version !== version) continue;
    live.verified = true;
    await index.texts.flush(number, signal);
    return result;
  }
  if (!signal.aborted)
    log.debug('The conversation changes faster than its file is read; it is read again at the end of the turn.', { conversation });
  return result;
}

interface Read {
  readonly isChanged: boolean;
  /** Every entry was read, not only the newest. */
  readonly isAll: boolean;
  readonly problem: StoredProblem | undefined;
}

/** Undefined if an event made the entries that were read outdated. */
async function readAll(index: MessageIndex, conversation: string, number: number, live: Live): Promise<Read | undefined> {
  const { store, agent, signal } = index;
  const isWhole = store.indexed(number).whole;
  let isChanged = false;
  let problem: StoredProblem | undefined;
  let before: string | undefined;
  let end: number | undefined;
  const { branch } = live;
  for (;;) {
    const { version } = live;
    const { entries, total } = await agent.transcript(conversation, { limit: pageSize, ...(before !== undefined && { before }) });
    if (signal.aborted || store.numberOf(conversation) !== number) return undefined;
    if (live.branch !== branch || (end !== undefined && total < end)) return undefined;
    // While the rows are verified, events add to them; entries that were read before such an event may lack it.
    if (live.verified && live.version !== version) return undefined;
    end ??= total;
    const first = end - entries.length;
    problem ??= problemIn(entries);
    const put = apply(index, { number, first, entries, total: before === undefined ? total : undefined, isWhole });
    isChanged ||= put.isChanged;
    if (put.isDone) return { isChanged, isAll: first <= 0, problem };
    live.verified = false;
    end = first;
    before = entries[0]?.id;
    await setImmediate();
  }
}

/** Stores one page of entries in one transaction. */
function apply(
  { db, store, texts }: MessageIndex,
  page: { number: number; first: number; entries: readonly Entry[]; total: number | undefined; isWhole: boolean },
): { isChanged: boolean; isDone: boolean } {
  const { number, first, entries, total, isWhole } = page;
  return db.transaction(() => {
    let isChanged = false;
    let isFirstSame = false;
    if (total !== undefined && store.total(number) > total) {
      texts.cut(number, total);
      store.cut(number, total);
      isChanged = true;
    }
    const stored = new Map(store.from(number, Math.max(0, first), entries.length).map(entry => [entry.position, entry]));
    for (const [at, entry] of entries.entries()) {
      const position = first + at;
      const light = lightEntry(entry);
      const json = JSON.stringify(light);
      const before = stored.get(position);
      if (before?.json === json) {
        if (at === 0) isFirstSame = true;
        continue;
      }
      if (before?.id !== entry.id) isChanged = true;
      store.put(number, position, light, json);
      texts.changed(number, position);
    }
    const isDone = first <= 0 || entries.length === 0 || (isWhole && isFirstSame);
    // Until the rest is stored as well, rows that a killed process leaves must not count as complete.
    if (!isDone) store.note(number, { whole: false });
    return { isChanged, isDone };
  });
}

function isGone({ file, size }: FileStamp, total: number): boolean {
  return size === undefined && (file !== undefined || total > 0);
}

/**
 * Whether the file lost messages that are stored: nothing here ever shortens a file. What is stored is then the better of the two.
 */
async function isCutOff({ agent, store }: MessageIndex, conversation: string, number: number, stamp: FileStamp): Promise<boolean> {
  const { file, size } = store.indexed(number);
  if (file !== stamp.file || size === undefined || stamp.size === undefined || stamp.size >= size) return false;
  const { total } = await agent.transcript(conversation, { limit: 1 }).catch(() => ({ total: 0 }));
  return total < store.total(number);
}

function failed({ store, log }: MessageIndex, at: { number: number; live: Live; stamp: FileStamp; error: Error }): Refreshed {
  const { number, live, stamp, error } = at;
  // Only a problem of the file is stored; a problem of the process that reads it is temporary.
  if (isAppError(error) && error.code.startsWith('agent/session-')) {
    store.note(number, { ...stamp, problem: problemOf(error) });
    live.verified = true;
  } else log.warn(String(error));
  return 'failed';
}

/** The problem that the reader of the file reports as a notice among the entries. */
function problemIn(entries: readonly Entry[]): StoredProblem | undefined {
  const said = entries.find(({ kind, problem }) => kind === 'notice' && problem?.code.startsWith('agent/session-'))?.problem;
  return said && { code: said.code, fr: said.message, en: said.message };
}

export function problemOf(error: AppError): StoredProblem {
  return { code: error.code, fr: error.in('fr'), en: error.in('en') };
}

/** A session file, with its size and time, by which a change is recognized. */
interface FileStamp {
  /** As `toStoredPath` writes it. Undefined: the conversation never had one. */
  readonly file: string | undefined;
  /** Undefined: the file does not exist. */
  readonly size: number | undefined;
  readonly changed: number | undefined;
}

async function stampOf({ agent, profile }: Pick<MessageIndex, 'agent' | 'profile'>, conversation: string): Promise<FileStamp> {
  const file = await agent.sessionFile(conversation);
  const found = file === undefined ? undefined : await stat(file).catch(() => undefined);
  return { file: file && toStoredPath(profile, file), size: found?.size, changed: found && Math.round(found.mtimeMs) };
}

function isSame(stamp: FileStamp, { file, size, changed }: Indexed): boolean {
  return stamp.file === file && stamp.size === size && stamp.changed === changed;
}
