import type { ThinkingLevel } from '@atelier/agent/contract';
import type { Texts } from '@atelier/kernel/ui';
import type { Model } from '@atelier/providers/contract';
import { html, nothing } from 'lit';
import type { texts } from '../../texts.ts';
import type { Composer } from '../composer.ts';
import type { ModelChoices } from './model-choices.ts';
import { priceOf } from './models.ts';

/** Shows the model of the next message, and opens the choice of another. */
export function modelPicker({ models }: Composer, text: Texts<(typeof texts)['en']>, choices: ModelChoices | undefined) {
  const { chosen, id } = models;
  const name = chosen?.name ?? id?.slice(id.indexOf('/') + 1) ?? text.of(models.isRead ? 'composerNoModel' : 'composerModel');
  const isDemo = chosen?.demo === true;
  const trouble = troubleOf(chosen, text);
  const whole = [isDemo ? `${name} ${text.of('composerDemo')}` : name, trouble?.words].filter(Boolean).join(', ');
  return html`<ui-popover class="models" flush label=${text.of('composerModel')} @ui-open=${choices?.opened}>
    <ui-chip slot="trigger" plain opens class="model" tip=${hint(chosen, text)} label=${text.of('composerModelIs', { name: whole })}>
      ${trouble === undefined ? nothing : html`<ui-state silent state=${trouble.shown}></ui-state>`}<span class="name">${name}</span>${isDemo ? html` <small>${text.of('composerDemo')}</small>` : nothing}
    </ui-chip>
    ${choices?.render()}
  </ui-popover>`;
}

/** What keeps the model from answering, as far as is known. */
function troubleOf({ demo, state }: Partial<Model> = {}, text: Texts<(typeof texts)['en']>) {
  if (demo === true || state === undefined || state === 'ready') return undefined;
  return { shown: state === 'needs-key' ? 'needs' : 'failed', words: text.of(`composerState.${state}`) } as const;
}

function hint(model: Model | undefined, text: Texts<(typeof texts)['en']>): string {
  if (model === undefined) return text.of('composerModel');
  if (model.demo === true) return text.of('composerDemoHint');
  const trouble = troubleOf(model, text);
  if (trouble !== undefined) return trouble.words;
  const price = priceOf(model, text);
  return price === '' ? text.of('composerModel') : text.of('composerModelHint', { price });
}

/** The choice of the thinking level, for models that have one. */
export function thinkingChoice(composer: Composer, text: Texts<(typeof texts)['en']>) {
  const { levels, level } = composer.models;
  if (levels.length === 0) return nothing;
  const name = level === undefined ? text.of('composerThinking') : text.of(`composerLevel.${level}`);
  return html`<ui-menu class="thinking" label=${text.of('composerThinking')} @ui-select=${(event: CustomEvent<{ readonly value: string }>) => composer.setThinking(event.detail.value as ThinkingLevel)}>
    <ui-chip slot="trigger" plain opens icon="brain" tip=${text.of('composerThinkingHint')} label=${text.of('composerThinkingIs', { name })}><span class="name">${name}</span></ui-chip>
    ${levels.map(one => html`<ui-menu-item radio value=${one} .checked=${one === level}>${text.of(`composerLevel.${one}`)}</ui-menu-item>`)}
  </ui-menu>`;
}
