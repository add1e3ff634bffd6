import type { AgentService, Entry } from '@atelier/agent/contract';
import type { AppError } from '@atelier/kernel';
import type { Kind, MemoryRecord, Provenance } from '../../contract/index.ts';
import { asQuotation, orders } from '../capture/orders.ts';
import type { memoryCalls } from '../service.ts';
import { wordsOf } from '../store/telling.ts';
import { endOf } from './last-day.ts';
import { outsideOf, type Place } from './place.ts';

/** How long a question to the person waits. */
const answerMs = 600_000;
const inConversations = 'Memories are for the person’s own conversations; there are none here.';

type Args = Readonly<Record<string, unknown>>;
type Locale = 'en' | 'fr';

export interface ToolParts {
  readonly calls: ReturnType<typeof memoryCalls>;
  readonly agent: Pick<AgentService, 'ask' | 'transcript'>;
  placeOf(conversation: string): Promise<Place | undefined>;
  markUsed(ids: readonly string[]): void;
  /** A project's own key, and those that it had before. */
  keysOf(project: string): readonly string[];
  language(): Promise<Locale>;
}

/** The tools with which a model reads and changes memories, by their commands. */
export function modelTools(parts: ToolParts): Readonly<Record<string, (call: unknown) => Promise<{ text: string }>>> {
  const { calls, placeOf, markUsed } = parts;
  const tool = (run: (args: Args, conversation: string, place: Place) => Promise<string>) => async (call: unknown) => {
    const { args, conversation } = Object(call) as { readonly args?: Args; readonly conversation?: string };
    const place = conversation === undefined ? undefined : await placeOf(conversation);
    if (conversation === undefined || place === undefined) return { text: inConversations };
    try {
      return { text: await run(args ?? {}, conversation, place) };
    } catch (error) {
      // The model reads why, and goes on.
      return { text: (error as AppError).message };
    }
  };
  const readable = async (id: unknown, place: Place): Promise<MemoryRecord> => {
    const memory = await calls.get({ id: String(id) });
    const keys = place.project === undefined ? [] : parts.keysOf(place.project);
    if (memory.project !== undefined && !keys.includes(memory.project)) return await calls.get({ id: '' });
    return memory;
  };
  const scopeOf = ({ project }: Place) => (project === undefined ? { scope: 'global' as const } : { project });
  return {
    'memory.toolSearch': tool(async ({ text, limit, at }, _, place) => {
      const moment = typeof at === 'string' ? Date.parse(at) : Number.NaN;
      const hits = await calls.search({
        text: String(text),
        ...(typeof limit === 'number' && { limit: Math.min(20, Math.max(1, Math.trunc(limit))) }),
        ...(Number.isSafeInteger(moment) && { at: moment }),
        ...scopeOf(place),
      });
      return listed(hits.map(hit => hit.memory));
    }),
    'memory.toolGet': tool(async ({ id }, _, place) => JSON.stringify(await readable(id, place))),
    'memory.toolMarkUsed': tool(async ({ ids }) => {
      markUsed(Array.isArray(ids) ? ids.slice(0, 20).map(String) : []);
      return 'Noted.';
    }),
    'memory.toolStats': tool(async () => JSON.stringify(await calls.stats({}))),
    'memory.toolList': tool(async ({ kinds, limit }, _, place) => {
      const query = { ...(Array.isArray(kinds) && { kinds: kinds as Kind[] }), ...(typeof limit === 'number' && { limit }) };
      return listed((await calls.list({ ...query, ...scopeOf(place) })).memories);
    }),
    'memory.toolUpsert': tool(async ({ kind, title, topic, content, where, until }, conversation, place) => {
      const said = await sourceOf(parts, conversation, place, 'remember', String(content));
      if (said === undefined) return refused;
      const words = inTheirWords({ title: String(title), content: String(content) }, said.source, await parts.language());
      const end = endOf(until, said.from);
      const { was, memory } = await calls.upsert({
        kind: kind as Kind,
        topic: typeof topic === 'string' ? topic : String(title),
        ...words,
        ...(end !== undefined && { until: end }),
        ...(where === 'project' && place.project !== undefined && { project: place.project }),
        ...said,
      });
      return `Remembered (${was}), id ${memory.id}.`;
    }),
    'memory.toolUpdate': tool(async ({ id, content }, conversation, place) => {
      const memory = await readable(id, place);
      const said = await sourceOf(parts, conversation, place, 'correct', `${memory.content}\n→ ${String(content)}`);
      if (said === undefined) return refused;
      const words = inTheirWords({ content: String(content) }, said.source, await parts.language());
      const stored = await calls.correct({ id: memory.id, ...words, source: said.source });
      return `Corrected, id ${stored.memory.id}.`;
    }),
    'memory.toolDelete': tool(async ({ id }, conversation, place) => {
      const memory = await readable(id, place);
      if ((await sourceOf(parts, conversation, place, 'forget', memory.content)) === undefined) return refused;
      await calls.forget({ ids: [memory.id] });
      return 'Forgotten.';
    }),
  };
}

