import { html, nothing, type TemplateResult } from 'lit';
import type { Snapshot } from './items.ts';
import type { ListTexts } from './list-rows.ts';

export interface EmptyActs {
  begin(): void;
  showAll(): void;
  clear(): void;
}

/** Shown instead of an empty list: one sentence and one action. */
export function emptyOf(
  text: ListTexts,
  snapshot: Snapshot | undefined,
  problem: string | undefined,
  acts: EmptyActs,
): TemplateResult | typeof nothing {
  if (snapshot === undefined) return problem === undefined ? nothing : html`<ui-empty icon="circle-alert" text=${problem}></ui-empty>`;
  const empty = (icon: string, words: string, action: string, run: () => void) =>
    html`<ui-empty icon=${icon} text=${words}><ui-button kind="line" @click=${run}>${action}</ui-button></ui-empty>`;
  if (snapshot.text !== '')
    return empty('search', text.of('listNothingFound', { text: snapshot.text }), text.of('listClearSearch'), acts.clear);
  const { show } = snapshot.view;
  if (show === 'relevant') return empty('circle-check', text.of('listNothingRelevant'), text.of('listShowAll'), acts.showAll);
  if (show === 'archived') return empty('archive', text.of('listNothingArchived'), text.of('listShowAll'), acts.showAll);
  return empty('message-square', text.of('listEmpty'), text.of('newConversation'), acts.begin);
}
