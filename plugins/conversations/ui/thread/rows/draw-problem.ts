import { html, nothing } from 'lit';
import type { Desk } from '../desk.ts';
import type { ProblemRow, RetryRow } from '../store/rows.ts';

/** Codes after which another model may do. */
const byModel = new Set([
  'agent/model-missing',
  'agent/model-unknown',
  'agent/no-model',
  'agent/rate-limited',
  'agent/quota-used',
  'agent/provider-failed',
  'agent/request-refused',
  'agent/context-full',
  'agent/failed',
  'agent/unauthorised',
  'agent/no-key',
  'agent/connection-failed',
  'agent/bad-answer',
]);
/** Codes whose cause lies in the settings of the provider. */
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

/** Why a turn ended before its time, and the ways on. */
export function drawProblem({ problem, entry, isCut, isLast }: ProblemRow, desk: Desk) {
  const { text, act, isBusy } = desk;
  const { code } = problem;
  const [head, rest] = problem.message === '' ? [text.of('threadCut'), text.of('threadCutHint')] : sentences(problem.message);
  const again = () => desk.askAgain(entry);
  const ways = [
    bySettings.has(code) && desk.can(settings)
      ? html`<ui-button size="24" @click=${() => act.run(settings, { section: 'providers' })}>${text.of('threadProviders')}</ui-button>`
      : nothing,
    code === 'agent/context-full'
      ? html`<ui-button size="24" @click=${() => act.compact()}>${text.of('threadCompact')}</ui-button>`
      : nothing,
    byModel.has(code) ? modelMenu(model => desk.askAgain(entry, model), desk) : nothing,
    isCut
      ? html`<ui-button size="24" kind="line" @click=${() => act.resume()}>${text.of('threadResume')}</ui-button>`
      : html`<ui-button size="24" kind="line" @click=${again}>${text.of('threadRetry')}</ui-button>`,
  ];
  return html`
    <div class="fail" role=${isLast ? 'alert' : nothing}>
      <ui-state state="failed"></ui-state>
      <div class="grow"><b>${head}</b>${rest === '' ? nothing : html`<p>${rest}</p>`}</div>
      ${isLast && !isBusy ? html`<div class="btns">${ways}</div>` : nothing}
    </div>
  `;
}

/** It goes on by itself; what one can do meanwhile. */
export function drawRetry({ problem, attempt, of, seconds }: RetryRow, desk: Desk) {
  const { text, act } = desk;
  const [head] = sentences(problem?.message ?? text.of('threadRetrying'));
  return html`
    <div class="fail">
      <ui-state state="late"></ui-state>
      <div class="grow"><b>${head}</b><p>${text.of('threadSentAgain', { seconds, attempt, of })}</p></div>
      <div class="btns"><ui-button size="24" @click=${() => act.stop()}>${text.of('threadStop')}</ui-button></div>
    </div>
  `;
}

function modelMenu(choose: (model: string) => void, { text, models }: Desk) {
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

/** What happened, and what to do about it: the first sentence and the others. What stands in brackets ends none. */
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
