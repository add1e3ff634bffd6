import { ConversationsChannel } from '@atelier/conversations/contract';
import { Contributed, Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type QuickAction, QuickActions, QuickActionsChannel } from '../contract/index.ts';
import en from '../text/en.json' with { type: 'json' };
import fr from '../text/fr.json' with { type: 'json' };

const maxBadges = 4;
const defaultOrder = 100;

interface Badge {
  readonly label: string;
  readonly icon?: string | undefined;
  readonly run: () => unknown;
}

/** Up to four suggestions for the next message: first the model's, then those of extensions. */
export class QuickActionsBadges extends LitElement {
  static override styles = css`
    :host { display: block; }
    ul { display: flex; flex-wrap: wrap; gap: 6px; margin: 0; padding: 0 0 var(--s-8); list-style: none; }
    button { display: inline-flex; align-items: center; gap: 6px; max-inline-size: 100%; min-block-size: 24px; padding: 0 8px; border: 1px solid var(--line-strong); border-radius: var(--r-4); background: var(--surface); color: var(--text); font: var(--t-12); cursor: pointer; }
    button:hover { background: var(--hover); }
    button:focus-visible { outline: 2px solid var(--focus); outline-offset: 1px; }
    span { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
  `;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, { en, fr });
  readonly #conversation = new Slice(this, () => this.view, 'conversation');
  readonly #project = new Slice(this, () => this.view, 'project');
  readonly #thread = new Slice(this, () => this.view, 'thread');
  readonly #suggested = new Query(this, () => this.view, QuickActionsChannel, 'suggestions', {
    params: () => ({ conversation: this.#conversation.value?.id ?? '' }),
    refreshOn: 'suggestionsChanged',
  });
  readonly #offered = new Contributed<QuickAction>(this, () => this.view, QuickActions.key);

  override render() {
    const badges = this.#badges();
    if (badges.length === 0) return nothing;
    return html`
      <ul aria-label=${this.#text.of('suggestions')}>
        ${badges.map(
          ({ label, icon, run }) => html`
            <li>
              <button title=${label} @click=${run}>${icon === undefined ? nothing : html`<ui-icon name=${icon}></ui-icon>`}<span>${label}</span></button>
            </li>
          `,
        )}
      </ul>
    `;
  }

  #badges(): readonly Badge[] {
    const conversation = this.#conversation.value?.id;
    const { state: suggested } = this.#suggested;
    const own = conversation === undefined || suggested.status !== 'ready' ? [] : suggested.value;
    return [...own.map(({ label, text }) => ({ label, run: () => this.#write(text) })), ...this.#offers(conversation)].slice(0, maxBadges);
  }

  #offers(conversation: string | undefined): readonly Badge[] {
    const kind = this.#thread.value === 'project' || this.#project.value != null ? 'project' : 'global';
    return this.#offered.items
      .map(({ value }) => value)
      .filter(({ context = 'always' }) => context === 'always' || context === kind)
      .sort((a, b) => (a.order ?? defaultOrder) - (b.order ?? defaultOrder))
      .map(({ label, icon, text, command }) => ({
        label,
        icon,
        run: () => (text === undefined ? this.view.run(command ?? '', { conversation: conversation ?? null }) : this.#write(text)),
      }));
  }

  /** Writes a text into the draft, which every composer shows. */
  async #write(text: string): Promise<void> {
    const conversation = this.#conversation.value?.id;
    const project = this.#project.value?.id;
    const of = conversation ?? (project === undefined ? 'global' : `project:${project}`);
    await this.view.connect(ConversationsChannel).call('prefill', { of, text });
  }
}
