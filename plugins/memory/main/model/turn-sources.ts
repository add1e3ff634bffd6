import { rights } from '@atelier/agent/contract';
import { type ExtensionsService, type InspectionService, visibleText } from '@atelier/kernel';
import type { SourceState } from '../../contract/index.ts';
import { orders } from '../capture/orders.ts';
import { vectorOf } from '../search/grams.ts';
import { Ranker } from '../search/ranker.ts';
import { inTime, itemsOf, Late, problemOf, type Sources } from '../search/sources.ts';
import { secretIn, withoutSecrets } from '../secrets.ts';
import { isFlag, type Settings } from '../store/settings.ts';
import type { SourceUse } from '../store/uses.ts';

/** A turn waits so long for all of them together, and reads so much of each. */
const most = { ms: 300, items: 10, asked: 1000, text: 400 };
/** One that is late again and again is not asked meanwhile. The first time it may only have been starting. */
const rest = { after: 2, ms: 600_000 };
/** What a source says of its own finds counts for a quarter at most: it might say the best of everything. */
const ownShare = 0.25;

/** It reads what the person says, and what it finds is read by the model. */
const needed: readonly string[] = [rights.read, rights.changePrompts];

export interface TurnSourcesParts extends Sources {
  readonly extensions: Pick<ExtensionsService, 'list'>;
  readonly inspection: Pick<InspectionService, 'redact'>;
  readonly settings: Settings;
  now(): number;
  changed(): void;
}

/** The sources of extensions that the person has asked at each of their messages, and what they find for one. */
export type TurnSources = ReturnType<typeof openTurnSources>;

export function openTurnSources(parts: TurnSourcesParts) {
  const { sources, run, settings, now } = parts;
  const problems = new Map<string, unknown>();
  const lateness = new Map<string, { readonly times: number; readonly until: number }>();
  const running = new Set<string>();
  const nameOf = (from: string, id: string) => `source ${from} ${id}`;
  const isOn = (name: string) => settings.read(name, isFlag) === true;
  const all = () => sources.items.map(({ from, value }) => ({ ...value, from, title: visibleText(value.title, 'name') }));
  const on = () => all().filter(({ from, id }) => isOn(nameOf(from, id)));
  const allowed = async (): Promise<ReadonlySet<string>> => {
    const has = (granted: readonly string[]) => needed.every(right => granted.includes(right));
    const list = await parts.extensions.list();
    return new Set(list.filter(({ bundled, granted: { uses = [] } }) => bundled || has(uses)).map(({ id }) => id));
  };

  const itemsFrom = async ({ from, id, title, command }: ReturnType<typeof all>[number], text: string) => {
    const name = nameOf(from, id);
    const before = lateness.get(name);
    if (running.has(name) || (before?.until ?? 0) > now()) return [];
    running.add(name);
    const answer = run(command, { text, limit: most.items });
    answer.catch(() => undefined).finally(() => running.delete(name));
    try {
      const items = itemsOf(await inTime(answer, most.ms)).slice(0, most.items);
      lateness.delete(name);
      if (problems.delete(name)) parts.changed();
      return items.map(item => ({ ...item, from, source: id, title, text: wordsOf(item) }));
    } catch (error) {
      const times = error instanceof Late ? (before?.times ?? 0) + 1 : 0;
      lateness.set(name, { times, until: times >= rest.after ? now() + rest.ms : 0 });
      problems.set(name, error);
      parts.changed();
      return [];
    }
  };

  return {
    async list(): Promise<SourceState[]> {
      const [may, locale] = [await allowed(), await parts.language()];
      return all().map(({ from, id, title }) => {
        const problem = problems.get(nameOf(from, id));
        const record = problem === undefined ? undefined : problemOf({ from, title }, problem, locale).toRecord(locale);
        return {
          ...{ from, id, title, on: isOn(nameOf(from, id)), allowed: may.has(from) },
          ...(record !== undefined && { problem: { code: record.code, message: record.message } }),
        };
      });
    },
    set(from: string, id: string, isWanted: boolean): void {
      settings.write(nameOf(from, id), isWanted ? true : undefined);
      problems.delete(nameOf(from, id));
      parts.changed();
    },
    /** Without one a turn asks nobody. */
    isNone: (): boolean => on().length === 0,
    /** What they find for words of the person, the nearest first. One that is late or fails finds nothing. No secret goes there or comes from there. */
    async find(words: string): Promise<readonly SourceUse[]> {
      const [said = ''] = await withoutSecrets(parts.inspection, [words.slice(0, most.asked)]);
      if (said.trim() === '') return [];
      const may = await allowed();
      const items = (await Promise.all(on().flatMap(one => (may.has(one.from) ? [itemsFrom(one, said)] : [])))).flat();
      const at = now();
      const near = nearnessOf(said, items, at);
      const found: SourceUse[] = [];
      for (const [nth, { from, source, title, text, score }] of items.entries()) {
        if (orders({ content: text }) || (await secretIn(parts.inspection, [text])) !== undefined) continue;
        found.push({ from, source, title, text, score: Math.max(near.get(nth) ?? 0, score * ownShare), at });
      }
      return found.sort((a, b) => b.score - a.score);
    },
  };
}

/** The same measure as that of memories, with nothing added for being recent, sure or of use. */
function nearnessOf(question: string, items: readonly { readonly text: string }[], now: number): ReadonlyMap<number, number> {
  const ranker = new Ranker();
  const plain = { project: undefined, kind: 'fact', from: 0, until: undefined, updatedAt: 0, confidence: 0, importance: 0, timesUsed: 0 };
  for (const [number, { text }] of items.entries()) ranker.put({ ...plain, number, vector: vectorOf([text]) });
  const hits = ranker.search({ text: question, limit: Math.max(1, items.length), now });
  return new Map(hits.map(({ number, score }) => [number, score]));
}

/** One line of bounded length. */
function wordsOf({ title, text }: { readonly title: string; readonly text: string }): string {
  const whole = title === '' || text.startsWith(title) ? text : `${title}: ${text}`;
  return whole.replaceAll(/\s+/g, ' ').trim().slice(0, most.text);
}
