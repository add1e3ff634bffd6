import type { AskedRequest, Entry, RuntimeState } from '@atelier/agent/contract';
import type { Send } from '../../sends.ts';
import { isEdit } from '../tools/tool-kinds.ts';
import type { EntryList } from './entry-list.ts';
import { entryRows, liveRows, type RowParts } from './entry-rows.ts';
import type { LiveParts } from './live.ts';
import type { Look } from './look.ts';
import { type NoticeRow, type Problem, type Row, stable, type ThoughtRow, type ToolRow, type UserRow } from './rows.ts';

/** A retry that is scheduled. */
export interface Retry {
  readonly attempt: number;
  readonly of: number;
  readonly until: number;
  readonly problem: Problem | undefined;
}

/** The data from which rows are result. */
export interface RowSource {
  readonly entries: EntryList;
  readonly live: LiveParts;
  readonly look: Look;
  readonly requests: readonly AskedRequest[];
  readonly sending: readonly Send[];
  readonly status: RuntimeState['status'];
  readonly isBusy: boolean;
  readonly cut: boolean;
  readonly problem: Problem | undefined;
  readonly retry: Retry | undefined;
  /** Since the model last said something. */
  readonly silent: { readonly at: number; readonly seconds: number } | undefined;
  /** The agent's process does not answer. */
  readonly hung: { readonly at: number; readonly seconds: number } | undefined;
  readonly isStopping: boolean;
  readonly wentBack: string | undefined;
  /** Increases with every change that may affect more than the newest turn. */
  readonly version: number;
  keyOf(entry: string): string;
}

const end: Row = { kind: 'end', key: 'end', entry: undefined };

/** Makes the rows of a store. Rows before the person's newest message are result once and cached. */
export class RowBuilder {
  readonly #store: RowSource;
  #known = new Map<string, Row>();
  #settled: readonly Row[] = [];
  #settledFor = '';
  #rows: readonly Row[] = [];

  constructor(store: RowSource) {
    this.#store = store;
  }

