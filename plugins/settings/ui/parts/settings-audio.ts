import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const sounds = ['done', 'needsYou', 'failed'] as const;

/** Buttons that play each sound once. */
export class SettingsAudio extends LitElement {
  static override styles = partStyles;

  @property({ attribute: false }) view!: ViewHost;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    return html`
      <div class="card">
        <div class="row">
          <div class="words"><div class="title">${this.#text.of('trySounds')}</div><div class="about">${this.#text.of('trySounds.about')}</div></div>
          <div class="acts">${sounds.map(
            sound =>
              html`<ui-button kind="line" icon="play" @click=${() => this.view.run('conversations.playChime', { reason: sound })}>${this.#text.of(`sound.${sound}`)}</ui-button>`,
          )}</div>
        </div>
      </div>
    `;
  }
}
