import type { AppError } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { DiagnosticsChannel, type DiagnosticsShape, type Level, type Line } from '../../contract/index.ts';
import { failureOf } from '../words.ts';

type Page = DiagnosticsShape['calls']['readLog']['result'];

/** `sinceMs` is an age. */
export interface LogFilter {
  readonly levels?: Level[];
  readonly source?: string;
  readonly text?: string;
  readonly sinceMs?: number;
}

/** The limit of lines in memory; the oldest are dropped. */
export const maxLines = 5000;

const waitMs = 25_000;
/** Batches lines, of which there may be hundreds a second. */
const pauseMs = 250;
const retryMs = 2000;

/** Reads the lines that match a filter, and new ones while following. */
export class LogReader implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost | undefined;
  #filter: LogFilter = {};
  #isFollowing = true;
  #running: AbortController | undefined;
  lines: readonly Line[] = [];
  sources: readonly string[] = [];
  /** There are older lines that match. */
  more = false;
  isLoaded = false;
  problem: AppError | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  hostConnected(): void {
    // The element's view may be set only after it is connected.
    queueMicrotask(() => this.#start());
  }

  hostDisconnected(): void {
    this.#running?.abort();
    this.#running = undefined;
  }

  choose(filter: LogFilter): void {
    this.#filter = filter;
    this.#start();
  }

  follow(on: boolean): void {
    this.#isFollowing = on;
    // Reads again, to include lines that were logged while not following.
    if (on) this.#start();
    else this.#host.requestUpdate();
  }

  #start(): void {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    void this.#run(running.signal);
  }

  async #run(signal: AbortSignal): Promise<void> {
    let after: number | undefined;
    while (!signal.aborted) {
      try {
        const page = await this.#read(after, signal);
        if (signal.aborted) return;
        this.problem = undefined;
        // A smaller number means that the program has restarted.
        const isNew = after === undefined || page.newest < after;
        if (isNew && after !== undefined) {
          after = undefined;
          continue;
        }
        if (isNew || page.lines.length > 0) this.#take(page, isNew);
        after = page.newest;
        if (!this.#isFollowing) return;
        await pause(pauseMs, signal);
      } catch (error) {
        if (signal.aborted) return;
        this.problem = failureOf(error);
        this.#host.requestUpdate();
        await pause(retryMs, signal);
      }
    }
  }

  async #read(after: number | undefined, signal: AbortSignal): Promise<Page> {
    const client = this.#view()?.connect(DiagnosticsChannel);
    if (client === undefined) return { lines: [], newest: 0, more: false, sources: [] };
    const { levels, source, text, sinceMs } = this.#filter;
    const wanted = {
      ...(levels !== undefined && { levels }),
      ...(source !== undefined && { sources: [source] }),
      ...(text !== undefined && text !== '' && { text }),
      ...(sinceMs !== undefined && { from: Date.now() - sinceMs }),
    };
    const newer = after === undefined ? { limit: maxLines } : { after, limit: maxLines, waitMs };
    return await client.call('readLog', { ...wanted, ...newer }, signal);
  }

  #take({ lines, sources, more }: Page, isNew: boolean): void {
    this.lines = isNew ? lines : [...this.lines, ...lines].slice(-maxLines);
    this.sources = sources;
    this.more = isNew ? more : this.more || this.lines.length === maxLines;
    this.isLoaded = true;
    this.#host.requestUpdate();
  }
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise(resolve => {
    const clock = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(clock);
      resolve();
    });
  });
}
