import { AgentChannel } from '@atelier/agent/contract';
import { moneyText, numberText, percentText, type Texts } from '@atelier/kernel/ui';
import { html, nothing, svg } from 'lit';
import type { Composer } from '../composer.ts';
import type { Runtime } from '../runtime.ts';
import type { texts } from '../texts.ts';
import type { CountedCost } from './counted-cost.ts';

/** How full the model's context is, and what the conversation has cost; each number has a tooltip. */
export function contextMeter({ view, runtime, fail }: Composer, text: Texts<(typeof texts)['en']>, counted: CountedCost) {
  const { state, conversation } = runtime;
  if (state === undefined || conversation === undefined) return nothing;
  const { tokens, window } = state.context;
  const { locale } = text;
  const share = tokens === undefined || window === undefined || window === 0 ? undefined : Math.min(1, tokens / window);
  const compact = () => view.connect(AgentChannel).call('compact', { conversation }).catch(fail);
  const full =
    share === undefined
      ? ''
      : text.of('composerContextHint', { tokens: numberText(locale, tokens ?? 0), window: numberText(locale, window ?? 0) });
  return html`
    ${
      share === undefined
        ? nothing
        : html`<ui-popover class="context" label=${text.of('composerContext')}>
      <ui-chip slot="trigger" plain class="num" tip=${full} label=${text.of('composerContextIs', { share: percentText(locale, share) })}>${ring(share)}<span class="share">${percentText(locale, share)}</span></ui-chip>
      <div class="about"><p>${full}</p><p class="note">${text.of('composerCompactText')}</p><ui-button kind="line" icon="layers" ?disabled=${runtime.isBusy} @click=${compact}>${text.of('composerCompact')}</ui-button></div>
    </ui-popover>`
    }
    ${cost(text, state.usage, counted)}
  `;
}

function cost(text: Texts<(typeof texts)['en']>, usage: NonNullable<Runtime['state']>['usage'], counted: CountedCost) {
  const dollars = usage === undefined ? 0 : counted.of(usage.cost);
  if (usage === undefined || dollars === 0) return nothing;
  const { locale } = text;
  const count = (value: number) => numberText(locale, value);
  const input = count(usage.input + usage.cacheRead + usage.cacheWrite);
  const hint = text.of('composerCostHint', { input, output: count(usage.output), cached: count(usage.cacheRead) });
  return html`<ui-tooltip class="cost num" text=${hint}>${moneyText(locale, dollars)}</ui-tooltip>`;
}

function ring(share: number) {
  const tone = share >= 0.9 ? 'danger' : share >= 0.75 ? 'warn' : '';
  return html`<svg slot="icon" class="ring ${tone}" viewBox="0 0 16 16" aria-hidden="true">${svg`<circle cx="8" cy="8" r="5.75"/><circle cx="8" cy="8" r="5.75" pathLength="100" stroke-dasharray="${Math.round(share * 100)} 100"/>`}</svg>`;
}
