import type { Usage } from '@atelier/agent/contract';
import { plainText } from '@atelier/kernel/plain-text';
import { compactText, dateText, moneyText, numberText } from '@atelier/kernel/ui';
import type { Price } from '@atelier/usage/contract';
import { html, nothing } from 'lit';
import type { RowContext } from '../row-context.ts';
import type { SayRow, UserRow } from '../store/rows.ts';

/** The toolbar of a message, shown on hover and keyboard focus. */
export function messageTools(row: UserRow | SayRow, context: RowContext) {
  const { text, act, isBusy } = context;
  const { entry, kind } = row;
  if (entry === undefined) return nothing;
  const tool = (icon: string, label: string, run: () => void, disabled = false) =>
    html`<ui-icon-button size="24" icon=${icon} label=${label} ?disabled=${disabled} @click=${run}></ui-icon-button>`;
  const own =
    kind === 'user'
      ? tool('pencil', text.of('threadEdit'), () => context.edit(row.key), isBusy)
      : tool('rotate-ccw', text.of('threadRegenerate'), () => void act.regenerate(entry), isBusy);
  return html`
    <div class=${kind === 'say' && row.isEnd ? 'acts under' : 'acts'} role="toolbar" aria-label=${text.of('threadMessageTools')}>
      ${kind === 'say' && !row.isEnd ? usage(row, context) : nothing}
      ${own}
      ${tool('git-fork', text.of('threadFork'), () => act.fork(entry))}
      ${tool('copy', text.of('threadCopy'), () => act.copy(row.text))}
      ${more(row, entry, context)}
      ${kind === 'say' && row.isEnd ? usage(row, context) : nothing}
    </div>
  `;
}

function more(row: UserRow | SayRow, entry: string, context: RowContext) {
  const { text, act, isBusy } = context;
  const own = context.actions.filter(({ on }) => on === undefined || on.includes(row.kind === 'user' ? 'user' : 'assistant'));
  const models =
    row.kind === 'say' ? context.models.filter(model => model.available && (model.starred || model.isDefault)).slice(0, 8) : [];
  const blocks = codeIn(row.text);
  const item = (icon: string, label: string, run: () => void, disabled = false) =>
    html`<ui-menu-item icon=${icon} ?disabled=${disabled} @ui-select=${run}>${label}</ui-menu-item>`;
  return html`
    <ui-menu ?end=${row.kind === 'user'} label=${text.of('threadMore')}>
      <ui-icon-button slot="trigger" size="24" icon="ellipsis" label=${text.of('threadMore')}></ui-icon-button>
      ${item('link', text.of('threadCopyLink'), () => act.copyLink(entry))}
      ${row.kind === 'say' ? item('text', text.of('threadCopyPlain'), () => act.copy(plainText(row.text))) : nothing}
      ${blocks === '' ? nothing : item('code-xml', text.of('threadCopyCode'), () => act.copy(blocks))}
      ${own.map(({ icon, title, command }) => item(icon, title, () => act.run(command, { conversation: act.conversation, entry })))}
      ${models.length === 0 ? nothing : html`<hr />`}
      ${models.map(model => item('rotate-ccw', text.of('threadRegenerateWith', { model: model.name }), () => void act.regenerate(entry, model.id), isBusy))}
    </ui-menu>
  `;
}

/** The usage and cost of an answer, each with a tooltip. */
function usage({ at, model, usage }: SayRow, { text, modelName, priceOf }: RowContext) {
  const { locale } = text;
  const when = html`<time title=${dateText(locale, at, { dateStyle: 'full', timeStyle: 'short' })}>${dateText(locale, at, { timeStyle: 'short' })}</time>`;
  const by = model === undefined ? nothing : html`<span class="cut">${modelName(model)}</span>`;
  if (usage === undefined || usage.input + usage.output === 0) return html`<span class="facts">${when}${by}</span>`;
  const { input, output, cacheRead } = usage;
  const price = model === undefined ? undefined : priceOf(model);
  const cost = price === undefined ? usage.cost : costAt(price, usage);
  const number = (value: number) => numberText(locale, value);
  const tokens = text.of('threadTokens', { count: compactText(locale, input + output + cacheRead) });
  const explained = text.of('threadTokensExplained', { input: number(input), cached: number(cacheRead), output: number(output) });
  const why = text.of(price === undefined ? 'threadCostExplained' : 'threadCostCorrected');
  const money = cost === 0 ? nothing : html`<span title=${why}>${moneyText(locale, cost)}</span>`;
  return html`<span class="facts">${when}${by}<span title=${explained}>${tokens}</span>${money}</span>`;
}

/** What an answer costs at a price of the person, in dollars. */
function costAt(price: Price, usage: Usage): number {
  const { input, output, cacheRead, cacheWrite } = usage;
  return (input * price.input + output * price.output + cacheRead * price.cacheRead + cacheWrite * price.cacheWrite) / 1e6;
}

/** The content of all fenced code blocks. */
export function codeIn(markdown: string): string {
  const blocks: string[][] = [];
  let fence: string | undefined;
  for (const line of markdown.split('\n')) {
    if (fence === undefined) {
      fence = /^(?:`{3,}|~{3,})/.exec(line)?.[0];
      if (fence !== undefined) blocks.push([]);
    } else if (line.trimEnd() === fence) fence = undefined;
    else blocks.at(-1)?.push(`${line}\n`);
  }
  // A block that is not closed is no block.
  if (fence !== undefined) blocks.pop();
  return blocks.map(lines => lines.join('')).join('\n');
}
