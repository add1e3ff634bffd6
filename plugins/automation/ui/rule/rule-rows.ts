import type { AppError } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { Described, Draft, DryRun, PartName, Preflight, Rule, Template } from '../../contract/index.ts';
import { capital, fullMomentText, isTimed, momentText, partIcon, type Words } from '../words.ts';

/** What the main side says of a draft. */
export interface Told {
  readonly described?: Described;
  readonly preflight?: Preflight;
  readonly next?: readonly number[];
  readonly problem?: AppError;
}

interface Rows {
  readonly text: Words;
  readonly draft: Draft;
  readonly told: Told;
  readonly numbers: ReadonlyMap<PartName, number>;
  readonly part: PartName | undefined;
  /** Lets rules run while Atelier is closed, or no longer. */
  readonly closed: (on: boolean) => void;
  readonly point: (part: PartName | undefined) => void;
}

/** What will happen: each part of the rule, and what it may. */
export function rowsOf({ text, draft, told, numbers, part, closed, point }: Rows) {
  const { described, preflight } = told;
  if (described === undefined) return nothing;
  return html`<div class="card" role="list" aria-label=${text.of('willHappen')}>
    ${described.parts.map(({ part: of, text: said, detail }) => {
      const more = [detail, of === 'limits' && hasUsualStop(draft) ? text.of('usualStop') : undefined].filter(one => one !== undefined);
      return html`<div class="row ${of === part ? 'on' : ''}" role="listitem" @pointerenter=${() => point(of)} @pointerleave=${() => point(undefined)}>
        <i aria-hidden="true">${numbers.get(of) ?? nothing}</i><ui-icon name=${partIcon(of)}></ui-icon>
        <span class="kind">${text.of(`part.${of}`)}</span>
        <div dir="auto">${capital(said)}${more.length === 0 ? nothing : html`<small>${more.join(', ')}</small>`}</div>
        ${sideOf(text, draft, of)}
      </div>`;
    })}
    ${
      preflight === undefined
        ? nothing
        : html`<div class="row" role="listitem">
      <i></i><ui-icon name="shield-check"></ui-icon><span class="kind">${text.of('part.may')}</span>
      <div>${
        preflight.needs.length === 0
          ? text.of('needsNothing')
          : preflight.needs
              .filter(({ has }) => has)
              .map(({ text: need }) => need)
              .join(' ')
      }
        ${preflight.needs.filter(({ has }) => !has).map(need => html`<span class="lacks"><ui-state silent state="failed"></ui-state>${need.text}</span>`)}
        ${preflight.refused.map(refused => html`<small>${refused}</small>`)}${closedOf(text, preflight, closed)}</div>
    </div>`
    }
  </div>`;
}

/** Whether it has limits of its own, and the usual one of time beside them. */
export const hasUsualStop = ({ limits, cooldownMs }: Draft): boolean =>
  limits?.minutes === undefined && (limits !== undefined || cooldownMs !== undefined);

function closedOf(text: Words, { whileClosed }: Preflight, closed: Rows['closed']) {
  if (whileClosed === undefined) return nothing;
  return html`<ui-switch class="closed" .checked=${live(whileClosed)} @change=${() => closed(!whileClosed)}>${text.of('whileClosed')}</ui-switch>`;
}

function sideOf(text: Words, { trigger, action }: Draft, part: PartName) {
  if (part === 'when' && trigger.kind === 'cron') return html`<code title=${text.of('cronTip')}>${trigger.cron}</code>`;
  if (part === 'do' && action.kind === 'instruction' && action.where !== 'hidden')
    return action.access === 'open' && isTimed(trigger)
      ? html`<ui-badge title=${text.of('openTip')}>${text.of('isOpen')}</ui-badge>`
      : html`<ui-badge title=${text.of('secureTip')}>${text.of('secure')}</ui-badge>`;
  return nothing;
}

/** Why its schedule never is due, or cannot be read: while all rules are paused, nothing is due. */
export function neverOf(text: Words, draft: Draft | undefined, { next, problem }: Told, isPaused: boolean): string | undefined {
  if (draft?.trigger.kind !== 'cron') return undefined;
  if (problem?.code === 'automation/bad-cron') return problem.in(text.locale);
  return next?.length === 0 && !isPaused ? text.of('neverDue') : undefined;
}

/** When it is due next, or where it is called. */
export function nextRuns(
  view: ViewHost,
  text: Words,
  { trigger }: Draft,
  { next, isPast, isPaused }: Pick<Told, 'next'> & { readonly isPast: boolean; readonly isPaused: boolean },
  rule: Rule | undefined,
) {
  if (trigger.kind === 'webhook')
    return rule?.draft?.trigger.kind === 'webhook'
      ? html`<automation-webhook .view=${view} .rule=${rule.id}></automation-webhook>`
      : html`<h3>${text.of('hook')}</h3><p>${text.of('hookLater')}</p>`;
  if (next === undefined || !isTimed(trigger)) return nothing;
  return html`<h3>${text.of('nextRuns')}</h3>${
    isPast || next.length === 0
      ? html`<p>${text.of(isPast ? 'passed' : isPaused ? 'pausedNow' : 'neverDue')}</p>`
      : html`<ul class="chips">${next.map(at => html`<li>${fullMomentText(text.locale, at)}</li>`)}</ul>`
  }`;
}

/** What a run would do now. */
export function triedOf(text: Words, { would, reason, text: whole }: DryRun, close: () => void) {
  const said =
    would === 'run' ? text.of('wouldRun') : text.of('wouldSkip', { reason: reason === undefined ? '' : text.of(`reason.${reason}`) });
  return html`<h3>${text.of('trial')}</h3><div class="card trial" role="status">
    <div class="tried"><ui-state silent state=${would === 'run' ? 'done' : 'skipped'}></ui-state><span>${said}</span><ui-icon-button size="24" icon="x" label=${text.of('close')} @click=${close}></ui-icon-button></div>
    ${whole === undefined ? nothing : html`<pre tabindex="0" role="region" aria-label=${text.of('wholeText')}>${whole}</pre>`}
  </div>`;
}

/** Sentences to begin with. */
export function examplesOf(text: Words, templates: readonly Template[], choose: (one: Template) => void) {
  if (templates.length === 0) return nothing;
  return html`<h3>${text.of('examples')}</h3><ul class="card examples">${templates.map(
    one => html`<li><button @click=${() => choose(one)}><b>${one.title}</b><small>${one.sentence}</small></button></li>`,
  )}</ul>`;
}

/** That its last runs failed, and when it is tried next: at its own next time, which is after its back-off. */
export function failingText(
  text: Words,
  { state, problem, failures, nextAt, backOffUntil = 0 }: Rule,
  now = Date.now(),
): string | undefined {
  if (state !== 'failing' || problem !== undefined) return undefined;
  const failing = text.of('failing', { count: failures });
  if (nextAt !== undefined) return `${failing} ${text.of('nextTry', { when: momentText(text, nextAt, now) })}`;
  return backOffUntil > now ? `${failing} ${text.of('waitsUntil', { when: momentText(text, backOffUntil, now) })}` : failing;
}