  rows(): readonly Row[] {
    const { entries, look, version } = this.#store;
    const asked = entries.lastAsked;
    const settledFor = `${version} ${asked} ${look.density} ${look.showThinking}`;
    const isOld = settledFor !== this.#settledFor;
    if (isOld) {
      this.#settledFor = settledFor;
      this.#settled = this.#kept(grouped(this.#between(0, asked, false), look));
    }
    const tail = this.#kept(this.#tail(asked));
    const rows = [...this.#settled, ...tail];
    if (isOld) this.#known = new Map(rows.map(row => [row.key, row]));
    else for (const row of tail) this.#known.set(row.key, row);
    if (rows.length !== this.#rows.length || rows.some((row, at) => row !== this.#rows[at])) this.#rows = rows;
    return this.#rows;
  }

  #kept(rows: readonly Row[]): readonly Row[] {
    return rows.map(row => stable(row, this.#known.get(row.key)));
  }

  #between(from: number, to: number, isRunning: boolean): readonly Row[] {
    const { entries, live, look } = this.#store;
    const parts: RowParts = { live, look, isRunning, keyOf: entry => this.#store.keyOf(entry) };
    const before = from === 0 ? undefined : entries.at(from - 1);
    let day = before && dayOf(before.at);
    const answer = from === 0 ? undefined : this.#answerBefore(from);
    let { model } = answer ?? {};
    const rows: Row[] = [];
    let unseen = answer && unseenBy(answer);
    for (const piece of entries.between(from, to)) {
      if (!('entry' in piece)) {
        rows.push({ kind: 'gap', key: `gap ${piece.first}`, entry: undefined, ...piece });
        day = undefined;
        model = undefined;
        continue;
      }
      const { entry } = piece;
      const today = dayOf(entry.at);
      if (day !== undefined && today !== day) rows.push({ kind: 'day', key: `day ${entry.id}`, entry: undefined, at: entry.at });
      day = today;
      if (entry.kind === 'assistant' && entry.model !== undefined) {
        if (model !== undefined && model !== entry.model)
          rows.push({ kind: 'model', key: `model ${entry.id}`, entry: undefined, model: entry.model });
        model = entry.model;
        // Said once, until another number is left out, or another model answers.
        if (entry.unseen !== undefined && unseen !== unseenBy(entry))
          rows.push(noticeOf(`left out ${entry.id}`, { model, count: entry.unseen }));
        unseen = unseenBy(entry);
      }
      rows.push(...entryRows(entry, parts));
      if (look.origin?.entry === entry.id) rows.push(noticeOf('forked', { reason: 'forked', origin: look.origin }));
    }
    return rows;
  }

  /** The last loaded answer before a position. */
  #answerBefore(place: number): Entry | undefined {
    for (let at = place - 1; at >= 0; at -= 1) {
      const entry = this.#store.entries.at(at);
      if (entry === undefined || (entry.kind === 'assistant' && entry.model !== undefined)) return entry;
    }
    return undefined;
  }

  #tail(from: number): readonly Row[] {
    const store = this.#store;
    const { live, look, isBusy, requests } = store;
    const said = [...this.#between(from, store.entries.total, isBusy)];
    const inEntries = new Set(said.map(({ key }) => key));
    const parts: RowParts = { live, look, isRunning: isBusy, keyOf: entry => entry };
    const writing = live.message === undefined ? [] : liveRows(live.message, parts).filter(({ key }) => !inEntries.has(key));
    const asking = new Set(requests.map(({ tool }) => tool));
    // A call that waits for the person is shown as its request.
    const shown = this.#withWaiting([...said, ...writing]).filter(
      row => !isGoing(row) || row.kind !== 'tool' || !asking.has(row.call.tool),
    );
    const rows = [...grouped(withLastActions(shown, isBusy), look)];
    const ends = this.#endings(rows);
    // Nobody stopped an answer that was cut.
    const last = rows.at(-1);
    if (store.cut && !isBusy && last?.kind === 'notice' && last.reason === 'stopped') rows.pop();
    rows.push(...ends, ...store.sending.map(sendingRow));
    rows.push(...requests.map((request, place): Row => ({ kind: 'request', key: `ask ${request.id}`, entry: undefined, request, place })));
    return [...rows, end];
  }

  /** Calls of one answer begin when those before have been allowed, and one that may change something only when they are over. */
  #withWaiting(rows: readonly Row[]): readonly Row[] {
    const { live, requests } = this.#store;
    const isAsked = requests.some(({ kind }) => kind === 'approval');
    let isOpen = false;
    return rows.map(row => {
      if (row.kind !== 'tool' || row.call.state !== 'running') return row;
      const waits = row.call.output === '' && (isAsked || (isOpen && !live.tools.has(row.call.tool)));
      isOpen = true;
      return waits ? { ...row, call: { ...row.call, state: 'waiting' }, seconds: undefined } : row;
    });
  }

