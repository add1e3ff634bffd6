import type { ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type ProbeResult, type Provider, ProvidersChannel, type ProvidersShape } from '../../contract/index.ts';
import { idFor, keyIn } from '../key-forms.ts';
import { type ProvidersTexts, textsFor } from '../texts.ts';
import { Action } from './action.ts';
import { saveAndAsk } from './asking.ts';
import { dispatch } from './part-events.ts';
import { plain } from './styles.ts';

/** What was typed of a new server that was not added, but for its key: it is there again when the form is opened again. */
let left = { name: '', baseUrl: '' };

/** Adds or changes a server by its address. Variants of the address are probed, and the one that works is saved. */
export class ProvidersServer extends LitElement {
  static override styles = [
    plain,
    css`
      .probe { margin-block-start: var(--s-8); border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .probe .top { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-4) var(--s-8); padding: 8px 12px 4px; }
      .probe .top > span { flex: 1 1 160px; min-width: 0; }
      .asked { display: grid; grid-template-columns: 16px minmax(0, 1fr) auto; gap: 0 10px; align-items: baseline; padding: 0 12px 6px; font: 12px/24px var(--font); }
      .asked > ui-state, .asked > ui-icon { align-self: center; --icon-size: 14px; }
      .asked .mono { line-height: 16px; padding-block: 4px; }
      .asked .said { color: var(--text-2); }
      .asked [data-chosen] { font-weight: 600; }
      .why { padding: 8px 12px; border-block-start: 1px solid var(--line); font: var(--t-12); color: var(--text-2); text-wrap: pretty; }
      /* As the fields beside it. */
      .label[data-new] { font: inherit; }
      form { display: grid; gap: var(--s-12); }
      .spread ui-input { flex: 1 1 200px; }
      .error { display: flex; gap: var(--s-6); font: var(--t-12); color: var(--danger-text); }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The provider that is changed; undefined for a new one. */
  @property({ attribute: false }) known: Provider | undefined;
  /** The preset of a program on this machine that is not saved yet. */
  @property() preset: string | undefined;
  @property() provider = '';
  @property() address = '';
  /** Ids that a new provider may not have. */
  @property({ attribute: false }) taken: ReadonlySet<string> = new Set();
  @state() private name = '';
  @state() private baseUrl = '';
  @state() private key = '';
  @state() private probed: ProbeResult | undefined;
  @state() private keyProblem = '';

  readonly #text = textsFor(this, () => this.view);
  readonly #looking = new Action(this);
  readonly #saving = new Action(this);
  #shown = '';
  #lookedAt = Number.POSITIVE_INFINITY;

  override willUpdate(_changed: PropertyValues<this>): void {
    // Asked since with another key or address, so that what the card says is over.
    const asked = this.known?.status?.at ?? 0;
    if (asked > this.#lookedAt) this.probed = undefined;
    const shown = `${this.provider} ${this.known?.baseUrl ?? this.address}`;
    if (shown === this.#shown) return;
    // Reset only for another provider or address, so that no other change overwrites what the person is typing.
    if (this.#shown.split(' ', 1)[0] !== this.provider) this.probed = undefined;
    this.#shown = shown;
    const typed = this.#isNew && this.address === '' ? left : { name: '', baseUrl: '' };
    this.name = this.known?.name ?? typed.name;
    this.baseUrl = this.known?.baseUrl ?? (this.address || typed.baseUrl);
    this.key = '';
    this.keyProblem = '';
  }

  override render() {
    const isNew = this.#isNew;
    const { problem } = this.#looking;
    return html`<form @submit=${this.#save}>
      ${isNew ? html`<ui-field label=${this.#text.of('serverName')}><ui-input name="name" maxlength="80" required placeholder=${this.#text.of('serverNameHint')} .value=${this.name} @input=${this.#named}></ui-input></ui-field>` : nothing}
      <div>
        <div class="label" ?data-new=${isNew} aria-hidden="true">${this.#text.of('address')}</div>
        <div class="spread">
          <ui-input name="baseUrl" mono maxlength="2000" required label=${this.#text.of('address')} placeholder=${this.#text.of('addressHint')} description=${problem} ?invalid=${problem !== ''} .value=${this.baseUrl} @input=${this.#addressed}></ui-input>
          ${this.probed === undefined ? html`<ui-button kind="line" icon="radar" ?busy=${this.#looking.busy} @click=${this.#look}>${this.#text.of('look')}</ui-button>` : nothing}
        </div>
        <div role="alert">${problem === '' ? nothing : this.#error(problem)}</div>
        ${this.probed === undefined ? nothing : probeCard(this.#text, this.probed, this.#again())}
      </div>
      ${isNew ? this.#keyField() : nothing}
      <div role="alert">${this.#saving.problem === '' ? nothing : this.#error(this.#saving.problem)}</div>
      ${isNew || this.#isChanged ? html`<div><ui-button type="submit" kind=${isNew ? 'accent' : 'line'} ?busy=${this.#saving.busy}>${this.#text.of(isNew ? 'addServer' : 'saveAddress')}</ui-button></div>` : nothing}
    </form>`;
  }

  get #isNew(): boolean {
    return this.known === undefined && this.preset === undefined;
  }

  get #isChanged(): boolean {
    const wanted = this.probed?.chosen ?? this.baseUrl;
    return this.known === undefined || wanted !== (this.known.baseUrl ?? this.address);
  }

  #again() {
    return html`<ui-button size="24" kind="line" icon="refresh-cw" ?busy=${this.#looking.busy} @click=${this.#look}>${this.#text.of('lookAgain')}</ui-button>`;
  }

  #keyField() {
    return html`<ui-field label=${this.#text.of('keyOptional')} hint=${this.#text.of('keyStays')} error=${this.keyProblem}>
      <ui-input type="password" icon="key-round" name="key" maxlength="10000" placeholder=${this.#text.of('keyIfAsked')} .value=${this.key} @input=${this.#keyed} @paste=${this.#paste}></ui-input>
    </ui-field>`;
  }

  #error(problem: string) {
    return html`<div class="error"><ui-state silent state="failed"></ui-state><span>${problem}</span></div>`;
  }

  readonly #named = (event: Event): void => {
    this.name = writtenIn(event);
    if (this.#isNew) left = { ...left, name: this.name };
  };

  readonly #addressed = (event: Event): void => {
    this.baseUrl = writtenIn(event);
    if (this.#isNew) left = { ...left, baseUrl: this.baseUrl };
    this.probed = undefined;
    this.#looking.refuse('');
  };

  readonly #keyed = (event: Event): void => {
    this.key = writtenIn(event);
    this.keyProblem = '';
    this.probed = undefined;
  };

  readonly #paste = (event: ClipboardEvent): void => {
    const pasted = keyIn(event.clipboardData?.getData('text') ?? '');
    event.preventDefault();
    this.key = pasted.ok ? pasted.key : '';
    this.keyProblem = pasted.ok ? '' : this.#text.of(pasted.why);
  };

  readonly #look = (): void => {
    if (this.baseUrl.trim() !== '') void this.#looking.run(signal => this.#probe(signal));
  };

  async #probe(signal: AbortSignal): Promise<void> {
    const { baseUrl, known, key, provider } = this;
    const { locale } = this.#text;
    const api = known?.api as ProvidersShape['calls']['probe']['params']['api'];
    this.probed = await this.view.connect(ProvidersChannel).call(
      'probe',
      {
        baseUrl,
        locale,
        ...(key !== '' && { key }),
        ...(known !== undefined && { provider }),
        ...(api === 'anthropic-messages' && { api }),
      },
      signal,
    );
    this.#lookedAt = Date.now();
  }

  readonly #save = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = keyIn(this.key);
    if (!typed.ok) {
      this.keyProblem = this.#text.of(typed.why);
      return;
    }
    void this.#saving.run(async signal => {
      if (this.probed === undefined) await this.#probe(signal);
      const { chosen, api } = this.probed ?? {};
      const { locale } = this.#text;
      const id = this.known?.id ?? (this.preset === undefined ? idFor(this.name, this.taken) : this.provider);
      const params = {
        id,
        baseUrl: chosen ?? this.baseUrl,
        locale,
        ...(this.name.trim() !== '' && { name: this.name.trim() }),
        ...(this.preset !== undefined && { preset: this.preset }),
        ...(api !== undefined && { api: api as NonNullable<ProvidersShape['calls']['save']['params']['api']> }),
        ...(typed.key !== '' && { key: typed.key }),
      };
      const { status } = await saveAndAsk(this.view, params);
      this.key = '';
      this.probed = undefined;
      left = { name: '', baseUrl: '' };
      dispatch(this, 'providers-connected', { provider: id, isReady: status?.is === 'ready' });
    });
  };
}

function writtenIn(event: Event): string {
  return (event.target as HTMLInputElement & { value: string }).value;
}

/** Each address that was tried, with its answers, and why one of them was chosen. */
function probeCard(text: ProvidersTexts, { chosen, tried, why }: ProbeResult, again: unknown) {
  const asksKey = tried.some(({ baseUrl, lists, generates }) => baseUrl === chosen && (lists === 'key' || generates === 'key'));
  return html`<div class="probe" role="group" aria-label=${text.of('probeName')}>
    <div class="top">
      <ui-state silent state=${chosen === undefined ? 'failed' : asksKey ? 'needs' : 'done'}></ui-state>
      <span role="status">${chosen === undefined ? text.of('probeNone') : html`${text.of('probeUses')} <b class="mono">${chosen}</b>`}</span>${again}
    </div>
    <div class="asked num">${tried.map(({ baseUrl, models, generation, lists, generates, call = '/chat/completions' }) => [
      line(text, `GET ${pathOf(baseUrl)}/models`, models, lists, 'lists', baseUrl === chosen),
      line(text, `POST ${pathOf(baseUrl)}${call}`, generation, generates, 'answers', baseUrl === chosen),
    ])}</div>
    ${why === undefined ? nothing : html`<p class="why">${why}</p>`}
  </div>`;
}

type Served = ProbeResult['tried'][number]['lists'];

function line(text: ProvidersTexts, what: string, said: string, served: Served, does: 'lists' | 'answers', isChosen: boolean) {
  const meaning = text.of(served === 'yes' ? `probe.${does}` : `probe.${served}`);
  const mark =
    served === 'no' ? html`<ui-icon name="x"></ui-icon>` : html`<ui-state silent state=${served === 'yes' ? 'done' : 'needs'}></ui-state>`;
  return html`${mark}<span class="mono" ?data-chosen=${isChosen && served !== 'no'}>${what}</span><span class="said">${answerText(text, said)}, ${meaning}</span>`;
}

/** Only the path, because all addresses have the same host, which is shown above. */
function pathOf(address: string): string {
  return new URL(address).pathname.replace(/(?<!\/)\/+$/, '');
}

/** An answer as a text: an HTTP status as it is, a system code as its meaning. */
function answerText(text: ProvidersTexts, said: string): string {
  if (said === 'timeout') return text.of('said.timeout');
  if (said === 'ECONNREFUSED') return text.of('said.refused');
  if (/^(?:ENOTFOUND|EAI_AGAIN)$/.test(said)) return text.of('said.dns');
  if (said === 'HTML') return text.of('said.page');
  return said.replace(/^HTTP /, '');
}
