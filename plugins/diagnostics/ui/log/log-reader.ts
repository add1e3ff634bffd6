import type { AppError } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import type { ReactiveController, ReactiveControllerHost } from 'lit';
import { DiagnosticsChannel, type DiagnosticsShape, type Level, type Line } from '../../contract/index.ts';
import { failureOf } from '../words.ts';

type Page = DiagnosticsShape['calls']['readLog']['result'];

/** Which lines are wanted. `sinceMs` counts back from now. */
export interface LogFilter {
  readonly levels?: Level[];
  readonly source?: string;
  readonly text?: string;
  readonly sinceMs?: number;
}

/** As many lines as are kept; older ones leave as newer ones come. */
export const mostLines = 5000;

const waitMs = 25_000;
/** Lines come in hundreds while a turn runs; nobody reads faster than this. */
const pauseMs = 250;
const retryMs = 2000;

/** The lines that fit a filter, and while it follows those that come; another filter reads again. */
export class LogReader implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  readonly #view: () => ViewHost | undefined;
  #filter: LogFilter = {};
  #isFollowing = true;
  #running: AbortController | undefined;
  lines: readonly Line[] = [];
  sources: readonly string[] = [];
  /** Older lines fit too. */
  more = false;
  isRead = false;
  problem: AppError | undefined;

  constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined) {
    this.#host = host;
    this.#view = view;
    host.addController(this);
  }

  get filter(): LogFilter {
    return this.#filter;
  }

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  hostConnected(): void {
    // The view is set by then.
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
    // What came meanwhile is read, too.
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
        // The program was started again, and counts from one.
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
    const newer = after === undefined ? { limit: mostLines } : { after, limit: mostLines, waitMs };
    return await client.call('readLog', { ...wanted, ...newer }, signal);
  }

  #take({ lines, sources, more }: Page, isNew: boolean): void {
    this.lines = isNew ? lines : [...this.lines, ...lines].slice(-mostLines);
    this.sources = sources;
    this.more = isNew ? more : this.more || this.lines.length === mostLines;
    this.isRead = true;
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
