import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Draft, Proposal, ProposalKind, Stored } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Shown } from '../store/many.ts';
import type { KnownFolder } from '../store/places.ts';
import type { Store } from '../store/store.ts';
import { tellingWords } from '../store/telling.ts';

/** With so many capture waits for the person; none is ever dropped. */
const most = 1000;
const usualPage = 50;
/** So many memories are in one question of an extension; what it wants beyond that it asks again. */
const mostForgotten = 5000;
/** So many of them are shown. */
const mostShown = 20;
/** So many drafts of one extension wait: what it wants beyond that it asks again, so that no extension holds up capture. */
const mostOfOne = 50;
/** So long an extension does not ask again where the person refused. */
const refusedMs = 24 * 3600_000;

interface Columns {
  readonly number: number;
  readonly id: string;
  readonly kind: ProposalKind;
  readonly same: string;
  readonly what: string;
  readonly at: number;
}

/** A folder, and the key that it names. */
interface Claim extends KnownFolder {
  readonly path: string;
}

/** An extension, the ids of what it wants forgotten, and the hashes of what these said when the question was made. */
interface Wish {
  readonly by: string;
  readonly ids: readonly string[];
  readonly said?: readonly number[];
}

/** What waits for the person's yes or no. */
export type Proposals = ReturnType<typeof openProposals>;

