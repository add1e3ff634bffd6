import { existsSync } from 'node:fs';
import type { EngineEntry } from '../protocol.ts';
import { type History, readHistory } from './history.ts';
import { appendEntries, callCutMark, type NewEntry } from './write.ts';

/** An answer that was being written when the engine's process ended. */
export interface CutAnswer {
  readonly model: string;
  readonly api: string;
  /** The last entry of the session file before it. */
  readonly after: string;
  readonly at: number;
  /** Of a call there is the tool's name only. */
  readonly parts: readonly { readonly kind: 'text' | 'thinking' | 'call'; readonly text: string }[];
}

/** What a session file has after the end of a process. */
export interface LeftBehind {
  /** False if there is no file that can be read. */
  readonly isRead: boolean;
  /** The ids of the queued messages in it, on any of its branches. */
  readonly queued: ReadonlySet<string>;
  /** The answer, if it was added. */
  readonly entry: EngineEntry | undefined;
  /** A notice was added that a call was cut. */
  readonly isCallCut: boolean;
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
  return { isRead: history !== undefined, queued, ...(answer && history ? addAnswer(answer, history) : nothing) };
}

type Added = Pick<LeftBehind, 'entry' | 'isCallCut'>;
const nothing: Added = { entry: undefined, isCallCut: false };

/**
 * Appends an answer, and a notice for each call in it that was not complete, unless the engine has written the answer before it ended: then
 * an answer follows the entry that this one followed.
 */
function addAnswer(answer: CutAnswer, history: History): Added {
  const before = history.byId.get(answer.after);
  const isAnswer = ({ role, customType }: History['entries'][number]) => role === 'assistant' || customType === callCutMark;
  const isThere = before === undefined || history.entries.some(entry => entry.index > before.index && isAnswer(entry));
  if (isThere || history.isNewer) return nothing;
  const entry = addWords(answer, history);
  // A complete call is written with its message, so this one was never run, and half of it is of no use.
  const calls = answer.parts.filter(({ kind }) => kind === 'call').map(({ text: tool }) => callCut(tool));
  if (calls.length > 0) appendEntries(history, entry?.id ?? history.entries.at(-1)?.id, calls);
  return { entry, isCallCut: calls.length > 0 };
}

function callCut(tool: string): NewEntry {
  const content = `You had begun a call of the tool ${tool}. Its arguments were not complete when the app ended, so it was not run.`;
  return { type: 'custom_message', customType: callCutMark, content, display: true, details: { tool } };
}

function addWords({ model, api, at, parts }: CutAnswer, history: History): EngineEntry | undefined {
  const words = parts.flatMap(({ kind, text }) => (kind === 'call' ? [] : [{ kind, text }]));
  if (words.every(({ text }) => text.trim() === '')) return undefined;
  const slash = model.indexOf('/');
  const message = {
    role: 'assistant',
    content: words.map(({ kind, text }) => (kind === 'text' ? { type: kind, text } : { type: kind, thinking: text })),
    ...{ api, provider: model.slice(0, slash), model: model.slice(slash + 1) },
    usage: { ...noTokens, totalTokens: 0, cost: { ...noTokens, total: 0 } },
    // The engine leaves an answer out of the context that says it was aborted.
    stopReason: 'stop',
    timestamp: at,
    atelier: { stopped: 'cut' },
  };
  const id = appendEntries(history, history.entries.at(-1)?.id, [{ type: 'message', message }]);
  return id === undefined ? undefined : { id, kind: 'assistant', at, parts: words, model, stopped: 'cut' };
}
