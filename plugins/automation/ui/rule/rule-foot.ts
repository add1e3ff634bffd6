import { html, nothing } from 'lit';
import type { Rule } from '../../contract/index.ts';
import { isProposed, type Words } from '../words.ts';

interface Foot {
  readonly text: Words;
  readonly rule: Rule | undefined;
  readonly isChanged: boolean;
  readonly isReady: boolean;
  readonly busy: boolean;
  readonly tryIt: () => void;
  readonly discard: () => void;
  readonly save: () => void;
  readonly stop: () => void;
  readonly runNow: () => void;
}

/** Whether a rule is saved, and what can be done with it. */
export function footOf({ text, rule, isChanged, isReady, busy, tryIt, discard, save, stop, runNow }: Foot) {
  const isOpen = isChanged || rule === undefined;
  const [icon, label, run] = rule?.running === undefined ? (['play', 'runNow', runNow] as const) : (['square', 'stop', stop] as const);
  return html`<footer>
    <span>${text.of(rule === undefined ? 'notSaved' : isChanged ? 'changedNotSaved' : 'isSaved')}</span>
    <ui-button kind="line" ?disabled=${!isReady} @click=${tryIt}>${text.of('tryIt')}</ui-button>
    ${
      isOpen
        ? html`<ui-button kind="line" @click=${discard}>${text.of('discard')}</ui-button><ui-button kind="accent" ?busy=${busy} ?disabled=${!isReady} @click=${save}>${text.of('save')}</ui-button>`
        : isProposed(rule)
          ? nothing
          : html`<ui-button kind="line" icon=${icon} @click=${run}>${text.of(label)}</ui-button>`
    }
  </footer>`;
}
