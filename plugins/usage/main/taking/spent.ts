/** What one answer has used, as its session file says. */
export interface Spent {
  readonly entry: string;
  /** In milliseconds. */
  readonly at: number;
  /** `provider/model`. */
  readonly model: string;
  readonly input: number;
  readonly output: number;
  readonly cacheRead: number;
  readonly cacheWrite: number;
  readonly reasoning: number;
  /** In dollars, by the engine's prices of then; undefined if it knew none. */
  readonly cost: number | undefined;
  /** The extension that has paid for it; undefined for the person. */
  readonly paidBy: string | undefined;
}

/** More than any model reads or writes at once; what is beyond is damage. */
const mostTokens = 1e9;
const mostCost = 1e6;
const maxModelLength = 300;
/** What an extension may be called, as its manifest says. */
const maxPayerLength = 48;
const payers = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z0-9]+(?:-[a-z0-9]+)*$/;
/** What the app itself uses where nobody sees it is counted under this word. */
const itself = 'hidden';
const latest = Date.UTC(2200, 0, 1);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Reads a line of a session file. Undefined for all that cost nothing: other entries, what was imported, the demo, requests that failed
 * before a token. Files are not validated, so any value is possible.
 */
export function spentIn(line: string, begunAt: number): Spent | undefined {
  const entry = fieldsOf(parsed(line));
  const { id, type } = entry;
  if (typeof id !== 'string' || id === '') return undefined;
  const message = type === 'message' ? fieldsOf(entry.message) : undefined;
  // Summaries and the like are entries of their own kind.
  const said = message ?? entry;
  if (message !== undefined && message.role !== 'assistant') return undefined;
  if (message === undefined && said.usage === undefined) return undefined;
  if (said.api === 'atelier-import' || said.provider === 'demo') return undefined;
  const usage = fieldsOf(said.usage);
  const tokens = {
    input: countOf(usage.input),
    output: countOf(usage.output),
    cacheRead: countOf(usage.cacheRead),
    cacheWrite: countOf(usage.cacheWrite),
    reasoning: countOf(usage.reasoning),
  };
  const isReported = tokens.input + tokens.output + tokens.cacheRead + tokens.cacheWrite > 0;
  if (!isReported && (said.stopReason === 'error' || message === undefined)) return undefined;
  return {
    entry: id.slice(0, 64),
    at: timeOf(entry.timestamp) ?? timeOf(said.timestamp) ?? begunAt,
    model: modelOf(said),
    ...tokens,
    cost: isReported ? costOf(fieldsOf(usage.cost).total) : undefined,
    paidBy: payerOf(fieldsOf(fieldsOf(entry.atelier).paidBy)),
  };
}

/** The extension that pays: rules and channels are each of one. What is no id of an extension is nobody, so the person pays. */
export function payerOf({ kind, of }: { readonly kind?: unknown; readonly of?: unknown }): string | undefined {
  if (kind === 'automation') return '@atelier/automation';
  if (kind === 'channel') return '@atelier/channels';
  if (kind !== 'extension' || typeof of !== 'string' || of.length > maxPayerLength || of === itself) return undefined;
  return payers.test(of) ? of : undefined;
}

/** The conversation's first moment, for entries without a valid time of their own. */
export function beginningIn(line: string): number | undefined {
  const { type, timestamp } = fieldsOf(parsed(line));
  return type === 'session' ? timeOf(timestamp) : undefined;
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    // A killed process may have left half a line.
    return undefined;
  }
}

function fieldsOf(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? (value as Fields) : {};
}

function countOf(value: unknown): number {
  return typeof value === 'number' && value > 0 && value <= mostTokens ? Math.round(value) : 0;
}

/** The engine writes 0 where it knows no price. */
function costOf(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 && value <= mostCost ? value : undefined;
}

function timeOf(value: unknown): number | undefined {
  const time = typeof value === 'string' ? Date.parse(value) : value;
  return typeof time === 'number' && time > 0 && time < latest ? Math.round(time) : undefined;
}

function modelOf({ provider, model }: Fields): string {
  const name = [provider, model].map(part => (typeof part === 'string' && part !== '' ? part : '?')).join('/');
  return name === '?/?' ? '' : name.slice(0, maxModelLength);
}
