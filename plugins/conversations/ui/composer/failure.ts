import { isAppError, type Locale } from '@atelier/kernel';
import type { Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { texts } from '../texts.ts';

export interface Failure {
  readonly message: string;
  readonly code: string;
}

export interface FailureActions {
  readonly chooseModel: () => void;
  readonly again: (() => void) | undefined;
  readonly close: () => void;
}

export function failureOf(error: unknown, locale: Locale): Failure {
  if (typeof error === 'string') return { message: error, code: '' };
  return isAppError(error) ? { message: error.in(locale), code: error.code } : { message: String(error), code: '' };
}

/** Codes of failures of a model, its key or its account. */
const ofModels = /^(?:agent\/not-set-up|agent\/model-|engine\/(?:auth|key|model|quota)|providers\/)/;

/** The failure above the field, with actions. */
export function failureAlert(
  failure: Failure | undefined,
  text: Texts<(typeof texts)['en']>,
  { chooseModel, again, close }: FailureActions,
) {
  if (failure === undefined) return nothing;
  return html`<ui-alert class="said" kind="danger">${failure.message}
    ${ofModels.test(failure.code) ? html`<ui-button slot="actions" size="24" @click=${chooseModel}>${text.of('composerChooseModel')}</ui-button>` : nothing}
    ${again === undefined ? nothing : html`<ui-button slot="actions" size="24" @click=${again}>${text.of('composerAgain')}</ui-button>`}
    <ui-icon-button slot="actions" size="24" icon="x" label=${text.of('composerCloseFailure')} @click=${close}></ui-icon-button>
  </ui-alert>`;
}
