import { Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const facts = [
  { id: 'local', icon: 'database' },
  { id: 'keys', icon: 'key-round' },
  { id: 'models', icon: 'server' },
  { id: 'telemetry', icon: 'activity', section: 'sidebar' },
  { id: 'extensions', icon: 'puzzle', view: 'extensions.panel' },
] as const;

/** Which data leaves this machine, with links to the settings that change it. */
export class SettingsPrivacy extends LitElement {
  static override styles = partStyles;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    return html`<div class="card">${facts.map(
      fact => html`
        <div class="row">
          <ui-icon name=${fact.icon}></ui-icon>
          <div class="words"><div class="title">${this.#text.of(`privacy.${fact.id}`)}</div><div class="about">${this.#text.of(`privacy.${fact.id}.about`)}</div></div>
          ${this.#link(fact)}
        </div>
      `,
    )}</div>`;
  }

  #link(fact: (typeof facts)[number]) {
    const target =
      'section' in fact ? { view: 'settings.page', params: { section: fact.section } } : 'view' in fact ? { view: fact.view } : undefined;
    if (target === undefined) return '';
    return html`<ui-button kind="line" @click=${() => this.view.connect(WindowChannel).call('open', target)}>${this.#text.of('show')}</ui-button>`;
  }
}
