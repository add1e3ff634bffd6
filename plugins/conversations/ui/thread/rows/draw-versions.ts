import { html, nothing } from 'lit';
import type { RowContext } from '../row-context.ts';
import type { UserRow } from '../store/rows.ts';

/** Which version of a message this is, with the ways to the others; each has its own answer. */
export function drawVersions({ versions }: UserRow, { text, act, isBusy }: RowContext) {
  if (versions === undefined) return nothing;
  const { at, leaves } = versions;
  const [before, after] = [leaves[at - 1], leaves[at + 1]];
  const step = (leaf: string | undefined, icon: string, label: string) =>
    html`<ui-icon-button size="24" icon=${icon} label=${label} ?disabled=${isBusy || leaf === undefined} @click=${() => act.goTo(leaf ?? '')}></ui-icon-button>`;
  const place = text.of('threadVersion', { at: at + 1, of: leaves.length });
  return html`<div class="versions" role="group" aria-label=${text.of('threadVersions')}>
    ${step(before, 'chevron-left', text.of('threadVersionBefore'))}<span aria-label=${place}>${at + 1}/${leaves.length}</span>${step(after, 'chevron-right', text.of('threadVersionAfter'))}
  </div>`;
}
