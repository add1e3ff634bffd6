import type { AgentService, Entry } from '@atelier/agent/contract';
import { ownWords } from '@atelier/conversations/contract';
import type { Correction, Draft, Kind, MemoryRecord, Provenance } from '../../contract/index.ts';
import { asQuotation, orders } from '../capture/orders.ts';
import { quoteFor } from '../capture/proof.ts';
import type { Span } from '../capture/unheard.ts';
import { errors } from '../errors.ts';
import { correctedDraft, type ToolCalls } from '../service.ts';
import { titleOf } from '../store/making.ts';
import type { Store } from '../store/store.ts';
import { wordsOf } from '../store/telling.ts';
import { type Asked, isAgreed } from './asking.ts';
import { markOf, untilOf } from './inject.ts';
import { dayOf, endOf, momentOf } from './last-day.ts';
import { outsideOf, type Place } from './place.ts';
import { isTitled, wholeOf } from './whole.ts';

type Args = Readonly<Record<string, unknown>>;
type Locale = 'en' | 'fr';

export interface ToolParts {
  readonly calls: ToolCalls;
  readonly store: Pick<Store, 'wouldEnd' | 'said' | 'keysOf' | 'markUsed' | 'thereOf'>;
  readonly agent: Pick<AgentService, 'ask' | 'transcript'>;
  placeOf(conversation: string): Promise<Place | undefined>;
  /** The person's two switches: what they say may be remembered, and models are told what is. */
  isLearning(): boolean;
  isTelling(): boolean;
  /** The person asked for the answer that is being written without memories. */
  isWithout(conversation: string): boolean;
  /** When nothing that was said in a conversation is to be remembered. */
  unheard(conversation: string): Promise<readonly Span[]>;
  /** A model was given these memories for the answer that it writes. */
  told(conversation: string, memories: readonly MemoryRecord[]): void;
  language(): Promise<Locale>;
  /** Texts without the secrets in them. */
  clean(texts: readonly string[]): Promise<readonly string[]>;
}