  /** The rows below the messages: what is running, or why nothing is. */
  #endings(rows: readonly Row[]): readonly Row[] {
    const { status, retry, silent, hung, isStopping, problem, cut, isBusy, look, requests } = this.#store;
    if (hung !== undefined) {
      const key = `hung ${hung.at}`;
      return [{ kind: 'hung', key, entry: undefined, seconds: hung.seconds, isOpen: look.isOpen(key, false) }];
    }
    if (isBusy && isStopping) return [{ kind: 'working', key: 'working', entry: undefined, status: 'stopping' }];
    if (retry !== undefined) {
      const seconds = Math.max(0, Math.round((retry.until - look.now) / 1000));
      const { attempt, of } = retry;
      return [{ kind: 'retry', key: 'retry', entry: undefined, problem: retry.problem, attempt, of, seconds }];
    }
    if (status === 'compacting')
      return [{ kind: 'fold', key: 'compacting', entry: undefined, text: '', undoable: false, isOpen: false, isRunning: true }];
    if (isBusy && silent !== undefined && requests.length === 0) {
      const key = `silent ${silent.at}`;
      return [{ kind: 'silent', key, entry: undefined, seconds: silent.seconds, isOpen: look.isOpen(key, false) }];
    }
    if (isBusy) {
      const last = rows.at(-1);
      const isSeen = requests.length > 0 || this.#store.entries.last?.stopped === 'done' || (last !== undefined && isGoing(last));
      return isSeen
        ? []
        : [
            {
              kind: 'working',
              key: 'working',
              entry: undefined,
              status: look.again ? 'again' : status === 'starting' ? 'starting' : 'running',
            },
          ];
    }
    const { wentBack } = this.#store;
    if (wentBack !== undefined) return [noticeOf('went back', { reason: 'wentBack', leaf: wentBack })];
    if (cut || problem !== undefined) {
      const said = problem ?? { code: 'agent/cut', message: '' };
      const last = rows.at(-1);
      if (last?.kind === 'notice' && last.canGoOn) return [];
      // The message that failed shows the problem itself.
      if (!cut && last?.kind === 'problem' && last.problem.message === said.message) return [];
      return [{ kind: 'problem', key: 'ended', entry: undefined, problem: said, isCut: cut, isLast: true }];
    }
    return [];
  }
}

function sendingRow({ id, text, at }: Send): UserRow {
  const none = { entry: undefined, sentBy: undefined, attached: [], pictures: [] };
  return { kind: 'user', key: id, ...none, text, at, isEditing: false, isMarked: false, isWhole: false, isSending: true };
}

/** What an answer's model was not sent; undefined if nothing was left out. */
function unseenBy({ model, unseen }: Entry): string | undefined {
  return unseen === undefined ? undefined : `${model} ${unseen}`;
}

function noticeOf(key: string, about: Partial<NoticeRow>): NoticeRow {
  return { kind: 'notice', key, entry: undefined, text: undefined, reason: undefined, canGoOn: false, ...about };
}

function isGoing(row: Row): boolean {
  if (row.kind === 'say' || row.kind === 'thought') return row.isLive;
  if (row.kind === 'problem') return true;
  return row.kind === 'tool' && (row.call.state === 'running' || row.call.state === 'waiting');
}

/** Only the newest problem or end of an answer has actions, and only while no turn is running. */
function withLastActions(rows: readonly Row[], isBusy: boolean): readonly Row[] {
  const last = rows.at(-1);
  if (isBusy || last === undefined) return rows;
  if (last.kind === 'problem') return [...rows.slice(0, -1), { ...last, isLast: true }];
  return last.kind === 'notice' && last.reason === 'length' ? [...rows.slice(0, -1), { ...last, canGoOn: true }] : rows;
}

/** Groups successful calls on one line, in compact density. */
function grouped(rows: readonly Row[], look: Look): readonly Row[] {
  if (look.density !== 'compact') return rows;
  const result: Row[] = [];
  let run: (ToolRow | ThoughtRow)[] = [];
  const flush = () => {
    if (run.filter(row => row.kind === 'tool').length >= 2) {
      const key = `group ${run[0]!.key}`;
      const isOpen = look.isOpen(key, false);
      result.push({ kind: 'group', key, entry: run[0]!.entry, members: run, isOpen });
      if (isOpen) result.push(...run);
    } else result.push(...run);
    run = [];
  };
  for (const row of rows) {
    if (isQuiet(row)) run.push(row);
    else {
      flush();
      result.push(row);
    }
  }
  flush();
  return result;
}

/** Whether a call can be grouped: it succeeded and changed nothing. */
function isQuiet(row: Row): row is ToolRow | ThoughtRow {
  if (row.kind === 'thought') return !row.isLive;
  return row.kind === 'tool' && row.call.state === 'done' && !isEdit(row.call.name) && row.call.outcome?.files === undefined;
}

/** The local day of a time. */
function dayOf(at: number): string {
  return new Date(at).toDateString();
}
