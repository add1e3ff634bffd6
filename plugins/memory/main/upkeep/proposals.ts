import { randomUUID } from 'node:crypto';
import type { Database } from '@atelier/kernel';
import type { Draft, Proposal, ProposalKind, Stored } from '../../contract/index.ts';
import { errors } from '../errors.ts';
import type { Store } from '../store/store.ts';
import { tellingWords } from '../store/telling.ts';

/** With so many capture waits for the person; none is ever dropped. */
const most = 1000;
const usualPage = 50;

interface Columns {
  readonly number: number;
  readonly id: string;
  readonly kind: ProposalKind;
  readonly same: string;
  readonly what: string;
  readonly at: number;
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
  const refuse = db.prepare('INSERT OR REPLACE INTO refused (same, at) VALUES (?, ?)');
  const isRefused = db.prepare('SELECT 1 FROM refused WHERE same = ?');

  const add = (kind: ProposalKind, same: string, what: unknown, conversation?: string): boolean => {
    if (isRefused.get(same) !== undefined) return false;
    return insert.run(randomUUID(), kind, same, JSON.stringify(what), conversation ?? null, now()).changes > 0;
  };
  const memoriesOf = (row: Columns) => (JSON.parse(row.what) as string[]).map(store.find).filter(memory => memory?.status === 'active');
  /** Undefined if it is about memories that are not active any more. */
  const proposalOf = (row: Columns): Proposal | undefined => {
    const { id, kind, at } = row;
    if (kind === 'capture') {
      const draft = JSON.parse(row.what) as Draft;
      const memories = store.wouldEnd(draft);
      return {
        ...{ id, kind, at, title: draft.title, content: draft.content, draft },
        ...(memories.length > 0 && { memories }),
        ...(store.isAlike(draft) && { forgotten: true }),
      };
    }
    const memories = memoriesOf(row).filter(memory => memory !== undefined);
    const [longest] = memories.toSorted((a, b) => b.content.length - a.content.length);
    if (longest === undefined || memories.length < 2) return undefined;
    return { id, kind, at, title: longest.title, content: longest.content, memories };
  };
  const hashOf = ({ project, content }: Draft) => `${store.said(content)} ${project ?? ''}`;
  /** The same for what says it with other small words. */
  const tellingOf = (draft: Draft) => `telling ${hashOf({ ...draft, content: tellingWords(draft.content).join(' ') })}`;
  return {
    /** Proposes a memory; false if it is proposed already, was forgotten or refused, or is there. */
    capture(draft: Draft): boolean {
      if (!store.isNews(draft) || isRefused.get(tellingOf(draft)) !== undefined) return false;
      return add('capture', hashOf(draft), draft, draft.source.conversation);
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
        const { same = '' } = one.get(id) ?? {};
        remove.run(id);
        // A model may not store these words either. What differs in one name or number says something else, and is proposed.
        if (kind === 'capture') store.bury(id, draft as Draft);
        refuse.run(kind === 'capture' ? tellingOf(draft as Draft) : same, now());
      });
    },
    isFull: (): boolean => (counted.get({ kind: null })?.count ?? 0) >= most,
    forgetConversation: (conversation: string): boolean => removeOf.run(conversation).changes > 0,
  };
}