/** The tools with which a model reads and changes memories, by their commands. What is refused fails, so that the model does not say that it was done. */
export function modelTools(parts: ToolParts): Readonly<Record<string, (call: unknown) => Promise<{ text: string }>>> {
  const { calls, store, placeOf } = parts;
  const tool = (run: (args: Args, conversation: string, place: Place) => Promise<string>) => async (call: unknown) => {
    const { args, conversation } = Object(call) as { readonly args?: Args; readonly conversation?: string };
    const place = conversation === undefined ? undefined : await placeOf(conversation);
    if (conversation === undefined || place === undefined) throw errors['memory/none-here']({});
    return { text: await run(args ?? {}, conversation, place) };
  };
  const reading = (run: (args: Args, conversation: string, place: Place) => Promise<string>) =>
    tool(async (args, conversation, place) => {
      if (!parts.isTelling()) throw errors['memory/untold']({});
      if (parts.isWithout(conversation)) throw errors['memory/without']({});
      return await run(args, conversation, place);
    });
  const writing = (run: (args: Args, said: Said, place: Place) => Promise<string>) =>
    tool(async (args, conversation, place) => {
      if (!parts.isLearning()) throw errors['memory/learning-off']({});
      return await run(args, await saidIn(parts, conversation, place, String(args.content)), place);
    });
  const readable = async (id: unknown, place: Place): Promise<MemoryRecord> => {
    const memory = await calls.get({ id: String(id) });
    const keys = place.project === undefined ? [] : store.keysOf(place.project);
    if (memory.storedBy !== undefined || (memory.project !== undefined && !keys.includes(memory.project)))
      return await calls.get({ id: '' });
    return memory;
  };
  const scopeOf = ({ project }: Place) => (project === undefined ? { scope: 'global' as const } : { project });
  const listed = (conversation: string, memories: readonly MemoryRecord[]): string => {
    parts.told(conversation, memories);
    return linesOf(memories);
  };
  /**
   * What came from outside, and what ends words of the person, is asked about, in one question; the ids that it showed, or undefined where
   * none was needed.
   */
  const shownOf = async (asked: Asked): Promise<readonly string[] | undefined> => {
    const isOwn =
      store.thereOf(
        asked.ends.map(({ id }) => id),
        0,
      ).own > 0;
    if (asked.outside === '' && !isOwn) return undefined;
    if (!(await isAgreed(parts.agent, asked, await parts.language()))) throw errors['memory/not-agreed']({});
    return asked.ends.map(({ id }) => id);
  };
  return {
    'memory.toolSearch': reading(async ({ text, limit, at }, conversation, place) => {
      const moment = typeof at === 'string' ? momentOf(at) : undefined;
      if (at !== undefined && moment === undefined) throw errors['memory/no-date']({ at: String(at) });
      const hits = await calls.search({
        text: String(text),
        told: true,
        ...(typeof limit === 'number' && { limit: Math.min(20, Math.max(1, Math.trunc(limit))) }),
        ...(moment !== undefined && { at: moment }),
        ...scopeOf(place),
      });
      return listed(
        conversation,
        hits.map(hit => hit.memory),
      );
    }),
    'memory.toolGet': reading(async ({ id }, conversation, place) => {
      const memory = await readable(id, place);
      parts.told(conversation, [memory]);
      // A title and a topic that a model gave are none of the person's words.
      const { title: _, topic: _topic, ...bare } = memory;
      return JSON.stringify(isTitled(memory) ? memory : bare);
    }),
    'memory.toolMarkUsed': tool(async ({ ids }) => {
      store.markUsed(Array.isArray(ids) ? ids.slice(0, 20).map(String) : []);
      return 'Noted.';
    }),
    'memory.toolStats': reading(async () => JSON.stringify(await calls.stats({}))),
    'memory.toolList': reading(async ({ kinds, limit }, conversation, place) => {
      const query = { ...(Array.isArray(kinds) && { kinds: kinds as Kind[] }), ...(typeof limit === 'number' && { limit }) };
      return listed(conversation, (await calls.list({ ...query, told: true, ...scopeOf(place) })).memories);
    }),
    'memory.toolUpsert': writing(async ({ kind, title, topic, content, where, until }, said, place) => {
      const { source, from, outside, conversation } = said;
      const words = inTheirWords({ title: String(title), content: String(content) }, source, await parts.language());
      const end = endOf(until, from);
      const draft: Draft = {
        kind: kind as Kind,
        topic: typeof topic === 'string' ? topic : String(title),
        ...words,
        ...(end !== undefined && { until: end }),
        ...(where === 'project' && place.project !== undefined && { project: place.project }),
        ...{ source, from },
      };
      const ends = store.wouldEnd(draft).filter(one => store.said(one.content) !== store.said(draft.content));
      const shown = await shownOf({ act: 'remember', conversation, outside, memory: draft, ends });
      const isTheirs = source.quote !== undefined || shown !== undefined;
      const { was, memory } = await (isTheirs ? calls.upsert(draft, shown) : calls.propose(draft));
      return `Remembered (${was}), id ${memory.id}.`;
    }),
    'memory.toolUpdate': writing(async ({ id, content, until }, said, place) => {
      const { source, from, outside, conversation } = said;
      const memory = await readable(id, place);
      const words = inTheirWords({ content: String(content) }, source, await parts.language());
      const end = endOf(until, from);
      const correction: Correction = { id: memory.id, ...words, ...(end !== undefined && { until: end }), source };
      const title = correction.title ?? titleOf(memory, correction.content);
      const asked = { ...memory, title, content: correction.content, until: end };
      const shown = await shownOf({ act: 'correct', conversation, outside, memory: asked, ends: [memory] });
      const isTheirs = source.quote !== undefined || shown !== undefined;
      const stored = await (isTheirs
        ? calls.correct(correction, shown)
        : calls.propose({ ...correctedDraft(memory, correction, from), title }));
      return `Corrected, id ${stored.memory.id}.`;
    }),
    'memory.toolDelete': tool(async ({ id }, conversation, place) => {
      const memory = await readable(id, place);
      const { memories, upTo } = await calls.preview({ ids: [memory.id] });
      await shownOf({ act: 'forget', conversation, outside: outsideOf(place.outside), memory, ends: memories });
      await calls.forget({ ids: [memory.id], upTo });
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

function linesOf(memories: readonly MemoryRecord[]): string {
  if (memories.length === 0) return 'Nothing is remembered about this.';
  return memories
    .map(
      memory =>
        `- [${memory.id}] ${memory.kind}, since ${dayOf(memory.from)}${untilOf(memory)}${markOf(memory.source)}: ${JSON.stringify(wholeOf(memory))}`,
    )
    .join('\n');
}

/** Where a change comes from: with a quotation only where a message of the person says it. */
interface Said {
  readonly conversation: string;
  readonly source: Provenance;
  readonly from: number;
  readonly outside: string;
}

/** The newest message of the person that says it, in their own words and at a time when they may be remembered; else the newest one. */
async function saidIn({ agent, unheard, clean }: ToolParts, conversation: string, place: Place, content: string): Promise<Said> {
  const { entries } = await agent.transcript(conversation, { limit: 200 });
  const own = entries.filter(entry => entry.kind === 'user' && entry.sentBy === undefined);
  const last = own.at(-1);
  if (last === undefined) throw errors['memory/none-here']({});
  const spans = await unheard(conversation);
  const outside = outsideOf(place.outside);
  const more = outside === '' ? {} : { outside };
  for (const entry of own.toReversed()) {
    if (spans.some(({ since, until }) => since <= entry.at && entry.at <= until)) continue;
    const words = ownWords(textOf(entry));
    if (quoteFor(content, words) === undefined) continue;
    // What else they said in it is no part of the memory, and a secret least of all.
    const [bare = ''] = await clean([words]);
    const quote = quoteFor(content, bare);
    if (quote === undefined) continue;
    return { conversation, outside, from: entry.at, source: { origin: 'tool', conversation, message: entry.id, quote, ...more } };
  }
  return { conversation, outside, from: last.at, source: { origin: 'tool', conversation, message: last.id, ...more } };
}

function textOf({ parts = [] }: Entry): string {
  return parts.flatMap(part => (part.kind === 'text' ? [part.text ?? ''] : [])).join('\n');
}
