import { html, nothing } from 'lit';
import type { RowContext } from '../row-context.ts';

/** What other plugins have to say of a message, in sight without a menu. */
export function labels({ entry }: { readonly entry: string | undefined }, { labelsOf, act }: RowContext) {
  const all = labelsOf(entry);
  if (all.length === 0) return nothing;
  const args = { conversation: act.conversation, entry };
  return html`<div class="labels">${all.map(
    ({ action, text }) =>
      html`<ui-chip plain icon=${action.icon} tip=${action.title} @click=${() => act.run(action.command, args)}>${text}</ui-chip>`,
  )}</div>`;
}
