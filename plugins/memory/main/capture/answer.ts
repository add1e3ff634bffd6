import type { Draft, Kind, LeftOutReason } from '../../contract/index.ts';
import { endOf } from '../model/last-day.ts';
import { wordsOf } from '../store/telling.ts';
import { isOrder, quoted } from './orders.ts';
import { proofOf } from './proof.ts';
import type { Own } from './reading.ts';

const kinds: readonly string[] = ['decision', 'preference', 'fact', 'profile', 'repo_convention', 'task_state', 'summary'];
const leastConfidence = 0.55;
const most = { items: 20, content: 1000, title: 200, topic: 96, quote: 1000 };

/** `more`: so many more there were than are read. */
export type Answered = { readonly items: readonly unknown[]; readonly more: number } | { readonly problem: string };

/** Reads the answer of a model: JSON, also in a fence, after thoughts, as a bare list, or with a comma too many. */
export function readAnswer(text: string): Answered {
  const end = text.lastIndexOf('</think>');
  const bare = end === -1 ? text : text.slice(end + 8);
  const from = [bare.indexOf('{'), bare.indexOf('[')].filter(at => at !== -1);
  const to = Math.max(bare.lastIndexOf('}'), bare.lastIndexOf(']'));
  if (from.length === 0 || to === -1) return { problem: 'There was no JSON in it.' };
  const json = bare.slice(Math.min(...from), to + 1);
  const parsed = parse(json) ?? parse(withoutTrailingCommas(json));
  if (parsed === undefined) return { problem: 'It was no valid JSON.' };
  const items: unknown = Array.isArray(parsed) ? parsed : (parsed as { memories?: unknown }).memories;
  if (Array.isArray(items)) return { items: items.slice(0, most.items), more: Math.max(0, items.length - most.items) };
  return { problem: 'There was no list "memories" in it.' };
}

function parse(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Outside of strings. */
function withoutTrailingCommas(json: string): string {
  let made = '';
  let isText = false;
  for (let at = 0; at < json.length; at += 1) {
    const one = json[at] as string;
    if (isText && one === '\\') {
      made += one + (json[at + 1] ?? '');
      at += 1;
      continue;
    }
    if (one === '"') isText = !isText;
    if (!isText && (one === '}' || one === ']')) made = withoutLastComma(made);
    made += one;
  }
  return made;
}

function withoutLastComma(text: string): string {
  const kept = text.trimEnd();
  return kept.endsWith(',') ? kept.slice(0, -1) : text;
}

export interface Said {
  readonly conversation: string;
  readonly project: string | undefined;
  readonly own: readonly Own[];
  readonly locale: 'en' | 'fr';
}

/**
 * The memories of an answer that hold: of a kind, sure enough, and with the person's own words in the message that they come from. One
 * that orders something becomes the quotation of those words.
 */
export function draftsOf(items: readonly unknown[], said: Said, left: (why: LeftOutReason) => void = () => undefined): Draft[] {
  return items.flatMap(item => {
    const draft = draftOf(Object(item) as Record<string, unknown>, said, left);
    if (typeof draft !== 'string') return [draft];
    left(draft);
    return [];
  });
}

function draftOf(
  item: Readonly<Record<string, unknown>>,
  { conversation, project, own, locale }: Said,
  left: (why: LeftOutReason) => void,
): Draft | LeftOutReason {
  const text = (name: string, limit: number) => (typeof item[name] === 'string' ? item[name].trim().slice(0, limit) : '');
  const message = own.find(({ name }) => name === item.message);
  const cited = text('quote', most.quote);
  const content = text('content', most.content);
  const title = text('title', most.title);
  const confidence = typeof item.confidence === 'number' ? item.confidence : 0;
  if (content === '' || title === '' || !kinds.includes(String(item.kind))) return 'unreadable';
  if (!(confidence >= leastConfidence && confidence <= 1)) return 'unsure';
  // By the message that it names alone: what another one says may have come from outside.
  const quote = message === undefined || !holds(message.text, cited) ? undefined : proofOf(cited, content, message.text);
  if (message === undefined || quote === undefined) return 'not-said';
  const orders = isOrder(content) || isOrder(title);
  if (orders) left('order');
  const topic = text('topic', most.topic);
  const until = endOf(item.until, message.at);
  return {
    kind: item.kind as Kind,
    title: orders ? quote.slice(0, 60) : title,
    content: orders ? quoted(quote, locale) : content,
    ...(topic !== '' && { topic }),
    ...(item.where !== 'everywhere' && project !== undefined && { project }),
    confidence,
    from: message.at,
    ...(until !== undefined && { until }),
    source: { origin: 'captured', conversation, message: message.id, quote },
  };
}

/** Whether these are words of the message, whatever its spaces and case. */
function holds(message: string, quote: string): boolean {
  return ` ${wordsOf(message).join(' ')} `.includes(` ${wordsOf(quote).join(' ')} `);
}
