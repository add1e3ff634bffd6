import type { AgentEvent, AskedRequest, Branches, Entry, RuntimeState } from '@atelier/agent/contract';
import type { PlacedEntry } from '../../../contract/index.ts';
import type { Send } from '../../sends.ts';
import { EntryList } from './entry-list.ts';
import { LiveParts } from './live.ts';
import { Look } from './look.ts';
import { type Retry, RowBuilder, type RowSource } from './row-builder.ts';
import type { Problem, Row } from './rows.ts';

/** The result of an event: taken, known already, after a missing event, or a reason to read everything again. */
export type Taken = 'taken' | 'old' | 'gap' | 'stale';

export interface ThreadPage {
  readonly entries: readonly PlacedEntry[];
  readonly total: number;
  readonly seq: number;
}

/** Kinds whose deltas may be joined into one event with the number of the last. */
const growing = new Set<AgentEvent['kind']>(['text', 'thinking', 'toolOutput']);
const busyStates = new Set<RuntimeState['status']>(['starting', 'running', 'retrying', 'compacting']);

/** Kinds that happen while a model says nothing. */
const beside = new Set<string>(['status', 'queueChanged', 'settings', 'budget']);

/** Kinds that set the status. */
const statusKinds = new Set<string>(['status', 'turnStarted', 'turnEnded', 'failed']);

/** Kinds that end a turn; earlier events do not belong to the current turn. */
const endings = new Set<string>(['turnEnded', 'failed', 'rewound']);

/** After it the conversation is another one, which has to be read. */
export const isOther = ({ kind, phase }: AgentEvent): boolean =>
  (kind as string) === 'rewound' || (kind === 'compaction' && phase === 'ended');

export const isBusyIn = ({ status }: Pick<RuntimeState, 'status'>): boolean => busyStates.has(status);

function firstWhole(events: readonly AgentEvent[]): number {
  const began = events.findIndex(({ kind }) => kind === 'turnStarted' || kind === 'messageStarted');
  return began === -1 ? events.length : began;
}

/** The data of one conversation: the entries of its file, and the events since. Independent of the page and of the connection. */
export class ThreadStore implements RowSource {
  readonly look = new Look();
  readonly entries = new EntryList();
  readonly live = new LiveParts();
  requests: readonly AskedRequest[] = [];
  /** What this page has sent and the entries do not have yet. */
  sending: readonly Send[] = [];
  status: RuntimeState['status'] = 'absent';
  cut = false;
  problem: Problem | undefined;
  retry: Retry | undefined;
  silent: RowSource['silent'];
  hung: RowSource['hung'];
  /** The turn that runs is to stop. */
  isStopping = false;
  /** The entry that leads forward again; undefined unless the conversation went back. */
  wentBack: string | undefined;
  /** The number of the newest event that is included. */
  seq = 0;
  /** Increases with every change that may affect more than the newest turn. */
  version = 0;
  /** The message ids of entries that were live before, so that their rows keep their keys. */
  readonly #messageIds = new Map<string, string>();
  readonly #builder = new RowBuilder(this);

  get isBusy(): boolean {
    return isBusyIn(this);
  }

  /** The rows, oldest first; unchanged rows are the same objects. */
  rows(): readonly Row[] {
    return this.#builder.rows();
  }

  keyOf(entry: string): string {
    return this.#messageIds.get(entry) ?? entry;
  }

  /** Replaces everything by a page from the end. */
  reset({ entries, total, seq }: ThreadPage, state: Pick<RuntimeState, 'status' | 'problem' | 'cut'>): void {
    this.entries.clear(total);
    this.live.forget();
    this.retry = undefined;
    this.hung = undefined;
    this.isStopping = false;
    this.seq = seq;
    this.status = state.status;
    this.problem = state.status === 'failed' || state.cut === true ? state.problem : undefined;
    this.cut = state.cut === true;
    this.insert(entries);
  }

  /** Takes where the conversation can go; returns whether that changed. */
  branch({ versions, wentBack }: Branches): boolean {
    const before = JSON.stringify([...this.look.versions, this.wentBack]);
    this.look.versions = new Map(versions.map(({ entry, ...each }) => [entry, each]));
    this.wentBack = wentBack?.leaf;
    if (JSON.stringify([...this.look.versions, this.wentBack]) === before) return false;
    this.version += 1;
    return true;
  }

  /** Adds loaded messages. */
  insert(entries: readonly PlacedEntry[]): void {
    for (const { position, ...entry } of entries) this.entries.put(position, entry);
    this.version += 1;
  }

