import { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Line, type Specialist, SpecialistsChannel } from '../../contract/index.ts';
import { oneStyles } from './team-styles.ts';
import { costText, texts, tokensText, toolText } from './words.ts';

const icons: Readonly<Record<string, string>> = {
  read: 'file-text',
  write: 'pencil',
  edit: 'pencil',
  bash: 'terminal',
  ls: 'folder',
  delegate: 'network',
};

/** One specialist: what it may, what it was given, said and did, and the person's word to it. Dispatches `specialists-close`. */
export class SpecialistsOne extends LitElement {
  static override styles = oneStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) one!: Specialist;
  /** Who gave it the task; empty for the conversation. */
  @property() from = '';
  @state() private typed = '';
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #lines = new Query(this, () => this.view, SpecialistsChannel, 'transcript', {
    params: () => ({ specialist: this.one.id }),
    refreshOn: 'event',
  });
  #shown = 0;

  override updated(): void {
    const { state } = this.#lines;
    const log = this.renderRoot.querySelector('.log');
    if (log === null || state.status !== 'ready' || state.value.length === this.#shown) return;
    this.#shown = state.value.length;
    log.scrollTop = log.scrollHeight;
  }

  override render() {
    const text = this.#text;
    const { name, state, problem } = this.one;
    const why = this.problem || (problem?.[text.locale] ?? '');
    return html`
      <header><b>${name}</b><span>${this.from === '' ? text.of('askedHere') : text.of('askedBy', { name: this.from })}</span>
        <ui-icon-button icon="x" label=${text.of('close')} @click=${() => this.dispatchEvent(new Event('specialists-close'))}></ui-icon-button></header>
      <ul class="may" aria-label=${text.of('may')}>${this.#may().map(one => html`<li title=${one}>${one}</li>`)}</ul>
      <div class="log" role="log" aria-live="off" tabindex="0" aria-label=${text.of('log', { name })}>${this.#log()}</div>
      ${why === '' ? nothing : html`<ui-alert kind=${state === 'interrupted' ? 'info' : 'danger'}>${why}</ui-alert>`}
      ${state === 'running' ? this.#steer(name) : state === 'interrupted' ? html`<div class="on"><ui-button kind="line" icon="play" @click=${() => this.#act(() => this.#client.call('goOn', { specialist: this.one.id }))}>${text.of('goOn')}</ui-button></div>` : nothing}
    `;
  }

  #may(): readonly string[] {
    const text = this.#text;
    const { locale } = text;
    const { model, files, secure, tools, limits, tokens, cost } = this.one;
    return [
      model?.split('/').at(-1) ?? '',
      files === undefined ? '' : files.length === 0 ? text.of('readsOnly') : text.of('writes', { files: files.join(', ') }),
      secure === true ? text.of('secure') : '',
      text.count('tools', tools.length),
      limits.money === undefined ? '' : text.of('limit', { used: costText(locale, cost), most: costText(locale, limits.money) }),
      limits.tokens === undefined
        ? ''
        : text.of('limitTokens', { used: tokensText(locale, tokens) || '0', most: tokensText(locale, limits.tokens) }),
    ].filter(Boolean);
  }

  #log() {
    const { state } = this.#lines;
    if (state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    return state.value.map(line => this.#line(line));
  }

  #line({ kind, text: said, name = '', ok, added, removed }: Line) {
    const text = this.#text;
    if (kind === 'said') return html`<p>${said}</p>`;
    if (kind !== 'tool')
      return html`<div><ui-icon name="messages-square"></ui-icon><b>${text.of(kind === 'given' ? 'given' : 'notice')}</b><span class="given" title=${said}>${said}</span></div>`;
    const mark =
      ok === undefined
        ? html`<ui-state state="running"></ui-state>`
        : ok
          ? html`<ui-icon name=${icons[name] ?? 'wrench'}></ui-icon>`
          : html`<ui-state state="failed"></ui-state>`;
    return html`<div>${mark}<b>${toolText(text, name)}</b><code title=${said}>${said}</code>
      ${added ? html`<span class="added">+${added}</span>` : nothing}${removed ? html`<span class="removed">−${removed}</span>` : nothing}</div>`;
  }

  #steer(name: string) {
    const text = this.#text;
    const label = text.of('steer', { name });
    const send = (event: SubmitEvent) => {
      event.preventDefault();
      const said = this.typed.trim();
      if (said === '') return;
      this.typed = '';
      void this.#act(() => this.#client.call('steer', { specialist: this.one.id, text: said })).then(isDone => {
        if (!isDone) this.typed = said;
      });
    };
    const type = (event: Event) => {
      this.typed = (event.target as HTMLInputElement).value;
    };
    return html`<form @submit=${send}><ui-input size="32" label=${label} placeholder=${label} maxlength="20000" .value=${this.typed} @input=${type}></ui-input>
      <ui-icon-button size="32" type="submit" icon="corner-down-left" label=${text.of('send')}></ui-icon-button></form>`;
  }

  get #client() {
    return this.view.connect(SpecialistsChannel);
  }

  async #act(work: () => Promise<unknown>): Promise<boolean> {
    this.problem = '';
    try {
      await work();
      return true;
    } catch (error) {
      this.problem = error instanceof AppError ? error.in(this.#text.locale) : String(error);
      return false;
    }
  }
}
