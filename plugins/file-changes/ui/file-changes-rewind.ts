import { AppError, visibleText } from '@atelier/kernel';
import { numberText, Query, Slice, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { FileChangesChannel, type RewindFile, type RewindPreview } from '../contract/index.ts';
import { pathParts } from './path-name.ts';
import { texts } from './texts.ts';

/** Of a longer list, only the number of further items is shown. */
const maxShown = 200;

/** The dialog that previews a rewind to before a message, and runs it. */
export class FileChangesRewind extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; min-height: 0; font: var(--t-13); color: var(--text); }
    .body { flex: 1; min-height: 0; overflow: auto; padding: 0 20px 4px; scrollbar-width: thin; }
    p { margin: 0; color: var(--text-2); text-wrap: pretty; }
    h3 { margin: 16px 0 4px; font: var(--t-13); font-weight: 600; }
    h3 + p { margin-block-end: 6px; font: var(--t-12); color: var(--text-3); }
    ul { margin: 0; padding: 0; border: 1px solid var(--line); border-radius: var(--r-8); list-style: none; overflow: hidden; }
    li { display: flex; align-items: center; gap: 8px; min-height: 32px; padding: 4px 10px; }
    li + li { border-block-start: 1px solid var(--line); }
    li ui-icon { --icon-size: 14px; flex: none; color: var(--text-3); }
    .name { display: flex; flex: 1; min-width: 0; unicode-bidi: isolate; }
    .folder { min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; color: var(--text-3); }
    .base { flex: none; max-width: 100%; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; unicode-bidi: isolate; }
    code { flex: 1; min-width: 0; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; font: var(--c-12); font-variant-ligatures: none; }
    .word { flex: none; font: var(--t-12); color: var(--text-3); }
    .count { display: inline-flex; flex: none; gap: 4px; font: 500 12px/16px var(--font); font-variant-numeric: tabular-nums; }
    .plus { color: var(--added-text); }
    .minus { color: var(--removed-text); }
    .foot { display: flex; justify-content: flex-end; gap: 8px; flex: none; padding: 16px 20px 20px; }
    ui-checkbox { flex: 1; min-width: 0; }
    ui-alert { margin-block: 12px 0; }
    ui-progress { margin: 12px 0; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @state() private chosen: ReadonlySet<string> = new Set();
  @state() private problem: AppError | undefined;
  @state() private isBusy = false;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #preview = new Query(this, () => this.view, FileChangesChannel, 'previewRewind', {
    params: () => this.#where,
    refreshOn: 'changed',
  });

  override render() {
    const { state } = this.#preview;
    const preview = state.status === 'ready' ? state.value : undefined;
    const isBusy = preview?.busy ?? false;
    return html`
      <div class="body">
        <p>${this.#text.of('rewindText')}</p>
        ${state.status === 'pending' ? html`<ui-progress label=${this.#text.of('loading')}></ui-progress>` : nothing}
        ${state.status === 'failed' ? html`<ui-alert kind="danger">${state.message}</ui-alert>` : nothing}
        ${isBusy ? html`<ui-alert kind="warn">${this.#text.of('busy')}</ui-alert>` : nothing}
        ${preview === undefined ? nothing : this.#sections(preview)}
        ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(this.#text.locale)}</ui-alert>`}
      </div>
      <div class="foot">
        <ui-button size="32" kind="line" @click=${this.#close}>${this.#text.of('cancel')}</ui-button>
        <ui-button size="32" kind="accent" icon="history" ?busy=${this.isBusy} ?disabled=${preview === undefined || isBusy} @click=${this.#rewind}>${this.#text.of('rewind')}</ui-button>
      </div>
    `;
  }

  get #where(): { conversation: string; entry: string } {
    const { conversation = '', entry = '' } = (this.#params.value ?? {}) as { conversation?: string; entry?: string };
    return { conversation, entry };
  }

  #sections({ files, more, commands }: RewindPreview) {
    const of = (state: RewindFile['state']) => files.filter(file => file.state === state);
    const [ready, edited, unkept] = [of('ready'), of('edited'), of('unkept')];
    return html`
      ${ready.length === 0 ? html`<h3>${this.#text.of('rewindNoFiles')}</h3>` : html`<h3>${this.#text.count('rewindFiles', ready.length + more)}</h3>${this.#list(ready, file => this.#ready(file), more)}`}
      ${edited.length === 0 ? nothing : html`<h3>${this.#text.of('rewindEdited')}</h3><p>${this.#text.of('rewindEditedText')}</p>${this.#list(edited, file => this.#edited(file))}`}
      ${unkept.length === 0 ? nothing : html`<h3>${this.#text.of('rewindUnkept')}</h3><p>${this.#text.of('rewindUnkeptText')}</p>${this.#list(unkept, file => this.#named(file))}`}
      ${commands.length === 0 ? nothing : html`<h3>${this.#text.count('rewindCommands', commands.length)}</h3><p>${this.#text.of('rewindCommandsText')}</p>${this.#list(commands, command => this.#command(command))}`}
    `;
  }

  #list<T>(items: readonly T[], draw: (item: T) => unknown, more = 0) {
    const rest = Math.max(0, items.length - maxShown) + more;
    const last = rest > 0 ? html`<li class="word">${this.#text.count('moreFiles', rest)}</li>` : nothing;
    return html`<ul>${items.slice(0, maxShown).map(item => html`<li>${draw(item)}</li>`)}${last}</ul>`;
  }

  #ready(file: RewindFile) {
    return html`${this.#named(file)}<span class="word">${this.#text.of(`does.${file.does}`)}</span>${this.#counts(file)}`;
  }

  #edited(file: RewindFile) {
    const choose = (event: Event) => {
      const { checked } = event.target as EventTarget & { checked: boolean };
      const { path } = file;
      this.chosen = new Set(checked ? [...this.chosen, path] : [...this.chosen].filter(other => other !== path));
    };
    return html`<ui-checkbox .checked=${this.chosen.has(file.path)} @change=${choose}>${this.#name(file)}</ui-checkbox>${this.#counts(file)}`;
  }

  #named({ name, does }: RewindFile) {
    const icon = { restore: 'file-text', remove: 'trash-2', recreate: 'file-plus' }[does];
    return html`<ui-icon name=${icon}></ui-icon>${this.#name({ name })}`;
  }

  #name({ name }: { readonly name: string }) {
    const { folder, base } = pathParts(name);
    return html`<span class="name" title=${folder + base}><span class="folder">${folder}</span><span class="base">${base}</span></span>`;
  }

  #command({ command, files, known }: RewindPreview['commands'][number]) {
    const word = known ? this.#text.count('commandFiles', files) : this.#text.of('commandUnknown');
    return html`<ui-icon name="square-terminal"></ui-icon><code title=${command}>${visibleText(command, 'code')}</code><span class="word">${word}</span>`;
  }

  #counts({ added, removed }: RewindFile) {
    if (added + removed === 0) return nothing;
    const { locale } = this.#text;
    return html`<span class="count" role="img" aria-label=${this.#text.of('counts', { added, removed })}>${added > 0 ? html`<span class="plus">+${numberText(locale, added)}</span>` : nothing}${removed > 0 ? html`<span class="minus">−${numberText(locale, removed)}</span>` : nothing}</span>`;
  }

  async #rewind(): Promise<void> {
    const { conversation, entry } = this.#where;
    this.isBusy = true;
    this.problem = undefined;
    try {
      const chosen = [...this.chosen];
      const { said } = await this.view.connect(FileChangesChannel).call('rewind', { ...this.#where, chosen });
      // The transcript offers the way forward again.
      this.#close();
      if (said !== undefined) await this.view.run('conversations.putBack', { conversation, entry, text: said }).catch(() => undefined);
    } catch (error) {
      this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'view/failed', message: this.#text.of('failed') });
    } finally {
      this.isBusy = false;
    }
  }

  #close(): void {
    void this.view.connect(WindowChannel).call('close', { view: 'file-changes.rewind' });
  }
}
