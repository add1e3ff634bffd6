import { existsSync } from 'node:fs';
import type { EngineEntry } from '../protocol.ts';
import { type History, readHistory } from './history.ts';
import { appendEntries } from './write.ts';

/** An answer that was being written when the engine's process ended. */
export interface CutAnswer {
  readonly model: string;
  readonly api: string;
  /** The last entry of the session file before it. */
  readonly after: string;
  readonly at: number;
  readonly parts: readonly { readonly kind: 'text' | 'thinking'; readonly text: string }[];
}

/** What a session file has after the end of a process. */
export interface LeftBehind {
  /** False if there is no file that can be read. */
  readonly isRead: boolean;
  /** The ids of the queued messages in it, on any of its branches. */
  readonly queued: ReadonlySet<string>;
  /** The answer, if it was added. */
  readonly entry: EngineEntry | undefined;
}

const noTokens = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

/**
 * Looks up what the engine has written of queued messages, and adds the answer that it has not written. No engine may have the file open.
 * The main side calls this in its own process: an engine that ends again and again must keep nobody from what they have written.
 */
export async function lookUpLeftBehind(file: string | undefined, answer: CutAnswer | undefined): Promise<LeftBehind> {
  // What cannot be read is shown to nobody, and counts as not written.
  const history = file === undefined || !existsSync(file) ? undefined : await readHistory(file).catch(() => undefined);
  const queued = new Set(history?.entries.flatMap(({ queued }) => (queued === undefined ? [] : [queued])));
  return { isRead: history !== undefined, queued, entry: answer && history && addAnswer(answer, history) };
}

/** Appends an answer, unless the engine has written it before it ended: then an answer follows the entry that this one followed. */
function addAnswer({ model, api, after, at, parts }: CutAnswer, history: History): EngineEntry | undefined {
  const before = history.byId.get(after);
  const isThere = before === undefined || history.entries.some(({ index, role }) => index > before.index && role === 'assistant');
  if (isThere || history.isNewer || parts.every(({ text }) => text.trim() === '')) return undefined;
  const slash = model.indexOf('/');
  const message = {
    role: 'assistant',
    content: parts.map(({ kind, text }) => (kind === 'text' ? { type: kind, text } : { type: kind, thinking: text })),
    ...{ api, provider: model.slice(0, slash), model: model.slice(slash + 1) },
    usage: { ...noTokens, totalTokens: 0, cost: { ...noTokens, total: 0 } },
    // The engine leaves an answer out of the context that says it was aborted.
    stopReason: 'stop',
    timestamp: at,
    atelier: { stopped: 'cut' },
  };
  const id = appendEntries(history, history.entries.at(-1)?.id, [{ type: 'message', message }]);
  return id === undefined
    ? undefined
    : { id, kind: 'assistant', at, parts: parts.map(({ kind, text }) => ({ kind, text })), model, stopped: 'cut' };
}
