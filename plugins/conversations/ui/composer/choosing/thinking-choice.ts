import type { ThinkingLevel } from '@atelier/agent/contract';
import type { Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { texts } from '../../texts.ts';
import type { Models } from './models.ts';

/** How long the model may think, where it thinks at all. */
export function thinkingChoice(text: Texts<(typeof texts)['en']>, { levels, level }: Models, choose: (level: ThinkingLevel) => void) {
  if (levels.length === 0) return nothing;
  const name = level === undefined ? text.of('composerThinking') : text.of(`composerLevel.${level}`);
  return html`<ui-menu class="thinking" label=${text.of('composerThinking')} @ui-select=${(event: CustomEvent<{ readonly value: string }>) => choose(event.detail.value as ThinkingLevel)}>
    <ui-chip slot="trigger" plain opens icon="brain" tip=${text.of('composerThinkingHint')} label=${text.of('composerThinkingIs', { name })}><span class="name">${name}</span></ui-chip>
    ${levels.map(one => html`<ui-menu-item radio value=${one} .checked=${one === level}>${text.of(`composerLevel.${one}`)}</ui-menu-item>`)}
  </ui-menu>`;
}
