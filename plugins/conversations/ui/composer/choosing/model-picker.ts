import type { ThinkingLevel } from '@atelier/agent/contract';
import { numberText, type Texts, type ViewHost } from '@atelier/kernel/ui';
import type { Model } from '@atelier/providers/contract';
import { html, nothing } from 'lit';
import type { texts } from '../../texts.ts';
import type { ModelChoices } from './model-choices.ts';
import type { Models } from './models.ts';

export interface PickerOptions {
  readonly view: () => ViewHost;
  readonly text: Texts<(typeof texts)['en']>;
  readonly models: Models;
  readonly pick: (model: string) => void;
  readonly think: (level: ThinkingLevel) => void;
  readonly onError: (error: unknown) => void;
  /** Where one signs in again or adds a provider; undefined where nothing can be opened for that. */
  readonly setUp: () => (() => void) | undefined;
}

/** Says which model the next message goes to, and opens the choice of another. */
export function modelPicker({ text, models }: PickerOptions, choices: ModelChoices | undefined) {
  const { chosen, id } = models;
  const name = chosen?.name ?? id?.slice(id.indexOf('/') + 1) ?? text.of(models.isRead ? 'composerNoModel' : 'composerModel');
  const isDemo = chosen?.demo === true;
  const whole = isDemo ? `${name} ${text.of('composerDemo')}` : name;
  return html`<ui-popover class="models" flush label=${text.of('composerModel')} @ui-open=${choices?.opened}>
    <ui-chip slot="trigger" plain opens class="model" tip=${hint(chosen, text)} label=${text.of('composerModelIs', { name: whole })}>
      <span class="name">${name}</span>${isDemo ? html` <small>${text.of('composerDemo')}</small>` : nothing}
    </ui-chip>
    ${choices?.render()}
  </ui-popover>`;
}

function hint(model: Model | undefined, text: PickerOptions['text']): string {
  if (model === undefined) return text.of('composerModel');
  if (model.demo === true) return text.of('composerDemoHint');
  const price = priceOf(model, text);
  return price === '' ? text.of('composerModel') : text.of('composerModelHint', { price });
}

/** What a million words cost, in and out; nothing where nobody says. */
export function priceOf({ inputCost, outputCost, demo }: Model, text: PickerOptions['text']): string {
  if (inputCost === undefined || outputCost === undefined) return demo === true ? text.of('composerFree') : '';
  if (inputCost === 0 && outputCost === 0) return text.of('composerFree');
  const money = (dollars: number) => `$${numberText(text.locale, dollars, { maximumFractionDigits: 2 })}`;
  return `${money(inputCost)} / ${money(outputCost)}`;
}
