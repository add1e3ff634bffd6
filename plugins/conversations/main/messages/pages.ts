import type { Entry } from '@atelier/agent/contract';
import type { Handlers } from '@atelier/kernel';
import type { Shape } from '../core.ts';
import { errors } from '../errors.ts';
import type { MessageIndex } from './message-index.ts';
import type { Refreshing } from './repair/refresh.ts';
import { findIn } from './search/find.ts';
import type { StoredEntry } from './store/entry-store.ts';
import { type LightEntry, lightEntry } from './store/light-entry.ts';
import { titlePosition } from './store/numbers.ts';

type Calls = Pick<Handlers<Shape>, 'page' | 'image' | 'find'>;
type Page = Awaited<ReturnType<Calls['page']>>;

export interface Pages {
  readonly calls: Calls;
  readonly hasNewPictures: (conversation: string, model: string | undefined, before?: string) => Promise<boolean>;
  readonly entryOf: (conversation: string, id: string) => Promise<{ readonly entry: Entry; readonly asked: Entry } | undefined>;
}

const usual = 60;

/** Pages of a conversation from the index; the newest page of a conversation that is not indexed yet comes from its file. */
export function openPages(index: MessageIndex, refreshing: Refreshing): Pages {
  const { records, agent, store, live, signal } = index;
  const numbered = (conversation: string): number => {
    records.get(conversation);
    return store.numberOf(conversation) ?? 0;
  };
  const pageOf = async (number: number, rows: readonly StoredEntry[], from: { total: number; seq: number }): Promise<Page> => {
    const { problem } = store.indexed(number);
    const undoable = store.lastCompaction(number);
    return {
      entries: rows.map(({ json, id, position }) => {
        const entry = JSON.parse(json) as Record<string, unknown>;
        if (entry.kind === 'compaction') entry.undoable = id === undoable;
        entry.position = position;
        return entry;
      }),
      first: rows[0]?.position ?? from.total,
      ...from,
      ...(problem && {
        problem: {
          code: problem.code,
          message: problem[await index.locale().catch(() => 'fr' as const)],
          texts: { fr: problem.fr, en: problem.en },
        },
      }),
    };
  };
  /** The newest page straight from the file, so that it is shown before the whole file is indexed. */
  const straight = async (conversation: string, limit: number, seq: number): Promise<Page | undefined> => {
    const read = await agent.transcript(conversation, { limit }).catch(() => undefined);
    if (read === undefined) return undefined;
    const first = read.total - read.entries.length;
    const entries = read.entries.map((entry, at) => {
      const { undoable } = entry;
      return { ...lightEntry(entry), ...(undoable !== undefined && { undoable }), position: first + at };
    });
    return { entries, first, total: read.total, seq };
  };
  /** The entry with the data that the index leaves out. */
  const whole = async (conversation: string, number: number, { json, id, position }: StoredEntry): Promise<Entry> => {
    const entry = JSON.parse(json) as LightEntry;
    if (entry.light !== true) return entry as Entry;
    const next = store.at(number, position + 1)?.id;
    const { entries } = await agent.transcript(conversation, { limit: 1, ...(next !== undefined && { before: next }) });
    const found = entries[0]?.id === id ? entries[0] : (await agent.transcript(conversation)).entries.find(one => one.id === id);
    return found ?? (entry as Entry);
  };
  const known = async (conversation: string): Promise<number> => {
    const number = numbered(conversation);
    if (!(await refreshing.isFresh(conversation))) await refreshing.refreshed(conversation);
    return number;
  };
  const stored = async (conversation: string, id: string) => {
    const number = await known(conversation);
    const position = store.positionOf(number, id);
    const row = position === undefined ? undefined : store.at(number, position);
    return row && { number, row };
  };

  return {
    calls: {
      async page({ conversation, before, after, around, limit = usual }) {
        const number = numbered(conversation);
        const isFresh = await refreshing.isFresh(conversation);
        const isTail = before === undefined && after === undefined && around === undefined;
        if (!isFresh) {
          const done = refreshing.refreshed(conversation);
          const seq = isTail ? await live.seqOf(conversation, agent) : 0;
          const page = isTail ? await straight(conversation, limit, seq) : undefined;
          if (page !== undefined) return page;
          await done;
        }
        const seq = await live.seqOf(conversation, agent);
        const total = store.total(number);
        let rows: readonly StoredEntry[];
        if (around !== undefined) {
          const position = store.positionOf(number, around);
          if (position === undefined) throw errors['conversations/entry-missing']({});
          rows = store.from(number, Math.max(0, Math.min(position - Math.floor(limit / 2), total - limit)), limit);
        } else if (after !== undefined) rows = store.from(number, Math.min(after + 1, total), limit);
        else rows = store.before(number, Math.min(before ?? total, titlePosition), limit);
        return await pageOf(number, rows, { total, seq });
      },
      async image({ conversation, entry, part }) {
        const found = await stored(conversation, entry);
        const picture = found && (await whole(conversation, found.number, found.row)).parts?.[part];
        if (picture?.kind !== 'image' || picture.data === undefined) throw errors['conversations/entry-missing']({});
        return { mimeType: picture.mimeType ?? 'application/octet-stream', data: picture.data };
      },
      find: async ({ conversation, text }, stopped) =>
        await findIn(store, await known(conversation), text, AbortSignal.any([stopped, signal])),
    },
    async hasNewPictures(conversation, model, before) {
      const number = await known(conversation);
      const limit = before === undefined ? undefined : await stored(conversation, before);
      let position = limit?.row.position ?? store.total(number);
      while (position > 0) {
        const rows = store.before(number, position, usual);
        for (const { json } of rows.toReversed()) {
          const { kind, parts = [], ...entry } = JSON.parse(json) as LightEntry;
          if (kind === 'compaction' || (kind === 'assistant' && entry.model === model)) return false;
          if (kind === 'user' && parts.some(part => part.kind === 'image')) return true;
        }
        position = rows[0]?.position ?? 0;
      }
      return false;
    },
    async entryOf(conversation, id) {
      const found = await stored(conversation, id);
      const asked = found && store.lastAsked(found.number, found.row.position);
      if (found === undefined || asked === undefined) return undefined;
      const [entry, question] = [await whole(conversation, found.number, found.row), await whole(conversation, found.number, asked)];
      return { entry, asked: question };
    },
  };
}
