import type { AppError } from '@atelier/kernel';
import { Slice } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { state } from 'lit/decorators.js';
import { type ListedFolders, listFolders } from '../host-requests.ts';
import { theWindow } from '../window/current.ts';
import { errorOf } from '../window/errors.ts';
import { laterWords } from './later-text.ts';

/** Lets the person choose a folder of this machine, where the host has no system dialog. */
export class FolderDialog extends LitElement {
  static override styles = css`
    *, *::before { box-sizing: border-box; }
    dialog { display: flex; flex-direction: column; width: min(560px, 100vw - 24px); height: min(560px, 100vh - 48px); padding: 0; border: 0; border-radius: var(--r-12); background: var(--raised); color: var(--text); box-shadow: var(--shadow-2); overflow: hidden; }
    dialog::backdrop { background: var(--scrim); }
    header { flex: none; padding: 16px 20px 12px; border-block-end: 1px solid var(--line); }
    h2 { margin: 0 0 8px; font: 600 14px/22px var(--font); }
    .where { display: flex; gap: 4px; align-items: center; }
    ui-input { flex: 1; }
    ul { flex: 1; min-height: 0; margin: 0; padding: 6px; overflow: auto; list-style: none; scrollbar-width: thin; }
    ul button { display: flex; align-items: center; gap: 8px; width: 100%; min-height: 28px; padding: 0 14px; border: 0; border-radius: var(--r-6); background: none; color: var(--text); font: inherit; text-align: start; }
    ul button:hover { background: var(--hover); }
    ul button:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
    ul button:disabled { color: var(--text-3); }
    ul ui-icon { color: var(--text-2); }
    p { margin: 0; padding: 24px; text-align: center; color: var(--text-2); }
    ui-alert { margin: 12px; }
    footer { display: flex; flex: none; flex-wrap: wrap; align-items: center; gap: 8px; padding: 12px 20px; border-block-start: 1px solid var(--line); }
    .acts { display: flex; gap: 8px; margin-inline-start: auto; }
  `;

  @state() private listed: ListedFolders | undefined;
  @state() private problem: AppError | undefined;
  @state() private withHidden = false;
  /** The text of the path field while its folder is not listed. */
  @state() private typed: string | undefined;
  #requests = 0;

  readonly #locale = new Slice(this, () => theWindow(), 'locale');

  override firstUpdated(): void {
    this.#dialog.showModal();
    // A field that has not rendered yet cannot take the focus.
    const field = this.renderRoot.querySelector<LitElement>('ui-input');
    void field?.updateComplete.then(() => field.focus());
    void this.#show(undefined);
  }

  override render() {
    const text = laterWords(this.#locale.value);
    const { listed, problem } = this;
    const shown = listed?.folders.filter(({ hidden }) => this.withHidden || !hidden) ?? [];
    return html`
      <dialog aria-label=${text.chooseFolder} @close=${() => this.#answer(this.#dialog.returnValue === 'chosen')}>
        <header>
          <h2>${text.chooseFolder}</h2>
          <div class="where">
            <ui-icon-button icon="arrow-up" label=${text.folderAbove} ?disabled=${listed?.parent === undefined} @click=${() => this.#open(listed?.parent)}></ui-icon-button>
            <ui-input mono label=${text.path} .value=${this.typed ?? listed?.path ?? ''} @input=${this.#type} @change=${(event: Event) => this.#show((event.target as HTMLInputElement).value)}></ui-input>
          </div>
        </header>
        ${problem === undefined ? nothing : html`<ui-alert kind="danger">${problem.in(this.#locale.value ?? 'fr')}</ui-alert>`}
        <ul>
          ${shown.map(
            ({ name, readable }) =>
              html`<li><button ?disabled=${!readable} @click=${() => this.#open(join(listed!.path, name))}><ui-icon name="folder"></ui-icon>${name}</button></li>`,
          )}
          ${listed !== undefined && shown.length === 0 ? html`<li><p>${text.noFolders}</p></li>` : nothing}
        </ul>
        <footer>
          <ui-checkbox .checked=${this.withHidden} @change=${this.#toggleHidden}>${text.hiddenToo}</ui-checkbox>
          <div class="acts">
            <ui-button size="32" @click=${() => this.#dialog.close()}>${text.cancel}</ui-button>
            <ui-button size="32" kind="accent" ?disabled=${listed === undefined} @click=${this.#choose}>${text.choose}</ui-button>
          </div>
        </footer>
      </dialog>
    `;
  }

  get #dialog(): HTMLDialogElement {
    return this.renderRoot.querySelector('dialog')!;
  }

  /** Lists a folder; an answer that arrives after a newer request is dropped, and text that was typed meanwhile stays. */
  async #show(path: string | undefined): Promise<void> {
    this.#requests += 1;
    const request = this.#requests;
    const listing = await listFolders(theWindow().link, path, this.#locale.value ?? 'fr').catch(errorOf);
    if (request !== this.#requests) return;
    const isListed = 'folders' in listing;
    this.problem = isListed ? undefined : listing;
    if (!isListed) return;
    this.listed = listing;
    if (this.typed === path) this.typed = undefined;
    if (path === undefined && this.typed === undefined) await this.#selectPath();
  }

  /** Selects the path that stands in the focused field, so that what is typed next replaces it. */
  async #selectPath(): Promise<void> {
    await this.updateComplete;
    const field = this.renderRoot.querySelector<LitElement & { select(): void }>('ui-input')!;
    await field.updateComplete;
    if (this.typed === undefined && this.shadowRoot?.activeElement === field) field.select();
  }

  #open(path: string | undefined): void {
    this.typed = undefined;
    void this.#show(path);
  }

  #type(event: Event): void {
    this.typed = (event.target as HTMLInputElement).value;
  }

  /** Answers with the folder in the path field; one that cannot be listed is not chosen. */
  async #choose(): Promise<void> {
    if (this.typed !== undefined) await this.#show(this.typed);
    if (this.typed === undefined) this.#dialog.close('chosen');
  }

  #toggleHidden(event: Event): void {
    this.withHidden = (event.target as HTMLElement & { checked: boolean }).checked;
  }

  #answer(isChosen: boolean): void {
    this.dispatchEvent(new CustomEvent('answered', { detail: isChosen ? this.listed?.path : undefined }));
  }
}

/** Asks for a folder; undefined if the person cancels. */
export function askFolder(): Promise<string | undefined> {
  if (customElements.get('folder-dialog') === undefined) customElements.define('folder-dialog', FolderDialog);
  const dialog = document.createElement('folder-dialog');
  document.body.append(dialog);
  return new Promise(resolve => {
    dialog.addEventListener('answered', event => {
      dialog.remove();
      resolve((event as CustomEvent<string | undefined>).detail);
    });
  });
}

/** Joins with the separator that the host's paths have. */
function join(folder: string, name: string): string {
  const separator = folder.includes('\\') && !folder.startsWith('/') ? '\\' : '/';
  return folder.endsWith(separator) ? folder + name : folder + separator + name;
}
