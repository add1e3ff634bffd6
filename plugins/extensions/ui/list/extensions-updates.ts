import { dateText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Installed } from '../../contract/index.ts';
import type { ListedExtension } from '../listed.ts';
import { iconOf, nameOf } from '../name-of.ts';
import { texts } from '../texts.ts';
import { moveRowFocus } from './arrow-keys.ts';
import { listStyles } from './list-styles.ts';

/** The available updates: first those that need the person, then those without new rights, then the held-back and declined ones. */
export class ExtensionsUpdates extends LitElement {
  static override styles = listStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) extensions: readonly ListedExtension[] = [];
  @property({ attribute: false }) installed: readonly Installed[] = [];
  @property() selected = '';

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const waiting = this.installed.filter(({ update }) => update !== undefined);
    const open = waiting.filter(({ update }) => update?.kept === false);
    return html`
      <div class="scroll" @keydown=${moveRowFocus}>
        ${waiting.length === 0 ? html`<ui-empty icon="check" text=${text.of('upToDate')}><ui-button kind="line" icon="refresh-cw" @click=${() => this.#ask('check', '')}>${text.of('check')}</ui-button></ui-empty>` : nothing}
        ${this.#group(
          text.of('needsYou'),
          open.filter(({ update }) => update?.asksMore),
        )}
        ${this.#group(
          text.of('sameRights'),
          open.filter(({ update }) => !update?.asksMore && update?.heldUntil === undefined),
        )}
        ${this.#group(
          text.of('held'),
          open.filter(({ update }) => !update?.asksMore && update?.heldUntil !== undefined),
        )}
        ${this.#group(
          text.of('didNotStart'),
          waiting.filter(({ update }) => update?.failed),
        )}
        ${this.#group(
          text.of('kept'),
          waiting.filter(({ update }) => update?.kept && !update.failed),
        )}
      </div>
    `;
  }

  #group(title: string, members: readonly Installed[]) {
    if (members.length === 0) return nothing;
    return html`<h2>${title}</h2>${members.map(one => this.#row(one))}`;
  }

  #row({ id, version, update }: Installed) {
    const text = this.#text;
    const { displayName: name = nameOf(id), kind, icon } = this.extensions.find(one => one.id === id) ?? {};
    const until = update?.heldUntil;
    const held = until === undefined ? '' : ` · ${text.of('heldUntil', { day: dateText(text.locale, Date.parse(until)) })}`;
    const verb = text.of(update?.failed ? 'retry' : 'update');
    const end = update?.asksMore
      ? html`<ui-state state="needs"></ui-state>`
      : html`<ui-button kind="line" size="24" title="${verb}: ${name}" @click=${() => this.#ask('update', id)}>${verb}</ui-button>`;
    return html`<extensions-row data-id=${id} name=${name} detail="${version} → ${update?.version}${held}" icon=${iconOf({ icon, channel: kind === 'channel' })} ?current=${id === this.selected}>${end}</extensions-row>`;
  }

  #ask(action: string, id: string) {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { action, id }, bubbles: true, composed: true }));
  }
}
