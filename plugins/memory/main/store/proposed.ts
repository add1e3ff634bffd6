import type { Database } from '@atelier/kernel';
import type { Draft, Selection } from '../../contract/index.ts';
import { plain } from '../search/readable.ts';
import { type Row, topicOf } from './rows.ts';
import { tellingWords } from './telling.ts';

/** A proposal as its table has it. */
export interface ProposedRow {
  readonly number: number;
  readonly id: string;
  readonly kind: string;
  readonly same: string;
  readonly what: string;
  readonly conversation: string | null;
  readonly at: number;
}

/** The memories that wait for a yes, where forgetting reaches them. */
export type Proposed = ReturnType<typeof openProposed>;

export function openProposed(db: Database) {
  const all = db.prepare<ProposedRow>("SELECT * FROM proposals WHERE kind = 'capture'");
  const remove = db.prepare('DELETE FROM proposals WHERE id = ?');
  const put = db.prepare(
    'INSERT OR IGNORE INTO proposals (id, kind, same, what, conversation, at) VALUES (:id, :kind, :same, :what, :conversation, :at)',
  );
  return {
    /** Those that a selection holds, and those that say what one of the rows says, or something of its message and topic. */
    fitting(selection: Selection, rows: readonly Row[] = []): ProposedRow[] {
      const waiting = all.all();
      if (waiting.length === 0) return [];
      const said = new Set(rows.map(({ content }) => tellingOf(content)));
      const told = new Set(rows.filter(({ message }) => message !== null).map(({ message, topic }) => `${message} ${topic}`));
      return waiting.filter(row => {
        const draft = JSON.parse(row.what) as Draft;
        const place = `${draft.source.message} ${topicOf(draft.topic ?? draft.title)}`;
        return fitsSelection(selection, draft, row.at) || said.has(tellingOf(draft.content)) || told.has(place);
      });
    },
    remove: (rows: readonly ProposedRow[]): void => {
      for (const { id } of rows) remove.run(id);
    },
    putBack: (rows: readonly ProposedRow[]): void => {
      for (const { number: _, ...row } of rows) put.run(row);
    },
  };
}

const tellingOf = (content: string): string => tellingWords(content).join(' ');

/** Whether a selection to forget, but for one of memories by their ids, holds a draft of a moment. */
export function fitsSelection({ ids, conversation, topic, text = '', after, before }: Selection, draft: Draft, at: number): boolean {
  const isAsked = text.trim() !== '' || [conversation, topic, after, before].some(one => one !== undefined);
  return (
    isAsked &&
    ids === undefined &&
    !(text !== '' && text.trim() === '') &&
    (conversation === undefined || draft.source.conversation === conversation) &&
    (topic === undefined || topicOf(draft.topic ?? draft.title) === topicOf(topic)) &&
    (after === undefined || at >= after) &&
    (before === undefined || at < before) &&
    plain(`${draft.title}\n${draft.content}`).includes(plain(text))
  );
}
