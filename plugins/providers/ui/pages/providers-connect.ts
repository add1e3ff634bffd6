import { Query, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type LocalFound, type PresetGroup, ProvidersChannel } from '../../contract/index.ts';
import { type Entry, listed } from '../entries.ts';
import { keyIn, ownerOf } from '../key-forms.ts';
import { Action } from '../parts/action.ts';
import { AskOnce } from '../parts/asking.ts';
import { LocalSearch } from '../parts/local-search.ts';
import type { PartEvents } from '../parts/part-events.ts';
import { plain, rowStyles } from '../parts/styles.ts';
import { foundText, secondLine, standingMark, stateCard } from '../parts/words.ts';
import { textsFor } from '../texts.ts';

const ownServer = 'custom';
/** How many companies are shown at first; a button shows the rest. */
const shownFirst = 10;
const machines = new Set(['ollama', 'lmstudio']);

/** Connects a first provider: one found on this machine, one of a company, or a server of the person. */
export class ProvidersConnect extends LitElement {
  static override styles = [
    plain,
    rowStyles,
    css`
      :host { container-type: inline-size; padding-block-end: var(--s-16); }
      .lab { display: flex; flex-wrap: wrap; align-items: center; gap: var(--s-8); min-height: 24px; margin: var(--s-16) 0 var(--s-6); font: 500 12px/16px var(--font); color: var(--text-2); }
      .lab:first-child { margin-block-start: 0; }
      .grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(168px, 1fr)); gap: var(--s-8); }
      .opt { position: relative; display: flex; align-items: center; gap: 10px; min-width: 0; min-height: 56px; padding: 8px 10px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); transition: background var(--fast); }
      .opt:hover { background: linear-gradient(var(--hover), var(--hover)), var(--raised); }
      .opt[aria-checked="true"] { border-color: var(--text); box-shadow: inset 0 0 0 .5px var(--text); }
      .opt b { display: block; font-weight: 500; line-height: 18px; }
      .opt small { display: block; font: var(--t-11); color: var(--text-2); }
      .opt > ui-state, .opt > ui-icon { position: absolute; inset-block-end: 10px; inset-inline-end: 10px; }
      .opt .tile { text-transform: none; }
      .any { margin-block-end: var(--s-12); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      .how.edit { display: block; margin-block-start: var(--s-8); }
      .how { display: grid; gap: var(--s-12); padding: 12px; border: 1px solid var(--line); border-radius: var(--r-8); background: var(--raised); }
      @container (max-width: 420px) { .grid { grid-template-columns: repeat(2, minmax(0, 1fr)); } .opt { padding-inline: 8px; gap: 8px; } }
      @media (prefers-reduced-motion: reduce) { .opt { transition: none; } }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private company = '';
  @state() private preset = '';
  /** The key of the person's own server that is being changed. */
  @state() private edited = '';
  @state() private showsAll = false;
  @state() private asksKey = false;
  @state() private keyProblem = '';

  readonly #text = textsFor(this, () => this.view);
  readonly #providers = new Query(this, () => this.view, ProvidersChannel, 'list', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'providersChanged',
  });
  readonly #presets = new Query(this, () => this.view, ProvidersChannel, 'presets', { params: () => ({}) });
  readonly #local = new LocalSearch(this, () => this.view);
  readonly #action = new Action(this);
  readonly #asks = new AskOnce();
  /** A server that was added and is not shown yet. */
  #new = '';

  override updated(): void {
    const { state: providers } = this.#providers;
    if (providers.status !== 'ready') return;
    this.#asks.of(this.view, providers.value, this.#text.locale);
    const row = this.renderRoot.querySelector<HTMLElement>(`.hit[data-key="${CSS.escape(this.#new)}"]`);
    if (row === null) return;
    this.#new = '';
    row.focus();
    row.scrollIntoView({ block: 'nearest' });
  }

  override render() {
    const [providers, presets] = [this.#providers.state, this.#presets.state];
    if (providers.status === 'failed') return html`<ui-alert kind="danger">${providers.message}</ui-alert>`;
    if (providers.status === 'pending' || presets.status !== 'ready') return html`<ui-skeleton kind="rows" lines="6"></ui-skeleton>`;
    const all = listed(presets.value, providers.value, this.#local.found);
    const entries = [...all.groups, ...all.unset].flatMap(group => group.entries);
    const companies = presets.value.filter(({ id }) => !machines.has(id) && id !== ownServer);
    const taken = new Set([...providers.value.map(({ id }) => id), ...entries.map(({ provider }) => provider)]);
    const own = entries.filter(({ way }) => way === 'server');
    return html`
      ${this.#machines(entries)}
      ${own.length === 0 ? nothing : this.#own(own)}
      <div class="lab"><span>${this.#text.of('orService')}</span><span class="grow"></span>
        <ui-button size="24" icon="key-round" .pressed=${this.asksKey} @click=${this.#toggleAnyKey}>${this.#text.of('anyKey')}</ui-button></div>
      ${this.asksKey ? this.#anyKey() : nothing}
      ${this.#grid(companies, entries)}
      ${this.#way(companies, entries, taken)}
    `;
  }

  #machines(entries: readonly Entry[]) {
    const here = entries.filter(({ way, found }) => way === 'machine' && found !== undefined && (found.installed || found.running));
    return html`
      <div class="lab"><span>${this.#text.of('foundHere')}</span><span class="grow"></span><ui-button size="24" icon="refresh-cw" ?busy=${this.#local.busy} @click=${() => this.#local.look()}>${this.#text.of('lookAgain')}</ui-button></div>
      ${here.length === 0 ? html`<p class="quiet" role="status">${this.#text.of(this.#local.busy ? 'lookingHere' : 'nothingHere')}</p>` : html`<ul class="rows">${here.map(entry => this.#machine(entry, entry.found!))}</ul>`}
      <div role="alert">${this.#action.problem === '' ? nothing : html`<ui-alert kind="danger">${this.#action.problem}</ui-alert>`}</div>
    `;
  }

  #machine(entry: Entry, found: LocalFound) {
    return html`<li class="row">
      <span class="tile"><ui-icon name="laptop"></ui-icon></span>
      <span class="words"><b>${found.name}</b><small>${foundText(this.#text, found)}${found.running ? html` ${this.#text.of('staysHere')}` : nothing}</small></span>
      <span class="end">${
        entry.standing !== 'unset'
          ? standingMark(this.#text, entry)
          : found.running
            ? html`<ui-button kind="line" ?busy=${this.#action.busy} @click=${() => this.#use(found)}>${this.#text.of('useIt', { name: found.name })}</ui-button>`
            : html`<ui-state silent state="off"></ui-state>${this.#text.of('offline')}`
      }</span>
    </li>`;
  }

  #own(entries: readonly Entry[]) {
    return html`<div class="lab">${this.#text.of('yours')}</div><ul class="rows">${entries.map(
      entry =>
        html`<li class="row" ?data-current=${entry.key === this.edited}><span class="tile"><ui-icon name="server"></ui-icon></span><span class="words"><button class="hit" data-key=${entry.key} aria-expanded=${entry.key === this.edited ? 'true' : 'false'} @click=${() => this.#edit(entry.key)}><b>${entry.name}</b>${secondLine(this.#text, entry)}</button></span><span class="end said">${standingMark(this.#text, entry)}</span></li>`,
    )}</ul>
    ${entries.filter(({ key }) => key === this.edited).map(entry => html`<div class="how edit"><providers-details .view=${this.view} .entry=${entry}></providers-details></div>`)}`;
  }

  /** A field for any key: the company is recognised by its first characters; otherwise the person chooses it. */
  #anyKey() {
    return html`<div class="any"><ui-field label=${this.#text.of('anyKeyLabel')} hint=${this.#text.of('anyKeyHint')} error=${this.keyProblem}>
      <ui-input type="password" icon="key-round" name="anyKey" maxlength="10000" @paste=${this.#pasted} @change=${this.#typed}></ui-input>
    </ui-field></div>`;
  }

  #grid(companies: readonly PresetGroup[], entries: readonly Entry[]) {
    const shown = this.showsAll ? companies : companies.slice(0, shownFirst);
    const rest = companies.slice(shownFirst);
    const isSet = ({ variants }: PresetGroup) =>
      variants.some(({ preset }) => entries.find(({ key }) => key === preset)?.standing === 'ready');
    return html`<div class="grid" role="radiogroup" aria-label=${this.#text.of('services')} @keydown=${this.#move}>
      ${shown.map(company => this.#option(company.id, company.name, waysText(this.#text, company), monogram(company.name), isSet(company)))}
      ${this.showsAll || rest.length === 0 ? nothing : html`<button class="opt" @click=${this.#showAll}><span class="tile"><ui-icon name="plus"></ui-icon></span><span class="grow"><b>${this.#text.count('moreServices', rest.length)}</b><small class="cut">${rest.map(({ name }) => name).join(', ')}</small></span></button>`}
      ${this.#option(ownServer, this.#text.of('ownServer'), this.#text.of('address'), html`<ui-icon name="server"></ui-icon>`, false)}
    </div>`;
  }

  #option(id: string, name: string, hint: string, tile: unknown, isSet: boolean) {
    const isChosen = this.company === id;
    const isFirst = this.company === '' && id === 'openai';
    return html`<button class="opt" role="radio" data-company=${id} aria-checked=${isChosen ? 'true' : 'false'} tabindex=${isChosen || isFirst ? 0 : -1} @click=${() => this.#choose(id)}>
      <span class="tile">${tile}</span><span class="grow"><b>${name}</b><small class="cut">${hint}</small></span>
      ${isSet ? html`<ui-state state="done" label=${this.#text.of('state.ready')}></ui-state>` : isChosen ? html`<ui-icon name="check"></ui-icon>` : nothing}
    </button>`;
  }

  #way(companies: readonly PresetGroup[], entries: readonly Entry[], taken: ReadonlySet<string>) {
    const { view } = this;
    if (this.company === ownServer)
      return html`<div class="lab">${this.#text.of('ownServer')}</div><div class="how"><p class="quiet">${this.#text.of('serverHint')}</p><providers-server .view=${view} .taken=${taken} @providers-connected=${this.#added}></providers-server></div>`;
    const company = companies.find(({ id }) => id === this.company);
    if (company === undefined) return nothing;
    const variants = company.variants.flatMap(({ preset }) => entries.filter(({ key }) => key === preset));
    const entry = variants.find(({ key }) => key === this.preset) ?? variants.find(({ standing }) => standing !== 'unset') ?? variants[0];
    if (entry === undefined) return nothing;
    return html`
      <div class="lab">${this.#text.of('connectTo', { name: company.name })}</div>
      <div class="how">
        ${stateCard(this.#text, entry, undefined)}
        ${variants.length < 2 ? nothing : this.#choice(company, variants, entry)}
        ${
          entry.way === 'signIn'
            ? html`<providers-sign-in .view=${view} .provider=${entry.provider} .name=${entry.name} .standing=${entry.standing} primary></providers-sign-in>`
            : html`<providers-key .view=${view} .provider=${entry.provider} .preset=${entry.variant?.preset} .name=${entry.name} .keyUrl=${entry.variant?.keyUrl} .standing=${entry.standing} ?has=${entry.known?.access === 'key'} primary></providers-key>`
        }
      </div>
    `;
  }

  #choice(company: PresetGroup, variants: readonly Entry[], entry: Entry) {
    const options = variants.map(({ key, name, way }) => ({
      value: key,
      label: name,
      hint: this.#text.of(way === 'signIn' ? 'bySignIn' : 'byKeyKept'),
    }));
    return html`<ui-radio-group label=${this.#text.of('connectTo', { name: company.name })} .options=${options} .value=${entry.key} @change=${this.#chooseWay}></ui-radio-group>`;
  }

  #edit(key: string) {
    this.edited = this.edited === key ? '' : key;
  }

  #choose(company: string) {
    this.company = company;
    this.preset = '';
  }

  /** Goes to the row of a server that was added; where it does not work, to what is wrong with it. */
  readonly #added = (event: CustomEvent<PartEvents['providers-connected']>): void => {
    const { provider, isReady } = event.detail;
    this.#choose('');
    this.#new = provider;
    this.edited = isReady === true ? '' : provider;
  };

  readonly #chooseWay = (event: Event): void => {
    this.preset = (event.target as HTMLInputElement).value;
  };

  readonly #showAll = (): void => {
    this.showsAll = true;
  };

  readonly #toggleAnyKey = (): void => {
    this.asksKey = !this.asksKey;
    this.keyProblem = '';
    if (this.asksKey) void this.updateComplete.then(() => this.renderRoot.querySelector<HTMLElement>('.any ui-input')?.focus());
  };

  readonly #pasted = (event: ClipboardEvent): void => {
    event.preventDefault();
    this.#take(event.clipboardData?.getData('text') ?? '');
  };

  readonly #typed = (event: Event): void => {
    const input = event.target as HTMLInputElement;
    if (input.value !== '') this.#take(input.value);
    input.value = '';
  };

  #take(pasted: string) {
    const found = keyIn(pasted);
    const owner = found.ok ? ownerOf(found.key) : undefined;
    this.keyProblem = !found.ok ? this.#text.of(found.why) : owner === undefined ? this.#text.of('keyOfNobody') : '';
    if (!found.ok || owner === undefined) return;
    const { state } = this.#presets;
    const company =
      state.status === 'ready' ? state.value.find(({ variants }) => variants.some(({ preset }) => preset === owner)) : undefined;
    const provider = company?.variants.find(({ preset }) => preset === owner)?.provider ?? owner;
    void this.#action.run(async () => {
      const saved = { id: provider, preset: owner, key: found.key, locale: this.#text.locale };
      await this.view.connect(ProvidersChannel).call('save', saved);
      this.asksKey = false;
      this.showsAll = true;
      this.company = company?.id ?? '';
      this.preset = owner;
      await this.view.connect(ProvidersChannel).call('ask', { id: provider, locale: this.#text.locale });
    });
  }

  #use(found: LocalFound) {
    void this.#action.run(() => this.#local.use(found, this.#text.locale));
  }

  /** Arrow keys go from one option to the next, as in a group of radio buttons. */
  readonly #move = (event: KeyboardEvent): void => {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    const all = [...this.renderRoot.querySelectorAll<HTMLElement>('[role="radio"]')];
    const at = all.indexOf(event.target as HTMLElement);
    const next = all[(at + step + all.length) % all.length];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
    next.click();
  };
}

function monogram(name: string): string {
  return name.slice(0, 2);
}

function waysText(text: ReturnType<typeof textsFor>, { variants }: PresetGroup): string {
  const ways = new Set(variants.map(({ signIn }) => signIn));
  if (ways.has('oauth')) return text.of(ways.has('key') ? 'signInOrKey' : 'signInOnly');
  return text.of(variants.length > 1 ? 'keyTwoEndpoints' : 'key');
}
