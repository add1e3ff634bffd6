import { html } from 'lit';
import type { Person } from '../contract/index.ts';
import type { Words } from './texts.ts';

export interface Names {
  readonly assistant: string;
  readonly user: string;
}

/** The two names, where the person chooses them. */
export function nameFields(text: Words, { assistant, user }: Names, change: (names: Partial<Names>) => void) {
  const typed = (event: Event) => (event.target as HTMLElement & { value: string }).value;
  return html`
    <ui-field label=${text.of('assistantName')} hint=${text.of('assistantNameHint')}><ui-input maxlength="40" .value=${assistant} @input=${(event: Event) => change({ assistant: typed(event) })}></ui-input></ui-field>
    <ui-field label=${text.of('userName')} hint=${text.of('userNameHint')}><ui-input maxlength="40" autocomplete="given-name" .value=${user} @input=${(event: Event) => change({ user: typed(event) })}></ui-input></ui-field>
  `;
}

export function namesOf({ assistant, user }: Person): Names {
  return { assistant, user };
}
