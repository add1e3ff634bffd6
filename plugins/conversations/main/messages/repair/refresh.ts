import { setImmediate } from 'node:timers/promises';
import type { AgentService, Entry } from '@atelier/agent/contract';
import { type AppError, type Database, isAppError, type Log } from '@atelier/kernel';
import { errors } from '../../errors.ts';
import type { Live } from '../live-state.ts';
import type { TextIndex } from '../search/text-index.ts';
import type { EntryStore, StoredProblem } from '../store/entry-store.ts';
import { lightEntry } from '../store/light-entry.ts';
import { type FileStamp, stampOf } from './file-stamp.ts';

export interface RefreshParts {
  readonly db: Database;
  readonly store: EntryStore;
  readonly texts: TextIndex;
  readonly agent: AgentService;
  readonly log: Log;
  readonly signal: AbortSignal;
}

/** What came of it: `others` where entries that stood there are others now, or more. */
export type Refreshed = 'same' | 'others' | 'failed';

const pageSize = 200;
const mostTries = 5;

/**
 * Makes the rows of a conversation what its session file says. Reads from the end until what it reads is what stands there already;
 * with `anew`, all of it.
 */
export async function refresh(parts: RefreshParts, conversation: string, live: Live, anew = false): Promise<Refreshed> {
  const { store, agent, log, signal } = parts;
  const number = store.numberOf(conversation);
  if (number === undefined) return 'same';
  if (anew) {
    store.note(number, { whole: false });
    await parts.texts.clear(number);
  }
  let came: Refreshed = 'same';
  for (let tries = 0; tries < mostTries && !signal.aborted; tries += 1) {
    const { version } = live;
    const stamp = await stampOf(agent, conversation);
    if (isGone(stamp, store.total(number))) {
      store.note(number, {
        ...stamp,
        problem: problemOf(errors['conversations/session-gone']({ file: stamp.file ?? store.indexed(number).file ?? '' })),
      });
      live.verified = true;
      return came;
    }
    let read: Read | undefined;
    try {
      read = await readAll(parts, conversation, number, live);
    } catch (error) {
      return failed(parts, { number, live, stamp, error: error as Error });
    }
    if (read?.others === true) came = 'others';
    if (store.numberOf(conversation) !== number) return came;
    if (read === undefined) continue;
    const before = store.indexed(number).problem;
    const problem = read.problem ?? (read.isAll ? undefined : before);
    // What happened meanwhile is in the file, and perhaps not in what was read: the newest are looked at once more.
    store.note(number, { whole: true, problem, ...(live.version === version && stamp) });
    if (live.version !== version) continue;
    live.verified = true;
    await parts.texts.flush(number, signal);
    return came;
  }
  if (!signal.aborted)
    log.debug('The conversation goes on faster than its file is read; the end of its turn is waited for.', { conversation });
  return came;
}

interface Read {
  readonly others: boolean;
  /** Every entry was looked at, not only the newest. */
  readonly isAll: boolean;
  readonly problem: StoredProblem | undefined;
}

/** Undefined where something happened that makes what was read no longer true. */
async function readAll(parts: RefreshParts, conversation: string, number: number, live: Live): Promise<Read | undefined> {
  const { store, agent, signal } = parts;
  const isWhole = store.indexed(number).whole;
  let others = false;
  let problem: StoredProblem | undefined;
  let before: string | undefined;
  let end: number | undefined;
  const { branch } = live;
  for (;;) {
    const { version } = live;
    const { entries, total } = await agent.transcript(conversation, { limit: pageSize, ...(before !== undefined && { before }) });
    if (signal.aborted || store.numberOf(conversation) !== number) return undefined;
    if (live.branch !== branch || (end !== undefined && total < end)) return undefined;
    // Rows are added by events as long as they are whole; what was read before such an event may lack it.
    if (live.verified && live.version !== version) return undefined;
    end ??= total;
    const first = end - entries.length;
    problem ??= problemIn(entries);
    const put = apply(parts, { number, first, entries, total: before === undefined ? total : undefined, isWhole });
    others ||= put.others;
    if (put.isDone) return { others, isAll: first <= 0, problem };
    live.verified = false;
    end = first;
    before = entries[0]?.id;
    await setImmediate();
  }
}

/** One page into the rows, all of it or nothing. */
function apply(
  { db, store, texts }: RefreshParts,
  page: { number: number; first: number; entries: readonly Entry[]; total: number | undefined; isWhole: boolean },
): { others: boolean; isDone: boolean } {
  const { number, first, entries, total, isWhole } = page;
  return db.transaction(() => {
    let others = false;
    let isFirstSame = false;
    if (total !== undefined && store.total(number) > total) {
      texts.cut(number, total);
      store.cut(number, total);
      others = true;
    }
    const there = new Map(store.from(number, Math.max(0, first), entries.length).map(entry => [entry.position, entry]));
    for (const [index, entry] of entries.entries()) {
      const position = first + index;
      const light = lightEntry(entry);
      const json = JSON.stringify(light);
      const stood = there.get(position);
      if (stood?.json === json) {
        if (index === 0) isFirstSame = true;
        continue;
      }
      if (stood?.id !== entry.id) others = true;
      store.put(number, position, light, json);
      texts.changed(number, position);
    }
    const isDone = first <= 0 || entries.length === 0 || (isWhole && isFirstSame);
    // Until the rest is there as well, what a killed process leaves must not be taken for all.
    if (!isDone) store.note(number, { whole: false });
    return { others, isDone };
  });
}

function isGone({ file, size }: FileStamp, total: number): boolean {
  return size === undefined && (file !== undefined || total > 0);
}

function failed({ store, log }: RefreshParts, at: { number: number; live: Live; stamp: FileStamp; error: Error }): Refreshed {
  const { number, live, stamp, error } = at;
  // Of the file, and not of the process that reads it: that one is another in a moment.
  if (isAppError(error) && error.code.startsWith('agent/session-')) {
    store.note(number, { ...stamp, problem: problemOf(error) });
    live.verified = true;
  } else log.warn(String(error));
  return 'failed';
}

/** As the file's reader says it: a sentence that stands among the messages. */
function problemIn(entries: readonly Entry[]): StoredProblem | undefined {
  const said = entries.find(({ kind, problem }) => kind === 'notice' && problem?.code.startsWith('agent/session-'))?.problem;
  return said && { code: said.code, fr: said.message, en: said.message };
}

export function problemOf(error: AppError): StoredProblem {
  return { code: error.code, fr: error.in('fr'), en: error.in('en') };
}
