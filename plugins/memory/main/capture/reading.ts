import type { AgentService, Entry } from '@atelier/agent/contract';
import { ownWords } from '@atelier/conversations/contract';
import type { Heard } from './lineage.ts';

/** What one question to the model holds; a conversation that has more is read in several. */
const most = { characters: 14_000, own: 4000, answer: 1000, entries: 2000 };
const page = 200;

/** Up to where a conversation was read before. */
export interface Checkpoint {
  readonly entry: string;
  readonly at: number;
}

/** A message of the person, by the name that it has in the question. */
export interface Own {
  readonly name: string;
  readonly id: string;
  readonly at: number;
  /** Their own words, without files. */
  readonly text: string;
}

export interface Reading {
  readonly own: readonly Own[];
  /** The lines of the question, each in its tag. */
  readonly lines: readonly string[];
  readonly characters: number;
  /** The last entry that was read; undefined if there is nothing new. */
  readonly last: Checkpoint | undefined;
  /** Whether nothing is left after it. */
  readonly isAll: boolean;
}

/**
 * What is new in a conversation since its checkpoint, the oldest first. Of what the model wrote only its answers are read, and only where
 * nothing in the conversation came from outside: they may repeat it. Nothing that was said in private, and nothing is read of calls of tools or of messages of extensions.
 */
export async function readNew(
  agent: Pick<AgentService, 'transcript'>,
  conversation: string,
  { after, unheard }: Heard,
  withAnswers: boolean,
): Promise<Reading> {
  const entries = await newEntries(agent, conversation, after);
  const own: Own[] = [];
  const lines: string[] = [];
  let characters = 0;
  let last: Entry | undefined;
  for (const entry of entries) {
    const isOwn = entry.kind === 'user' && entry.sentBy === undefined;
    const isHeard = !unheard.some(({ since, until }) => since <= entry.at && entry.at <= until);
    const text =
      isHeard && (isOwn || (withAnswers && entry.kind === 'assistant')) ? shortened(textOf(entry), isOwn ? most.own : most.answer) : '';
    if (characters > 0 && characters + text.length > most.characters) break;
    last = entry;
    if (text === '') continue;
    characters += text.length;
    const name = `m${own.length + 1}`;
    if (isOwn) own.push({ name, id: entry.id, at: entry.at, text });
    lines.push(isOwn ? `<person message="${name}">\n${text}\n</person>` : `<answer>\n${text}\n</answer>`);
  }
  return { own, lines, characters, last: last && { entry: last.id, at: last.at }, isAll: last === undefined || last === entries.at(-1) };
}

async function newEntries(
  agent: Pick<AgentService, 'transcript'>,
  conversation: string,
  after: Checkpoint | undefined,
): Promise<readonly Entry[]> {
  const found: Entry[] = [];
  for (let before: string | undefined; found.length < most.entries; before = found[0]?.id) {
    const { entries } = await agent.transcript(conversation, { limit: page, ...(before !== undefined && { before }) });
    const known = entries.findLastIndex(({ id }) => id === after?.entry);
    found.unshift(...entries.slice(known + 1));
    if (known >= 0) return found;
    if (entries.length < page) break;
  }
  // The entry is gone if the person went back to before it, and a fork has another; then its time decides. Else it does not: the clock may
  // have been set back since.
  return after === undefined ? found : found.slice(found.findLastIndex(({ at }) => at < after.at) + 1);
}

function textOf({ kind, parts = [] }: Entry): string {
  const text = parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
  return (kind === 'user' ? ownWords(text) : text).trim();
}

/** Of a text that is too long the beginning and the end. */
function shortened(text: string, limit: number): string {
  return text.length <= limit ? text : `${text.slice(0, (limit * 3) / 4)}\n…\n${text.slice(-limit / 4)}`;
}