  /**
   * Applies all events that are kept. Events that the page includes restore the message that was being written; later events are
   * applied as usual. Page and state were read at slightly different times, so the events decide the status.
   */
  replay(events: readonly AgentEvent[]): void {
    const known = events.filter(({ seq }) => seq <= this.seq);
    const last = known.findLast(({ kind }) => statusKinds.has(kind));
    if (last !== undefined) this.#apply(last);
    const over = known.findLastIndex(({ kind }) => endings.has(kind));
    const since = known.slice(over + 1);
    // If the beginning of the turn is not kept any more, starts at the first message that is kept completely.
    const ofTurn = over === -1 && since[0]?.kind !== 'turnStarted' ? since.slice(firstWhole(since)) : since;
    for (const event of ofTurn) this.#apply(event);
    this.version += 1;
    this.fill(events);
  }

  take(event: AgentEvent): Taken {
    if (event.seq <= this.seq) return 'old';
    if (event.seq > this.seq + 1 && !this.#isJoined(event)) return 'gap';
    this.seq = event.seq;
    this.#apply(event);
    return isOther(event) ? 'stale' : 'taken';
  }

  /** Applies missed events, from `eventsAfter`. */
  fill(events: readonly AgentEvent[]): void {
    for (const event of events) {
      if (event.seq <= this.seq) continue;
      this.seq = event.seq;
      this.#apply(event);
    }
  }

  ask(requests: readonly AskedRequest[]): void {
    this.requests = requests.toSorted((a, b) => a.at - b.at);
  }

  /** Whether an event that is not the next one can be several joined deltas. */
  #isJoined({ kind, delta = '', message, tool = '', seq }: AgentEvent): boolean {
    if (!growing.has(kind) || delta.length < seq - this.seq) return false;
    return kind === 'toolOutput' ? this.live.tools.has(tool) : this.live.message?.id === message;
  }

  #apply(event: AgentEvent): void {
    this.silent =
      event.kind === 'silent' ? { at: event.at, seconds: event.seconds ?? 0 } : beside.has(event.kind) ? this.silent : undefined;
    this.isStopping = event.kind === 'stopping' || (this.isStopping && !endings.has(event.kind));
    if (event.kind === 'hung') this.hung = event.seconds ? { at: event.at, seconds: event.seconds } : undefined;
    switch (event.kind) {
      case 'status':
        this.#setStatus(event);
        break;
      case 'turnStarted':
        this.problem = undefined;
        this.cut = false;
        this.status = 'running';
        break;
      case 'turnEnded':
        this.#endTurn(event);
        break;
      case 'failed':
        this.problem = event.problem;
        this.status = 'failed';
        break;
      case 'messageStarted':
        this.retry = undefined;
        this.live.begin(event);
        break;
      case 'messageEnded':
        if (event.entry !== undefined) this.#end(event.message ?? '', event.entry);
        break;
      case 'text':
      case 'thinking':
        this.live.grow(event);
        break;
      case 'toolStarted':
        this.live.startTool(event);
        break;
      case 'toolOutput':
        this.live.output(event);
        break;
      case 'toolEnded':
        this.live.endTool(event);
        break;
      case 'asked':
        if (event.request !== undefined) this.ask([...this.requests.filter(({ id }) => id !== event.request?.id), event.request]);
        break;
      case 'answered':
        this.requests = this.requests.filter(({ id }) => id !== event.answered);
        break;
      case 'retry':
        this.#retry(event);
        break;
      default:
    }
  }

  #setStatus({ status, problem }: AgentEvent): void {
    if (status === undefined) return;
    this.status = status;
    if (status !== 'retrying') this.retry = undefined;
    if (problem !== undefined) this.problem = problem;
  }

  #end(message: string, entry: Entry): void {
    const isKnown = this.entries.placeOf(entry.id) !== undefined;
    if (!isKnown && message !== '') this.#messageIds.set(entry.id, message);
    this.entries.add(entry);
    this.live.end(message, entry.id);
  }

  #endTurn({ ended, problem }: AgentEvent): void {
    this.live.forget();
    this.retry = undefined;
    this.cut = ended === 'cut';
    // The message that failed shows the problem itself.
    this.problem = ended === 'failed' && this.entries.last?.problem !== undefined ? undefined : problem;
    this.status = ended === 'failed' || ended === 'cut' ? 'failed' : 'idle';
    this.version += 1;
  }

  #retry({ retry, problem, at }: AgentEvent): void {
    if (retry === undefined) return;
    // An attempt that is retried is removed from the transcript.
    if (this.entries.last?.stopped === 'failed') this.entries.dropLast();
    this.live.forget();
    this.retry = { attempt: retry.attempt, of: retry.of, until: at + retry.delayMs, problem };
  }
}
