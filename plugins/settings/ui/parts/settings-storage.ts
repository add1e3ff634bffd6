import type { AppError } from '@atelier/kernel';
import { KernelChannel } from '@atelier/kernel';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type KindUsage, type OwnerUsage, SettingsChannel, type Undescribed } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { folderRow, openFolder } from './folder-row.ts';
import { partStyles } from './part-styles.ts';

type FolderName = 'profile' | 'logs';
/** Of further paths only the number is shown. */
const maxUndescribed = 50;

/** The data on this machine: its folders, its size by extension, the backups, and unknown files. */
export class SettingsStorage extends LitElement {
  static override styles = [
    partStyles,
    css`
      table { width: 100%; border-collapse: collapse; font: var(--t-13); font-variant-numeric: tabular-nums; }
      th { padding: 8px 12px; font: 500 12px/16px var(--font); color: var(--text-2); text-align: start; }
      td { padding: 8px 12px; border-block-start: 1px solid var(--line); }
      :is(th, td):not(:first-child) { text-align: end; white-space: nowrap; }
      td small { display: block; font: var(--t-11); color: var(--text-3); overflow-wrap: anywhere; }
      h2 { margin-block-start: 16px; }
      .none { color: var(--text-3); }
      .kind { display: grid; grid-template-columns: minmax(0, 1fr) auto; gap: 2px 12px; padding: 8px 12px; font: var(--t-13); font-variant-numeric: tabular-nums; }
      .kind + .kind { border-block-start: 1px solid var(--line); }
      .kind > :nth-child(even) { text-align: end; }
      .kind small { font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
      .kind .bar { grid-column: 1 / -1; block-size: 4px; margin-block-start: 4px; border-radius: 2px; background: var(--line); overflow: hidden; }
      .kind .bar > i { display: block; block-size: 100%; border-radius: 2px; background: var(--accent); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The extension whose backups the person looks at. */
  @state() private restoring: { readonly id: string; readonly name: string } | undefined;
  @state() private problem: { readonly folder: FolderName; readonly error: AppError } | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #usage = new Query(this, () => this.view, SettingsChannel, 'places', { params: () => ({}) });
  readonly #extensions = new Query(this, () => this.view, KernelChannel, 'listExtensions', { params: () => ({}) });

  override render() {
    const { state } = this.#usage;
    const text = this.#text;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    const { profile, logs, kinds, owners, undescribed } = state.value;
    return html`
      <div class="card">${this.#folder('profile', text.of('profileFolder'), profile)} ${this.#folder('logs', text.of('logsFolder'), logs)}</div>
      <settings-everything .view=${this.view}></settings-everything>
      <h2 id="kinds">${text.of('storageKinds')}</h2>
      <div class="card" role="list" aria-labelledby="kinds">${kinds.map(one => this.#kind(one, profile.bytes))}</div>
      <h2>${text.of('storageOwners')}</h2>
      <div class="card">
        <table>
          <thead><tr><th scope="col">${text.of('storageOwner')}</th><th scope="col">${text.of('storageData')}</th><th scope="col">${text.of('storageBackups')}</th></tr></thead>
          <tbody>${owners.map(owner => this.#owner(owner))}</tbody>
        </table>
      </div>
      ${this.restoring && html`<settings-restore .view=${this.view} extensionId=${this.restoring.id} name=${this.restoring.name} @done=${this.#restored}></settings-restore>`}
      ${undescribed.length === 0 ? '' : this.#undescribed(undescribed)}
    `;
  }

  readonly #restored = (): void => {
    this.restoring = undefined;
  };

  #folder(folder: FolderName, title: string, usage: Parameters<typeof folderRow>[2]) {
    const open = () => {
      this.problem = undefined;
      openFolder(this.view, folder).catch((error: AppError) => {
        this.problem = { folder, error };
      });
    };
    return folderRow(this.#text, title, usage, open, this.problem?.folder === folder ? this.problem.error : undefined);
  }

  #undescribed(all: readonly Undescribed[]) {
    const text = this.#text;
    const why = { unknown: 'undescribedUnknown', link: 'undescribedLink', kind: 'undescribedKind' } as const;
    const rest = all.length - maxUndescribed;
    return html`
      <h2>${text.of('undescribed')}</h2>
      <p>${text.of('undescribedHint')}</p>
      <div class="card">
        <table class="undescribed">
          <tbody>
            ${all.slice(0, maxUndescribed).map(one => html`<tr><td>${one.path}</td><td>${text.of(why[one.why])}</td></tr>`)}
            ${rest > 0 ? html`<tr><td colspan="2">${text.count('undescribedMore', rest)}</td></tr>` : ''}
          </tbody>
        </table>
      </div>
    `;
  }

  #kind({ kind, files, bytes }: KindUsage, all: number) {
    const text = this.#text;
    return html`<div class="kind" role="listitem">
      <div>${text.of(`kind.${kind}`)}</div>
      <div>${bytesText(text.locale, bytes)}</div>
      <small>${text.of(`kind.${kind}.about`)}</small>
      <small>${text.count('files', files)}</small>
      <div class="bar"><i style="inline-size: ${all === 0 ? 0 : Math.round((bytes / all) * 100)}%"></i></div>
    </div>`;
  }

  #restore(id: string, name: string) {
    const open = () => {
      this.restoring = { id, name };
    };
    return html`<ui-button kind="line" size="24" @click=${open}>${this.#text.of('restoreFrom')}</ui-button>`;
  }

  #owner({ id, bytes, backups, backupBytes }: OwnerUsage) {
    const { state } = this.#extensions;
    const name = state.status === 'ready' ? state.value.find(one => one.id === id)?.displayName : undefined;
    const { locale } = this.#text;
    return html`<tr>
      <td>${name ?? id}${name === undefined ? '' : html`<small>${id}</small>`}</td>
      <td>${bytesText(locale, bytes)}</td>
      <td>${backups === 0 ? html`<span class="none">${this.#text.of('noBackups')}</span>` : html`${bytesText(locale, backupBytes)}<small>${this.#text.count('copies', backups)}</small>${this.#restore(id, name ?? id)}`}</td>
    </tr>`;
  }
}
