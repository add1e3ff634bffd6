import type { Texts } from '@atelier/kernel/ui';
import { html } from 'lit';
import type { texts } from '../texts.ts';

export interface Head {
  readonly text: Texts<(typeof texts)['en']>;
  /** Whether the conversations are one list, not grouped by project. */
  readonly isFlat: boolean;
  readonly searching: boolean;
  /** The button of the filter, with its menu once there is one. */
  readonly filter: unknown;
  readonly search: () => void;
  readonly addProject: () => void;
}

/** The head of the list: its title, search, filter and "add project". */
export function listHead({ text, isFlat, searching, filter, search, addProject }: Head) {
  return html`
    <header>
      <h2>${text.of(isFlat ? 'listConversations' : 'listProjects')}</h2>
      <ui-icon-button size="24" icon="search" label=${text.of('listSearch')} .pressed=${searching} @click=${search}></ui-icon-button>
      ${filter}
      <ui-icon-button size="24" icon="folder-plus" label=${text.of('addProject')} @click=${addProject}></ui-icon-button>
    </header>
  `;
}
