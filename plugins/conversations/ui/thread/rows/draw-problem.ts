import { html, nothing } from 'lit';
import { problemText } from '../problem-text.ts';
import type { RowContext } from '../row-context.ts';
import type { HungRow, ProblemRow, RetryRow, SilentRow } from '../store/rows.ts';
import { drawWorking } from './draw-say.ts';

/** Codes after which another model may succeed. */
const byModel = new Set([
  'agent/model-missing',
  'agent/model-unknown',
  'agent/no-model',
  'agent/rate-limited',
  'agent/rate-limited-for',
  'agent/empty-answer',
  'agent/quota-used',
  'agent/provider-failed',
  'agent/request-refused',
  'agent/context-full',
  'agent/withheld',
  'agent/ended-oddly',
  'agent/failed',
  'agent/unauthorised',
  'agent/no-key',
  'agent/connection-failed',
  'agent/bad-answer',
]);
/** Codes whose cause is in the settings of the provider. */
const bySettings = new Set([
  'agent/no-key',
  'agent/not-set-up',
  'agent/no-model',
  'agent/unauthorised',
  'agent/oauth-expired',
  'agent/connection-failed',
  'agent/bad-answer',
  'agent/model-missing',
  'agent/models-unreadable',
]);
const settings = 'settings.open';

/** Why a turn ended early, with actions. */
export function drawProblem({ problem, entry, isCut, isLast }: ProblemRow, context: RowContext) {
  const { text, act, isBusy } = context;
  const { code } = problem;
  const message = problemText(problem, text.locale);
  const [head, rest] = message === '' ? [text.of('threadCut'), text.of('threadCutHint')] : sentences(message);
  const again = () => context.askAgain(entry);
  const actions = [
    bySettings.has(code) && context.can(settings)
      ? html`<ui-button size="24" @click=${() => act.run(settings, { section: 'providers' })}>${text.of('threadProviders')}</ui-button>`
      : nothing,
    code === 'agent/context-full'
      ? html`<ui-button size="24" @click=${() => act.compact()}>${text.of('threadCompact')}</ui-button>`
      : nothing,
    byModel.has(code) ? modelMenu(model => context.askAgain(entry, model), context) : nothing,
    isCut
      ? html`<ui-button size="24" kind="line" @click=${() => act.resume()}>${text.of('threadResume')}</ui-button>`
      : html`<ui-button size="24" kind="line" @click=${again}>${text.of('threadRetry')}</ui-button>`,
  ];
  return html`
    <div class="fail" role=${isLast ? 'alert' : nothing}>
      <ui-state state="failed"></ui-state>
      <div class="grow"><b>${head}</b>${rest === '' ? nothing : html`<p>${rest}</p>`}</div>
      ${isLast && !isBusy ? html`<div class="btns">${actions}</div>` : nothing}
    </div>
  `;
}

/** A retry that starts by itself, with a stop button. */
export function drawRetry({ problem, attempt, of, seconds }: RetryRow, context: RowContext) {
  const { text, act } = context;
  const [head] = sentences(problem === undefined ? text.of('threadRetrying') : problemText(problem, text.locale));
  return html`
    <div class="fail">
      <ui-state state="late"></ui-state>
      <div class="grow"><b>${head}</b><p>${text.of('threadSentAgain', { seconds, attempt, of })}</p></div>
      <div class="btns"><ui-button size="24" @click=${() => act.stop()}>${text.of('threadStop')}</ui-button></div>
    </div>
  `;
}

/** A model that says nothing: whoever waits decides whether to go on waiting. */
export function drawSilent({ key, seconds, isOpen }: SilentRow, context: RowContext) {
  const { text, act } = context;
  if (isOpen) return drawWorking({ kind: 'working', key, entry: undefined, status: 'running' }, context);
  return html`
    <div class="fail" role="alert">
      <ui-state state="late"></ui-state>
      <div class="grow"><b>${text.of('threadSilent', { seconds })}</b><p>${text.of('threadSilentHint')}</p></div>
      <div class="btns">
        <ui-button size="24" @click=${() => context.setOpen(key, true)}>${text.of('threadWait')}</ui-button>
        <ui-button size="24" kind="line" @click=${() => act.stop()}>${text.of('threadStop')}</ui-button>
      </div>
    </div>
  `;
}

/** An agent that does not answer: whoever waits decides whether to go on waiting. Ending it cuts every turn that runs. */
export function drawHung({ key, seconds, isOpen }: HungRow, context: RowContext) {
  const { text, act } = context;
  if (isOpen) return drawWorking({ kind: 'working', key, entry: undefined, status: 'running' }, context);
  return html`
    <div class="fail" role="alert">
      <ui-state state="late"></ui-state>
      <div class="grow"><b>${text.of('threadHung', { seconds })}</b><p>${text.of('threadHungHint')}</p></div>
      <div class="btns">
        <ui-button size="24" @click=${() => context.setOpen(key, true)}>${text.of('threadWait')}</ui-button>
        <ui-button size="24" kind="line" @click=${() => act.endHungEngine()}>${text.of('threadHungEnd')}</ui-button>
      </div>
    </div>
  `;
}

function modelMenu(choose: (model: string) => void, { text, models }: RowContext) {
  const usable = models.filter(({ available }) => available);
  if (usable.length < 2) return nothing;
  const starred = usable.filter(({ starred }) => starred);
  return html`
    <ui-menu end label=${text.of('threadSwitchModel')} @ui-select=${(event: CustomEvent<{ value: string }>) => choose(event.detail.value)}>
      <ui-button slot="trigger" size="24">${text.of('threadSwitchModel')}</ui-button>
      ${(starred.length > 1 ? starred : usable).slice(0, 20).map(({ id, name, providerName, provider }) => html`<ui-menu-item value=${id} meta=${providerName ?? provider}>${name}</ui-menu-item>`)}
    </ui-menu>
  `;
}

/** Splits a message into its first sentence and the rest. A full stop in brackets does not end a sentence. */
export function sentences(message: string): readonly [string, string] {
  let depth = 0;
  for (const { 0: sign, index } of message.matchAll(/[()]|[.!?]»?(?=\s+[\p{Lu}«])/gu)) {
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth <= 0)
      return [message.slice(0, index + (sign.startsWith('.') ? 0 : sign.length)), message.slice(index + sign.length).trim()];
  }
  return [message, ''];
}
