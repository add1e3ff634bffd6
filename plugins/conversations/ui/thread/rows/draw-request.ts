import type { AskedRequest } from '@atelier/agent/contract';
import { dateText } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { RequestAnswer } from '../actions.ts';
import type { RowContext } from '../row-context.ts';
import type { RequestRow } from '../store/rows.ts';
import { argumentsOf } from './tool-body.ts';

/** A request that waits for the person: its question, its reason, and the answers. */
export function drawRequest(row: RequestRow, context: RowContext) {
  const { request } = row;
  const { kind, text, args, until } = request;
  const isApproval = kind === 'approval';
  const command = isApproval ? text : undefined;
  const isShort = command !== undefined && command.length <= 80 && !command.includes('\n');
  const more = isApproval && command === undefined && args !== undefined && Object.keys(args).length > 0;
  const late =
    until === undefined
      ? nothing
      : html`<p>${context.text.of('threadUntil', { time: dateText(context.text.locale, until, { timeStyle: 'short' }) })}</p>`;
  return html`
    <form class="approve" aria-label=${context.text.of(`threadAsks.${kind}`)} @submit=${(event: SubmitEvent) => submitted(event, request, context)}>
      <div class="hd">
        <ui-state state="needs"></ui-state>
        <div class="grow">
          <h3>${isShort ? html`${context.text.of('threadRun')} <code>${command}</code>${context.text.of('threadQuestionMark')}` : request.title}</h3>
          ${isApproval || text === undefined ? nothing : html`<p class="ask">${text}</p>`}
          ${late}
          ${field(request, context)}
        </div>
      </div>
      ${command !== undefined && !isShort ? html`<pre class="out" tabindex="0">${command}</pre>` : nothing}
      ${more ? html`<pre class="out" tabindex="0">${argumentsOf(args)}</pre>` : nothing}
      <div class="ft">
        <span class="rule grow">${request.why === undefined ? nothing : html`<span title=${request.why}>${context.text.of('threadWhy', { why: request.why })}</span>`}</span>
        ${buttons(row, context)}
      </div>
    </form>
  `;
}

/** The answer that a key gives; undefined if it gives none. */
export function answerByKey(key: string, { kind, scopes = ['once'] }: AskedRequest): RequestAnswer | undefined {
  const letter = key.toLowerCase();
  if (kind === 'approval') {
    if (key === 'Enter' || letter === 'y' || letter === 'o') return { allow: true, scope: 'once' };
    if (letter === 'n') return { allow: false };
    if (letter === 'c' && scopes.includes('conversation')) return { allow: true, scope: 'conversation' };
    if (letter === 'p' && scopes.includes('project')) return { allow: true, scope: 'project' };
  }
  if (kind === 'confirm') {
    if (key === 'Enter' || letter === 'y' || letter === 'o') return { allow: true };
    if (letter === 'n') return { allow: false };
  }
  return undefined;
}

function buttons({ request, isFirst }: RequestRow, context: RowContext) {
  const { kind, scopes = ['once'] } = request;
  const { text } = context;
  const byKey = (key: string) => (isFirst ? text.of('threadByKey', { key }) : nothing);
  const give = (answer: RequestAnswer) => () => context.answer(request, answer);
  if (kind === 'approval') {
    const wide = (['always', 'project', 'conversation'] as const).filter(scope => scopes.includes(scope));
    return html`
      <ui-button class="wide" title=${byKey('N')} @click=${give({ allow: false })}>${text.of('threadDeny')}</ui-button>
      ${wide.map(scope => html`<ui-button class="wide" kind="line" title=${scope === 'always' ? nothing : byKey(scope.charAt(0).toUpperCase())} @click=${give({ allow: true, scope })}>${text.of(`threadScope.${scope}`)}</ui-button>`)}
      <ui-button class="wide" kind="accent" kbd=${isFirst ? 'Enter' : ''} @click=${give({ allow: true, scope: 'once' })}>${text.of('threadScope.once')}</ui-button>
    `;
  }
  if (kind === 'confirm')
    return html`
      <ui-button class="wide" title=${byKey('N')} @click=${give({ allow: false })}>${text.of('threadNo')}</ui-button>
      <ui-button class="wide" kind="accent" kbd=${isFirst ? 'Enter' : ''} @click=${give({ allow: true })}>${text.of('threadYes')}</ui-button>
    `;
  const cancel = html`<ui-button class="wide" @click=${give({ cancelled: true })}>${text.of('threadCancel')}</ui-button>`;
  if (isChoice(request)) return cancel;
  return html`${cancel}<ui-button class="wide" kind="accent" type="submit">${text.of(kind === 'requirements' ? 'threadGoOn' : 'threadAnswer')}</ui-button>`;
}

/** Whether the request offers options; then choosing one is the answer, and no submit button is needed. */
function isChoice({ kind, options = [] }: AskedRequest): boolean {
  return kind === 'select' || (kind === 'requirements' && options.length > 0);
}

function field(request: AskedRequest, context: RowContext) {
  const { kind, title, options = [], id } = request;
  if (kind === 'input') return html`<ui-input name="text" label=${title}></ui-input>`;
  if (kind === 'editor') return html`<ui-textarea name="text" rows="4" label=${title}></ui-textarea>`;
  if (!isChoice(request)) return nothing;
  return html`<div class="options" role="group" aria-label=${title}>${options.map(choice => html`<ui-button kind="line" @click=${() => context.answer({ id } as AskedRequest, { choice })}>${choice}</ui-button>`)}</div>`;
}

function submitted(event: SubmitEvent, request: AskedRequest, context: RowContext): void {
  event.preventDefault();
  const text = new FormData(event.currentTarget as HTMLFormElement).get('text');
  context.answer(request, { allow: true, ...(typeof text === 'string' && { text }) });
}
