import { setImmediate } from 'node:timers/promises';
import type { AgentService } from '@atelier/agent/contract';
import type { Log } from '@atelier/kernel';
import { errors } from '../../errors.ts';
import type { ConversationRecords } from '../../records/conversations.ts';
import type { EntryStore, StoredProblem } from '../store/entry-store.ts';
import { problemOf } from './refresh.ts';

export interface CheckParts {
  readonly records: ConversationRecords;
  readonly agent: AgentService;
  readonly store: EntryStore;
  readonly log: Log;
  readonly signal: AbortSignal;
  readonly isFresh: (conversation: string) => Promise<boolean>;
  readonly refreshed: (conversation: string, anew: boolean) => Promise<void>;
  /** Makes a record for a session file that has none; false where there is nothing in it. */
  readonly recover: (conversation: string) => Promise<boolean>;
  /** It was deleted while the app runs; its file is about to go. */
  readonly isForgotten: (conversation: string) => boolean;
  readonly changed: () => void;
}

export interface FileProblem {
  readonly conversation: string;
  readonly file: string;
  readonly problem: StoredProblem;
}

/** How far the proof is that every session file is in the index. */
export interface Progress {
  readonly state: 'ready' | 'checking' | 'building';
  readonly done: number;
  readonly of: number;
  /** Of files that belong to no conversation of ours. */
  readonly problems: readonly FileProblem[];
}

const idPattern = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;
const mostProblems = 200;
const toldEvery = 20;

/** Goes through all conversations, one at a time, and lets everything else pass. */
export class Check {
  readonly #parts: CheckParts;
  #progress: Progress = { state: 'ready', done: 0, of: 0, problems: [] };
  #running: Promise<void> | undefined;
  #again: 'changed' | 'all' | undefined;

  constructor(parts: CheckParts) {
    this.#parts = parts;
  }

  get progress(): Progress {
    return this.#progress;
  }

  /** Resolves when every file was looked at; `anew` reads all of them, changed or not. */
  run(anew = false): Promise<void> {
    if (this.#running !== undefined) this.#again = anew ? 'all' : (this.#again ?? 'changed');
    this.#running ??= this.#passes(anew).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #passes(anew: boolean): Promise<void> {
    let reading = anew;
    do {
      this.#again = undefined;
      await this.#pass(reading).catch(error => this.#parts.log.warn(String(error)));
      reading = this.#again === 'all';
    } while (this.#again !== undefined && !this.#parts.signal.aborted);
    this.#progress = { ...this.#progress, state: 'ready' };
    if (!this.#parts.signal.aborted) this.#parts.changed();
  }

  async #pass(anew: boolean): Promise<void> {
    const { records, agent, store, signal, isFresh, refreshed } = this.#parts;
    this.#progress = { ...this.#progress, state: anew ? 'building' : 'checking', done: 0, of: 0 };
    const files = await agent.sessionFiles();
    const ids = records.all();
    const strangers = files.filter(({ conversation }) => store.numberOf(conversation) === undefined);
    const of = ids.length + strangers.length;
    for (const id of ids) {
      if (signal.aborted) return;
      const isRead = anew || !(await isFresh(id));
      if (isRead) {
        this.#progress = { ...this.#progress, state: 'building' };
        await refreshed(id, anew);
      }
      this.#step(of, isRead);
      await setImmediate();
    }
    const problems = await this.#doubled(files);
    for (const { file, conversation } of strangers) {
      if (signal.aborted) return;
      if (!idPattern.test(conversation)) problems.push(problem('', file, 'conversations/session-unnamed'));
      else if (store.numberOf(conversation) === undefined && !this.#parts.isForgotten(conversation)) {
        const unreadable = await this.#recover(conversation, file);
        if (unreadable !== undefined) problems.push(unreadable);
      }
      this.#step(of, true);
      await setImmediate();
    }
    this.#progress = { ...this.#progress, problems: problems.slice(0, mostProblems) };
  }

  #step(of: number, isTold: boolean): void {
    const done = this.#progress.done + 1;
    this.#progress = { ...this.#progress, done, of };
    if (isTold || done % toldEvery === 0) this.#parts.changed();
  }

  async #recover(conversation: string, file: string): Promise<FileProblem | undefined> {
    try {
      await this.#parts.recover(conversation);
      return undefined;
    } catch (error) {
      this.#parts.log.warn(String(error));
      const told = error as Parameters<typeof problemOf>[0];
      return typeof told.code === 'string' ? { conversation, file, problem: problemOf(told) } : undefined;
    }
  }

  async #doubled(files: readonly { readonly file: string; readonly conversation: string }[]): Promise<FileProblem[]> {
    const groups = Map.groupBy(files, ({ conversation }) => conversation);
    const problems: FileProblem[] = [];
    for (const [conversation, group] of groups) {
      if (group.length < 2 || !idPattern.test(conversation)) continue;
      const other = await this.#parts.agent.sessionFile(conversation);
      for (const { file } of group)
        if (file !== other && other !== undefined) problems.push(problem(conversation, file, 'conversations/session-doubled', other));
    }
    return problems;
  }
}

function problem(
  conversation: string,
  file: string,
  code: 'conversations/session-doubled' | 'conversations/session-unnamed',
  other = '',
): FileProblem {
  return { conversation, file, problem: problemOf(errors[code]({ file, other })) };
}
