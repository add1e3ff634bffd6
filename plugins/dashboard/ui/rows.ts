import type { Row } from '@atelier/conversations/contract';
import { dateText, type Locale } from '@atelier/kernel/ui';
import type { Finding } from '@atelier/workbench/contract';
import { css, html, nothing, type TemplateResult } from 'lit';

/** One line of a list on the Assistant's pages. */
export interface Line {
  readonly title: string;
  readonly icon?: string;
  /** The name of a state, shown instead of the icon. */
  readonly state?: string;
  readonly note?: string;
  /** The note asks for the person. */
  readonly isUrgent?: boolean;
  readonly badge?: string;
  readonly end?: string;
  readonly isUnread?: boolean;
  readonly run: () => unknown;
  /** `key`: the one that does it. */
  readonly actions?: readonly { readonly title: string; readonly key?: string; readonly isBusy: boolean; readonly run: () => unknown }[];
}

export const rowStyles = css`
  button { margin: 0; padding: 0; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
  :focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
  .line { display: flex; align-items: center; gap: 12px; width: 100%; min-height: 34px; padding: 4px 8px; border-radius: var(--r-6); }
  .line:hover { background: var(--hover); }
  .line > ui-icon { flex: none; color: var(--text-2); }
  .what { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  .unread .what { font-weight: 600; }
  .note { flex: 0 1 auto; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: var(--t-12); color: var(--text-2); }
  .note.urgent { color: var(--warn-text); }
  .line:has(+ .does) { flex-wrap: wrap; row-gap: 0; }
  .line:has(+ .does) .note { flex: 1 0 100%; padding-inline-start: 28px; white-space: normal; }
  .does { display: flex; flex-wrap: wrap; gap: 6px; padding-block: 2px 8px; padding-inline: 36px 8px; }
  .end { flex: none; min-width: 44px; font: var(--t-11); color: var(--text-2); text-align: end; font-variant-numeric: tabular-nums; }
`;

export function lineOf({
  title,
  icon = 'message-square',
  state,
  note,
  isUrgent,
  badge,
  end,
  isUnread,
  run,
  actions = [],
}: Line): TemplateResult {
  return html`<li><button class="line ${isUnread === true ? 'unread' : ''}" @click=${run}>
    ${state === undefined ? html`<ui-icon name=${icon}></ui-icon>` : html`<ui-state state=${state}></ui-state>`}
    <span class="what" dir="auto" title=${title}>${title}</span>
    ${note === undefined ? nothing : html`<span class="note ${isUrgent === true ? 'urgent' : ''}">${note}</span>`}
    ${badge === undefined ? nothing : html`<ui-badge>${badge}</ui-badge>`}
    ${end === undefined ? nothing : html`<span class="end">${end}</span>`}
  </button>${actions.length === 0 ? nothing : html`<span class="does" role="group" aria-label=${title}>${actions.map(action => html`<ui-button size="24" kind="line" ?busy=${action.isBusy} @click=${action.run}>${action.title}${action.key === undefined ? nothing : html` <ui-kbd keys=${action.key}></ui-kbd>`}</ui-button>`)}</span>`}</li>`;
}

const states: Partial<Record<Row['state'], string>> = { needsYou: 'needs', running: 'running', queued: 'queued', failed: 'failed' };

/** What a line says of a conversation that waits. */
export interface WaitingWords {
  readonly needsYou: string;
  readonly queued: string;
  /** Of one that a rule began. */
  readonly byRule: string;
}

export function conversationLine(row: Row, locale: Locale, words: WaitingWords | undefined, run: () => unknown): Line {
  const state = states[row.state] ?? (row.unread ? 'unread' : undefined);
  return {
    title: row.title,
    ...(state !== undefined && { state }),
    ...(words !== undefined && row.state === 'needsYou' && { note: words.needsYou, isUrgent: true }),
    ...(words !== undefined && row.state === 'queued' && { note: words.queued }),
    ...(words !== undefined && row.channel === 'automation' && { badge: words.byRule }),
    isUnread: row.unread,
    end: momentText(locale, row.updatedAt),
    run,
  };
}

export function findingLine({ title, meta, icon, state, end }: Finding, run: () => unknown): Line {
  return {
    title,
    ...(icon !== undefined && { icon }),
    ...(state !== undefined && { state }),
    ...(meta !== undefined && { note: meta }),
    ...(end !== undefined && { end }),
    run,
  };
}

/** Today its time, in this week its day, before that its date. */
export function momentText(locale: Locale, at: number, now = Date.now()): string {
  const [then, today] = [new Date(at), new Date(now)];
  if (then.toDateString() === today.toDateString()) return dateText(locale, at, { timeStyle: 'short' });
  if (now - at < 6 * 86_400_000) return dateText(locale, at, { weekday: 'short' });
  const isThisYear = then.getFullYear() === today.getFullYear();
  return dateText(locale, at, { day: 'numeric', month: 'short', ...(!isThisYear && { year: 'numeric' }) });
}
