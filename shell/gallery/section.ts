import type { Locale } from '@atelier/kernel/ui';
import { html, type TemplateResult } from 'lit';

/** A text in each language. */
export type Text = Readonly<Record<Locale, string>>;

/** What a section needs to render itself. */
export interface Shown {
  readonly locale: Locale;
  readonly say: (text: Text) => string;
}

/** One element of the kit, in every state it has. */
export interface Section {
  readonly tag: string;
  readonly about: Text;
  readonly render: (shown: Shown) => TemplateResult;
}

/** One state with its name under it. */
export function specimen(name: string, content: unknown, size: '' | 'wide' | 'full' = ''): TemplateResult {
  return html`<figure class=${size}><div class="stage">${content}</div><figcaption>${name}</figcaption></figure>`;
}

/** Names of states that most elements have. */
export const states = {
  rest: { en: 'Rest', fr: 'Au repos' },
  hover: { en: 'Pointed at', fr: 'Survolé' },
  focus: { en: 'Focused', fr: 'Avec le focus' },
  active: { en: 'Pressed', fr: 'Enfoncé' },
  disabled: { en: 'Disabled', fr: 'Désactivé' },
  busy: { en: 'Busy', fr: 'Occupé' },
  error: { en: 'Wrong', fr: 'Erreur' },
  long: { en: 'Long text', fr: 'Texte long' },
  empty: { en: 'Empty', fr: 'Vide' },
  sizes: { en: 'Sizes', fr: 'Tailles' },
  kinds: { en: 'Kinds', fr: 'Sortes' },
} as const satisfies Readonly<Record<string, Text>>;
