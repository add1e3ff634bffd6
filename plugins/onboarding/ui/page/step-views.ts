import { html, nothing } from 'lit';
import { live } from 'lit/directives/live.js';
import type { OnboardingTexts } from '../texts.ts';
import type { Facts } from './steps.ts';
import type { Consent } from './telemetry.ts';

interface Choice {
  readonly value: string;
  readonly label: string;
  readonly icon?: string;
  readonly lang?: string;
}

/** Language and look; a choice takes effect immediately, with the same commands as in the palette. */
export function lookStep(text: OnboardingTexts, { locale, appearance }: Facts, run: (command: string) => void) {
  const languages: readonly Choice[] = [
    { value: 'fr', label: text.of('french'), lang: 'fr' },
    { value: 'en', label: text.of('english'), lang: 'en' },
  ];
  const looks: readonly Choice[] = [
    { value: 'system', label: text.of('look.system'), icon: 'monitor' },
    { value: 'light', label: text.of('look.light'), icon: 'sun' },
    { value: 'dark', label: text.of('look.dark'), icon: 'moon' },
  ];
  return html`
    ${choices('language', text.of('language'), languages, locale, value => run(value === 'fr' ? 'workbench.french' : 'workbench.english'))}
    ${choices('look', text.of('look'), looks, appearance, value => run(`workbench.${value}`))}
  `;
}

function choices(name: string, label: string, all: readonly Choice[], chosen: string, choose: (value: string) => void) {
  return html`<p class="lab" aria-hidden="true">${label}</p><fieldset class="choices" aria-label=${label}>${all.map(
    ({ value, label: words, icon = 'languages', lang }) =>
      html`<label class="choice"><input type="radio" name=${name} value=${value} .checked=${live(value === chosen)} @change=${() => choose(value)} /><ui-icon name=${icon}></ui-icon><span lang=${lang ?? nothing}>${words}</span><ui-icon class="sign" name="check"></ui-icon></label>`,
  )}</fieldset>`;
}

/** Offers the demo, which needs no provider. */
export function demoCard(text: OnboardingTexts, run: () => void) {
  return html`<p class="lab">${text.of('orDemo')}</p><div class="rows"><div class="row">
    <span class="tile"><ui-icon name="play"></ui-icon></span>
    <div class="grow"><b>${text.of('demo')}</b><p class="quiet">${text.of('demoHint')}</p></div>
    <ui-button kind="line" @click=${run}>${text.of('tryDemo')}</ui-button>
  </div></div>`;
}

/** Asks for consent to error reports; both answers look the same. */
export function consentStep(text: OnboardingTexts, consent: Consent, decide: (consent: 'yes' | 'no') => void) {
  const answers: readonly Choice[] = [
    { value: 'no', label: text.of('consentNo'), icon: 'x' },
    { value: 'yes', label: text.of('consentYes'), icon: 'send' },
  ];
  return html`${choices('consent', text.of('consent'), answers, consent, value => decide(value as 'yes' | 'no'))}<p class="quiet" style="margin-block-start:8px">${text.of('consentChange')}</p>`;
}

/** Suggested next actions. */
export function doneStep(text: OnboardingTexts, run: (command: string | undefined) => void) {
  const next = (icon: string, title: string, hint: string, command: string | undefined) =>
    html`<li><button class="row" @click=${() => run(command)}><span class="tile"><ui-icon name=${icon}></ui-icon></span><span class="grow"><b>${title}</b><span class="quiet">${hint}</span></span><ui-icon name="chevron-right"></ui-icon></button></li>`;
  return html`<ul class="rows">
    ${next('square-pen', text.of('next.write'), text.of('next.writeHint'), undefined)}
    ${next('keyboard', text.of('next.keys'), text.of('next.keysHint'), 'workbench.showKeys')}
  </ul>`;
}
