import type { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { SettingsChannel } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { folderRow, openFolder } from './folder-row.ts';
import { partStyles } from './part-styles.ts';

/** The folder of the agent's session files. */
export class SettingsSessions extends LitElement {
  static override styles = [partStyles, css`p { margin-block-start: 12px; }`];

  @property({ attribute: false }) view!: ViewHost;
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #usage = new Query(this, () => this.view, SettingsChannel, 'places', { params: () => ({}) });

  override render() {
    const { state } = this.#usage;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(this.#text.locale)}</ui-alert>`;
    return html`
      <div class="card">${folderRow(this.#text, this.#text.of('sessionsFolder'), state.value.sessions, () => this.#open(), this.problem)}</div>
      <p>${this.#text.of('sessionsKept')}</p>
    `;
  }

  #open(): void {
    this.problem = undefined;
    openFolder(this.view, 'sessions').catch((error: AppError) => {
      this.problem = error;
    });
  }
}