export function openProposals(db: Database, store: Store, now: () => number) {
  const insert = db.prepare('INSERT OR IGNORE INTO proposals (id, kind, same, what, conversation, at) VALUES (?, ?, ?, ?, ?, ?)');
  const page = db.prepare<Columns>(
    'SELECT * FROM proposals WHERE number < :before AND (:kind IS NULL OR kind = :kind) ORDER BY number DESC LIMIT :limit',
  );
  const counted = db.prepare<{ count: number }>('SELECT count(*) AS count FROM proposals WHERE :kind IS NULL OR kind = :kind');
  const one = db.prepare<Columns>('SELECT * FROM proposals WHERE id = ?');
  const remove = db.prepare('DELETE FROM proposals WHERE id = ?');
  const removeOf = db.prepare('DELETE FROM proposals WHERE conversation = ?');
  const refuse = db.prepare('INSERT OR REPLACE INTO refused (same, at, what) VALUES (?, ?, ?)');
  const isRefused = db.prepare('SELECT 1 FROM refused WHERE same = ?');
  const refusedSince = db.prepare<{ what: string | null }>('SELECT what FROM refused WHERE same = ? AND at > ?');
  const countOf = db.prepare<{ count: number }>("SELECT count(*) AS count FROM proposals WHERE kind = 'capture' AND what ->> 'by' = ?");
  const bySame = db.prepare<Columns>('SELECT * FROM proposals WHERE same = ?');

  const add = (kind: ProposalKind, same: string, what: unknown, conversation?: string): boolean => {
    if (isRefused.get(same) !== undefined) return false;
    return insert.run(randomUUID(), kind, same, JSON.stringify(what), conversation ?? null, now()).changes > 0;
  };
  const memoriesOf = (row: Columns) => (JSON.parse(row.what) as string[]).map(store.find).filter(memory => memory?.status === 'active');
  /** Undefined if it is about memories that are not active any more. */
  const proposalOf = (row: Columns): Proposal | undefined => {
    const { id, kind, at } = row;
    if (kind === 'capture') {
      const { by, ...draft } = JSON.parse(row.what) as Draft & { readonly by?: string };
      const memories = store.wouldEnd(draft);
      return {
        ...{ id, kind, at, title: draft.title, content: draft.content, draft, ...(by !== undefined && { by }) },
        ...(memories.length > 0 && { memories }),
        ...(store.isAlike(draft) && { forgotten: true }),
      };
    }
    if (kind === 'share') {
      const { path, project } = JSON.parse(row.what) as Claim;
      return { id, kind, at, title: project, content: path };
    }
    if (kind === 'forget') {
      const { by, ids } = JSON.parse(row.what) as Wish;
      const there = store.thereOf(ids, mostShown);
      return there.count === 0 ? undefined : { id, kind, at, title: by, content: by, ...there };
    }
    const memories = memoriesOf(row).filter(memory => memory !== undefined);
    const [longest] = memories.toSorted((a, b) => b.content.length - a.content.length);
    if (longest === undefined || memories.length < 2) return undefined;
    return { id, kind, at, title: longest.title, content: longest.content, memories };
  };
  const asNow = (by: string, ids: readonly string[]): Wish => {
    const there = store.saidOf(ids);
    return { by, ids: there.map(({ id }) => id), said: there.map(({ said }) => said) };
  };
  const hashOf = ({ project, content }: Draft) => `${store.said(content)} ${project ?? ''}`;
  /** The same for what says it with other small words. */
  const tellingOf = (draft: Draft) => `telling ${hashOf({ ...draft, content: tellingWords(draft.content).join(' ') })}`;
  const wishOf = (id: string): Wish => {
    const row = one.get(id);
    if (row?.kind !== 'forget') throw errors['memory/unknown-proposal']({});
    return JSON.parse(row.what) as Wish;
  };
  /** Asks in place of an earlier question, if there is one. */
  const ask = (wish: Wish, same: string, before?: string): void => {
    if (before !== undefined) remove.run(before);
    insert.run(randomUUID(), 'forget', same, JSON.stringify(wish), null, now());
  };
  return {
    /** Proposes a memory; false if it is proposed already, was forgotten or refused, or is there. `by`: the extension that wants it. */
    capture(draft: Draft, by?: string): boolean {
      if (!store.isNews(draft) || isRefused.get(tellingOf(draft)) !== undefined) return false;
      if (by !== undefined && (countOf.get(by)?.count ?? 0) >= mostOfOne) throw errors['memory/too-many-wait']({ from: by });
      return add('capture', hashOf(draft), by === undefined ? draft : { ...draft, by }, draft.source.conversation);
    },
    /** Proposes to make one of memories, unless the person refused that. */
    merge(memories: readonly { readonly id: string; readonly content: string }[]): boolean {
      const same = memories
        .map(({ content }) => store.said(content))
        .sort((a, b) => a - b)
        .join(' ');
      return add(
        'merge',
        same,
        memories.map(({ id }) => id),
      );
    },
    /** Proposes that a folder has the memories of the repository that it names as its remote. */
    share: (known: KnownFolder, path: string): boolean =>
      add('share', `share ${known.folder} ${known.identity} ${known.project}`, { ...known, path } satisfies Claim),
    /**
     * Asks the person whether an extension may forget these. What it wants more joins what waits, as a new question, so that a yes covers no
     * more than the person could look at. False where the person has refused lately.
     */
    forget(by: string, wanted: readonly Shown[]): boolean {
      const same = `forget ${by}`;
      if (refusedSince.get(same, now() - refusedMs) !== undefined) return false;
      if (wanted.length === 0) return true;
      db.transaction(() => {
        const before = bySame.get(same);
        const waiting = before === undefined ? [] : (JSON.parse(before.what) as Wish).ids;
        const all = new Set([...waiting, ...wanted.map(({ id }) => id)]);
        if (all.size === waiting.length || waiting.length >= mostForgotten) return;
        ask(asNow(by, [...all].slice(0, mostForgotten)), same, before?.id);
      });
      return true;
    },
    /** Whether an extension's question about one of these waits, or was refused lately. */
    isContested(by: string, wanted: readonly Shown[]): boolean {
      const same = `forget ${by}`;
      const asked = [bySame.get(same)?.what, refusedSince.get(same, now() - refusedMs)?.what];
      const ids = new Set(asked.flatMap(what => (typeof what === 'string' ? (JSON.parse(what) as Wish).ids : [])));
      return wanted.some(({ id }) => ids.has(id));
    },
    /** What an extension wants forgotten, as it was when the question was made. */
    wanted(id: string): Shown[] {
      const { ids, said = [] } = wishOf(id);
      return ids.map((one, at) => ({ id: one, ...(said[at] !== undefined && { said: said[at] }) }));
    },
    /** Of what an extension wants forgotten a page, what is the person's own first. */
    listWanted(id: string, from = 0, limit = usualPage) {
      const { memories, count } = store.thereOf(wishOf(id).ids, limit, from);
      const next = from + memories.length;
      return { memories, ...(next < count && memories.length > 0 && { next: String(next) }) };
    },
    /** Something of it says other words now: it is a new question, with these. */
    askAnew(id: string): void {
      db.transaction(() => {
        const { by, ids } = wishOf(id);
        ask(asNow(by, ids), `forget ${by}`, id);
      });
    },
    close: (id: string): void => void remove.run(id),
    list({ kind, after, limit = usualPage }: { readonly kind?: ProposalKind; readonly after?: string; readonly limit?: number }) {
      const before = Number(after ?? Number.NaN);
      const proposals: Proposal[] = [];
      let from = Number.isSafeInteger(before) ? before : Number.MAX_SAFE_INTEGER;
      for (;;) {
        const rows = page.all({ before: from, kind: kind ?? null, limit });
        for (const row of rows) {
          from = row.number;
          const proposal = proposalOf(row);
          if (proposal === undefined) remove.run(row.id);
          else proposals.push(proposal);
          if (proposals.length === limit) break;
        }
        if (rows.length < limit || proposals.length === limit) break;
      }
      const total = counted.get({ kind: kind ?? null })?.count ?? 0;
      const isMore = page.all({ before: from, kind: kind ?? null, limit: 1 }).length > 0;
      return { proposals, total, ...(isMore && { next: String(from) }) };
    },
    /** The words that would be stored, so that they can be looked at for secrets first. */
    find(id: string): Proposal {
      const row = one.get(id);
      const proposal = row && proposalOf(row);
      if (proposal === undefined) throw errors['memory/unknown-proposal']({});
      return proposal;
    },
    /** The person knows the folder of a proposal to share as a copy. */
    acceptCopy(id: string): void {
      db.transaction(() => {
        const row = one.get(id);
        if (row?.kind !== 'share') throw errors['memory/unknown-proposal']({});
        remove.run(id);
        store.seenFolder(JSON.parse(row.what) as Claim);
      });
    },
    accept(id: string, words: { readonly title?: string; readonly content?: string }): Stored {
      return db.transaction(() => {
        const { kind, draft, memories = [], title, content } = this.find(id);
        remove.run(id);
        if (kind === 'capture') return store.agree({ ...(draft as Draft), ...words });
        return store.merge({ ids: memories.map(memory => memory.id), title, content, ...words });
      });
    },
    refuse(id: string): void {
      db.transaction(() => {
        const { kind, draft } = this.find(id);
        const { same = '', what = null } = one.get(id) ?? {};
        remove.run(id);
        // A model may not store these words either. What differs in one name or number says something else, and is proposed.
        if (kind === 'capture') store.bury(id, draft as Draft);
        refuse.run(kind === 'capture' ? tellingOf(draft as Draft) : same, now(), kind === 'forget' ? what : null);
      });
    },
    isFull: (): boolean => (counted.get({ kind: null })?.count ?? 0) >= most,
    forgetConversation: (conversation: string): boolean => removeOf.run(conversation).changes > 0,
  };
}
