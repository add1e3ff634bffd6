import type { SliceMap } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { Badge } from '../contract/index.ts';

/** What stands at the end of the row that leads to a view. */
export function badgeOf(badges: readonly { readonly value: Badge }[], view: string | undefined, locale: SliceMap['locale']): unknown {
  const badge = badges.find(({ value }) => value.view === view)?.value;
  return badge === undefined ? nothing : html`<span class=${badge.count ? 'badge' : 'end'}>${wordsOf(badge, locale)}</span>`;
}

/** A badge in the language of now. */
export function wordsOf({ text }: Badge, locale: SliceMap['locale']): string {
  return typeof text === 'string' ? text : text[locale];
}
