import type { Texts } from '@atelier/kernel/ui';
import { html, nothing } from 'lit';
import type { texts } from '../../texts.ts';

export interface ButtonsOptions {
  readonly text: Texts<(typeof texts)['en']>;
  readonly isBusy: boolean;
  readonly isNarrow: boolean;
  readonly isEmpty: boolean;
  /** The first message is on its way, and its conversation is not there yet. */
  readonly isBeginning: boolean;
  /** Whether there is a usable model. */
  readonly isReady: boolean;
  readonly send: () => void;
  readonly stop: () => void;
}

/** The send button; while a turn runs it queues, with Stop beside it. When disabled, its tooltip gives the reason. */
export function sendButtons({ text, isBusy, isNarrow, isEmpty, isBeginning, isReady, send, stop }: ButtonsOptions) {
  const why = isReady ? (isEmpty ? text.of('composerWriteFirst') : '') : text.of('composerNoModels');
  const label = text.of(isBusy ? 'composerQueueUp' : 'composerSend');
  return html`
    ${isBusy ? stopButton(text, isNarrow, stop) : nothing}
    <ui-icon-button class=${isBusy ? 'queueUp' : 'send'} ?solid=${isBusy && why === ''} icon=${isBusy ? 'list-plus' : 'arrow-up'} label=${label} tip=${why} ?busy=${isBeginning} ?disabled=${why !== ''} @click=${send}></ui-icon-button>
  `;
}

function stopButton(text: ButtonsOptions['text'], isNarrow: boolean, stop: () => void) {
  const label = text.of('composerStop');
  if (isNarrow) return html`<ui-icon-button class="stop" box icon="square" label=${label} @click=${stop}></ui-icon-button>`;
  return html`<ui-button class="stop" kind="line" icon="square" @click=${stop}>${label}</ui-button>`;
}
