import { AgentChannel } from '@atelier/agent/contract';
import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { ProvidersChannel } from '../../contract/index.ts';
import type { Standing } from '../entries.ts';
import { Action } from '../parts/action.ts';
import { dispatch } from '../parts/part-events.ts';
import { plain } from '../parts/styles.ts';
import { textsFor } from '../texts.ts';
import { SignIn, type SignInStep } from './sign-in.ts';

/** Signs in through the browser and out again, and shows the steps of the sign-in. */
export class ProvidersSignIn extends LitElement {
  static override styles = [
    plain,
    css`
      .card { display: grid; gap: var(--s-12); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .kept { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-8); padding-block: 7px; padding-inline: 12px 8px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .kept > span { flex: 1 1 140px; }
      .code { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8) var(--s-12); }
      output { padding: 2px 12px; border-radius: var(--r-6); background: var(--sunken); font: 600 20px/32px var(--mono); letter-spacing: .06em; user-select: all; }
      form { display: grid; gap: var(--s-4); }
      form ui-input { flex: 1 1 180px; }
      .going { display: flex; gap: var(--s-8); align-items: flex-start; color: var(--text-2); }
      .going ui-progress { margin-block-start: 2px; }
      .stack { display: grid; gap: var(--s-8); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property() provider = '';
  @property() name = '';
  @property() standing: Standing = 'unset';
  /** Whether its button is the main action of the page. */
  @property({ type: Boolean }) primary = false;
  @state() private copied = '';
  @state() private isBlocked = false;

  readonly #text = textsFor(this, () => this.view);
  readonly #flow = new SignIn(this, () => this.view.connect(AgentChannel));
  readonly #action = new Action(this);

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.get('provider') !== undefined) this.#flow.forget();
  }

  override render() {
    const { stage, problem: failed } = this.#flow.state;
    if (stage === 'running') return this.#running();
    return html`<div class="stack">
      ${failed === '' ? nothing : html`<ui-alert kind="danger">${failed}</ui-alert>`}
      ${this.standing === 'refused' || (this.standing === 'unset' && stage !== 'over') ? this.#begin(failed !== '') : this.#signedIn()}
    </div>`;
  }

  #signedIn() {
    const { busy, problem } = this.#action;
    return html`
      <div class="kept" role="group" aria-label=${this.name}>
        <ui-state silent state="done"></ui-state><span role="status">${this.#text.of('signedIn')}</span>
        <ui-button size="24" kind="line" @click=${this.#start}>${this.#text.of('signInAgain')}</ui-button>
        <ui-button size="24" icon="log-out" ?busy=${busy} @click=${this.#signOut}>${this.#text.of('signOut')}</ui-button>
      </div>
      <div role="alert">${problem === '' ? nothing : html`<ui-alert kind="danger">${problem}</ui-alert>`}</div>
    `;
  }

  #begin(hasFailed: boolean) {
    const isExpired = this.standing === 'refused';
    const label = isExpired
      ? this.#text.of('signInAgain')
      : hasFailed
        ? this.#text.of('tryAgain')
        : this.#text.of('signInTo', { name: this.name });
    return html`
      <p class="quiet">${this.#text.of(this.provider === 'github-copilot' ? 'signInDevice' : this.provider === 'anthropic' ? 'signInPaste' : 'signInReturns')}</p>
      <div><ui-button kind=${this.primary || isExpired ? 'accent' : 'line'} icon="external-link" @click=${this.#start}>${label}</ui-button></div>
    `;
  }

  #running() {
    const { auth, prompt, progress, problem } = this.#flow.state;
    return html`<div class="card" role="group" aria-label=${this.#text.of('signInTo', { name: this.name })}>
      <div class="stack" role="status">
        ${progress.slice(0, -1).map(text => html`<p class="quiet">${text}</p>`)}
        <div class="going"><ui-progress kind="arc" label=${this.#text.of('signInGoesOn')}></ui-progress><span>${progress.at(-1) ?? this.#text.of(auth === undefined ? 'signInBegins' : auth.userCode === undefined ? 'signInWaits' : 'signInCode')}</span></div>
      </div>
      ${auth?.url === undefined ? nothing : this.#place(auth.url, auth.userCode)}
      ${prompt === undefined ? nothing : this.#question(prompt)}
      ${this.isBlocked ? html`<ui-alert kind="warn">${this.#text.of('browserBlocked')}</ui-alert>` : nothing}
      <div role="alert">${problem === '' ? nothing : html`<ui-alert kind="danger">${problem}</ui-alert>`}</div>
      <div class="spread"><span class="grow"></span><ui-button @click=${() => this.#flow.cancel()}>${this.#text.of('cancelSignIn')}</ui-button></div>
    </div>`;
  }

  #place(url: string, code: string | undefined) {
    return html`<div class="code">
      ${code === undefined ? nothing : html`<output aria-label=${this.#text.of('signInCodeName')}>${code}</output><ui-button size="24" kind="line" icon="copy" @click=${() => this.#copy(code)}>${this.#text.of(this.copied === code ? 'copied' : 'copyCode')}</ui-button>`}
      <ui-button size="24" kind="line" icon="external-link" title=${url} @click=${() => this.#open(url)}>${this.#text.of('openPage')}</ui-button>
      <ui-button size="24" icon="link" data-url=${url} @click=${() => this.#copy(url)}>${this.#text.of(this.copied === url ? 'copied' : 'copyLink')}</ui-button>
    </div>`;
  }

  #question({ text = '', options, secret }: SignInStep) {
    if (options !== undefined)
      return html`<div class="stack" role="group" aria-label=${text}><p>${text}</p><div class="spread">${options.map(option => html`<ui-button kind="line" @click=${() => this.#flow.answer(option)}>${option}</ui-button>`)}</div></div>`;
    return html`<form @submit=${this.#answer}>
      <p id="asked">${text}</p>
      <div class="spread"><ui-input name="answer" mono maxlength="20000" required type=${secret ? 'password' : 'text'} label=${text}></ui-input><ui-button type="submit" kind="accent">${this.#text.of('send')}</ui-button></div>
    </form>`;
  }

  readonly #start = async (): Promise<void> => {
    const { provider } = this;
    this.isBlocked = false;
    this.copied = '';
    const isIn = await this.#flow.begin(provider, this.#text.locale, step => {
      // With a code to type, the page is not opened at once, because it would hide the code.
      if (step.kind === 'auth' && step.url !== undefined && step.userCode === undefined) void this.#open(step.url);
    });
    if (isIn) dispatch(this, 'providers-connected', { provider });
  };

  readonly #answer = (event: SubmitEvent): void => {
    event.preventDefault();
    const text = new FormData(event.currentTarget as HTMLFormElement).get('answer');
    if (typeof text === 'string' && text.trim() !== '') void this.#flow.answer(text.trim());
  };

  readonly #signOut = (): void => {
    void this.#action.run(async () => {
      this.#flow.forget();
      await this.view.connect(ProvidersChannel).call('save', { id: this.provider, key: '', locale: this.#text.locale });
    });
  };

  async #open(url: string): Promise<void> {
    try {
      await this.view.connect(WindowChannel).call('openExternal', { url });
      this.isBlocked = false;
    } catch {
      this.isBlocked = true;
    }
  }

  async #copy(text: string): Promise<void> {
    try {
      await navigator.clipboard.writeText(text);
      this.copied = text;
    } catch {
      this.copied = '';
    }
  }
}
