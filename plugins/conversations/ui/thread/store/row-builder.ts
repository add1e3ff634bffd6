import type { AskedRequest, RuntimeState } from '@atelier/agent/contract';
import { isEdit } from '../tools/tool-kinds.ts';
import type { EntryList } from './entry-list.ts';
import { entryRows, liveRows, type RowParts } from './entry-rows.ts';
import type { LiveParts } from './live.ts';
import type { Look } from './look.ts';
import { type NoticeRow, type Problem, type Row, stable, type ThoughtRow, type ToolRow } from './rows.ts';

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
  readonly status: RuntimeState['status'];
  readonly isBusy: boolean;
  readonly cut: boolean;
  readonly problem: Problem | undefined;
  readonly retry: Retry | undefined;
  /** Since the model last said something. */
  readonly silent: { readonly at: number; readonly seconds: number } | undefined;
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
    let model = from === 0 ? undefined : this.#modelBefore(from);
    const rows: Row[] = [];
    let hadImages = before?.kind === 'user' && before.parts?.some(({ kind }) => kind === 'image') === true;
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
      }
      if (entry.kind === 'assistant' && hadImages && entry.model !== undefined)
        rows.push(noticeOf(`left out ${entry.id}`, { reason: 'imagesLeftOut', model: entry.model }));
      rows.push(...entryRows(entry, parts));
      hadImages = entry.kind === 'user' && entry.parts?.some(({ kind }) => kind === 'image') === true;
      if (look.origin?.entry === entry.id) rows.push(noticeOf('forked', { reason: 'forked', origin: look.origin }));
    }
    return rows;
  }

  /** The model of the last loaded answer before a position. */
  #modelBefore(place: number): string | undefined {
    for (let at = place - 1; at >= 0; at -= 1) {
      const entry = this.#store.entries.at(at);
      if (entry === undefined || (entry.kind === 'assistant' && entry.model !== undefined)) return entry?.model;
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
    const shown = [...said, ...writing].filter(row => row.kind !== 'tool' || row.call.state !== 'running' || !asking.has(row.call.tool));
    const rows = [...grouped(withLastActions(shown, isBusy), look)];
    rows.push(...this.#endings(rows));
    rows.push(...requests.map((request, place): Row => ({ kind: 'request', key: `ask ${request.id}`, entry: undefined, request, place })));
    return [...rows, end];
  }

  /** The rows below the messages: what is running, or why nothing is. */
  #endings(rows: readonly Row[]): readonly Row[] {
    const { status, retry, silent, problem, cut, isBusy, look, requests } = this.#store;
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

function noticeOf(key: string, about: Partial<NoticeRow>): NoticeRow {
  return { kind: 'notice', key, entry: undefined, text: undefined, reason: undefined, canGoOn: false, ...about };
}

function isGoing(row: Row): boolean {
  if (row.kind === 'say' || row.kind === 'thought') return row.isLive;
  if (row.kind === 'problem') return true;
  return row.kind === 'tool' && row.call.state === 'running';
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
