import { compactText, dateText, moneyText, numberText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { Desk } from '../desk.ts';
import type { SayRow, UserRow } from '../store/rows.ts';

/** What can be done with one message: there for who points at it or comes to it by keyboard. */
export function messageTools(row: UserRow | SayRow, desk: Desk) {
  const { text, act, isBusy } = desk;
  const { entry, kind } = row;
  if (entry === undefined) return nothing;
  const tool = (icon: string, label: string, run: () => void, disabled = false) =>
    html`<ui-icon-button size="24" icon=${icon} label=${label} ?disabled=${disabled} @click=${run}></ui-icon-button>`;
  const own =
    kind === 'user'
      ? tool('pencil', text.of('threadEdit'), () => desk.edit(row.key), isBusy)
      : tool('rotate-ccw', text.of('threadRegenerate'), () => act.regenerate(entry), isBusy);
  return html`
    <div class=${kind === 'say' && row.isEnd ? 'acts under' : 'acts'} role="toolbar" aria-label=${text.of('threadMessageTools')}>
      ${kind === 'say' && !row.isEnd ? usage(row, desk) : nothing}
      ${own}
      ${tool('git-fork', text.of('threadFork'), () => act.fork(entry))}
      ${tool('copy', text.of('threadCopy'), () => act.copy(row.text))}
      ${more(row, entry, desk)}
      ${kind === 'say' && row.isEnd ? usage(row, desk) : nothing}
    </div>
  `;
}

function more(row: UserRow | SayRow, entry: string, desk: Desk) {
  const { text, act, isBusy } = desk;
  const own = desk.actions.filter(({ on }) => on === undefined || on.includes(row.kind === 'user' ? 'user' : 'assistant'));
  const models = row.kind === 'say' ? desk.models.filter(model => model.available && (model.starred || model.isDefault)).slice(0, 8) : [];
  const blocks = codeIn(row.text);
  const item = (icon: string, label: string, run: () => void, disabled = false) =>
    html`<ui-menu-item icon=${icon} ?disabled=${disabled} @ui-select=${run}>${label}</ui-menu-item>`;
  return html`
    <ui-menu end label=${text.of('threadMore')}>
      <ui-icon-button slot="trigger" size="24" icon="ellipsis" label=${text.of('threadMore')}></ui-icon-button>
      ${item('link', text.of('threadCopyLink'), () => act.copyLink(entry))}
      ${row.kind === 'say' ? item('text', text.of('threadCopyPlain'), () => act.copy(plain(row.text))) : nothing}
      ${blocks === '' ? nothing : item('code-xml', text.of('threadCopyCode'), () => act.copy(blocks))}
      ${own.map(({ icon, title, command }) => item(icon, title, () => act.run(command, { conversation: act.conversation, entry })))}
      ${models.length === 0 ? nothing : html`<hr />`}
      ${models.map(model => item('rotate-ccw', text.of('threadRegenerateWith', { model: model.name }), () => act.regenerate(entry, model.id), isBusy))}
    </ui-menu>
  `;
}

/** What the answer cost; each figure says what it is. */
function usage({ at, model, usage }: SayRow, { text, modelName }: Desk) {
  const { locale } = text;
  const when = html`<time title=${dateText(locale, at, { dateStyle: 'full', timeStyle: 'short' })}>${dateText(locale, at, { timeStyle: 'short' })}</time>`;
  const by = model === undefined ? nothing : html`<span class="cut">${modelName(model)}</span>`;
  if (usage === undefined || usage.input + usage.output === 0) return html`<span class="facts">${when}${by}</span>`;
  const { input, output, cacheRead, cost } = usage;
  const number = (value: number) => numberText(locale, value);
  const tokens = text.of('threadTokens', { count: compactText(locale, input + output + cacheRead) });
  const explained = text.of('threadTokensExplained', { input: number(input), cached: number(cacheRead), output: number(output) });
  const money = cost === 0 ? nothing : html`<span title=${text.of('threadCostExplained')}>${moneyText(locale, cost)}</span>`;
  return html`<span class="facts">${when}${by}<span title=${explained}>${tokens}</span>${money}</span>`;
}

/** Everything that stands between fences. */
export function codeIn(markdown: string): string {
  return [...markdown.matchAll(/^(`{3,}|~{3,})[^\n]*\n([\s\S]*?)^\1\s*$/gm)].map(match => match[2] ?? '').join('\n');
}

/** Without the marks, for a place that does not know them. */
export function plain(markdown: string): string {
  return markdown
    .replaceAll(/^(`{3,}|~{3,})[^\n]*$/gm, '')
    .replaceAll(/!?\[([^\]]*)\]\(([^)\s]*)[^)]*\)/g, (_all, words: string, href: string) => (words === href ? href : `${words} (${href})`))
    .replaceAll(/^\s{0,3}#{1,6}\s+/gm, '')
    .replaceAll(/(\*\*|__)(.+?)\1/g, '$2')
    .replaceAll(/(?<![\p{L}\p{N}])([*_])(\S(?:.*?\S)?)\1(?![\p{L}\p{N}])/gu, '$2')
    .replaceAll(/`([^`\n]+)`/g, '$1')
    .trim();
}
