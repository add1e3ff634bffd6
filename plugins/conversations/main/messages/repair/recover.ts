import type { Core } from '../../core.ts';
import { beginConversation } from '../../sending/send.ts';
import { titleFromWords } from '../../sending/titles.ts';
import type { EntryStore } from '../store/entry-store.ts';
import { textsOf } from '../store/entry-texts.ts';
import type { LightEntry } from '../store/light-entry.ts';

export interface RecoverParts extends Pick<Core, 'records' | 'agent' | 'changed' | 'now'> {
  readonly store: EntryStore;
  readonly refreshed: (conversation: string, anew: boolean) => Promise<void>;
  readonly locale: () => Promise<'fr' | 'en'>;
}

const titles = { fr: 'Conversation retrouvée', en: 'Recovered conversation' };
const mostLooked = 20;

/** Gives a session file that no record knows of a conversation, named after its first words; false where nothing was said in it. */
export async function recover(parts: RecoverParts, conversation: string): Promise<boolean> {
  const { records, agent, store, changed, now } = parts;
  const { entries, total } = await agent.transcript(conversation, { limit: 1 });
  const last = entries.at(-1);
  if (total === 0 || last === undefined || store.numberOf(conversation) !== undefined) return false;
  const placeholder = titles[await parts.locale().catch(() => 'fr' as const)];
  const source = { source: 'recovered', sourceId: conversation };
  beginConversation(
    { records, now, placeholder: () => placeholder, created: () => undefined },
    { id: conversation, ...source, createdAt: last.at, updatedAt: last.at, lastMessageAt: last.at },
  );
  await parts.refreshed(conversation, true);
  const number = store.numberOf(conversation);
  const first = number === undefined ? [] : store.from(number, 0, mostLooked).map(({ json }) => JSON.parse(json) as LightEntry);
  const said = first.find(({ kind }) => kind === 'user') ?? first.find(({ kind }) => kind === 'assistant');
  const title = said && titleFromWords(textsOf(said)[said.kind === 'user' ? 'user' : 'assistant']);
  if (title !== undefined) records.change(conversation, { title, titleSource: 'words' });
  changed(conversation, true);
  return true;
}