/** What orders something is kept as a quotation, as capture does, if the person said it in these words; else it waits for them. */
function inTheirWords<T extends { readonly title?: string; readonly content: string }>(
  draft: T,
  { quote = '' }: Provenance,
  locale: Locale,
): T {
  const isTheirs = ` ${wordsOf(quote).join(' ')} `.includes(` ${wordsOf(draft.content).join(' ')} `);
  return orders(draft) && isTheirs ? asQuotation(draft, locale, 'said') : draft;
}

const refused = 'The person did not agree, so nothing was changed. Do not try it again in other words.';

function listed(memories: readonly MemoryRecord[]): string {
  if (memories.length === 0) return 'Nothing is remembered about this.';
  return memories
    .map(({ id, kind, title, content }) => `- [${id}] ${kind}, ${JSON.stringify(title)}: ${JSON.stringify(content)}`)
    .join('\n');
}

/**
 * The message of the person that a change comes from. A conversation that holds text from outside may be led by it, so there the person
 * sees the words and agrees first. Undefined if they do not.
 */
async function sourceOf(
  { agent, language }: ToolParts,
  conversation: string,
  { outside }: Place,
  what: keyof typeof questions,
  words: string,
): Promise<{ readonly source: Provenance; readonly from: number } | undefined> {
  const { entries } = await agent.transcript(conversation, { limit: 200 });
  const message = entries.findLast(entry => entry.kind === 'user' && entry.sentBy === undefined);
  if (message === undefined) return undefined;
  const names = outsideOf(outside);
  if (names !== '') {
    const { title, text } = questions[what][await language()];
    const question = { kind: 'confirm', title, text: `${text.replace('{names}', names)}\n\n${words}` } as const;
    if ((await agent.ask(conversation, question, answerMs)) === undefined) return undefined;
  }
  const quote = textOf(message).slice(0, 1000);
  const source = { origin: 'tool', conversation, message: message.id, quote, ...(names !== '' && { outside: names }) } as const;
  return { source, from: message.at };
}

function textOf({ parts = [] }: Entry): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}

const questions = {
  remember: {
    en: { title: 'Remember this?', text: 'This conversation holds text that you did not write: {names}. Atelier would remember:' },
    fr: { title: 'Retenir ceci ?', text: 'Cette conversation contient du texte qui n’est pas de vous : {names}. Atelier retiendrait :' },
  },
  correct: {
    en: { title: 'Correct this memory?', text: 'This conversation holds text that you did not write: {names}. Atelier would correct:' },
    fr: {
      title: 'Corriger ce souvenir ?',
      text: 'Cette conversation contient du texte qui n’est pas de vous : {names}. Atelier corrigerait :',
    },
  },
  forget: {
    en: { title: 'Forget this?', text: 'This conversation holds text that you did not write: {names}. Atelier would forget:' },
    fr: { title: 'Oublier ceci ?', text: 'Cette conversation contient du texte qui n’est pas de vous : {names}. Atelier oublierait :' },
  },
} as const;
