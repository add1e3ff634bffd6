import { AgentChannel, type NamedWords, type ReviewedTool } from '@atelier/agent/contract';
import { AppError, KernelChannel } from '@atelier/kernel';
import { dateText, Query, spacedText, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Details, ExtensionsChannel, type Installed, type Offer, type Rights, type Update } from '../../contract/index.ts';
import { isBlocked, isOn, type ListedCosts, type ListedExtension } from '../listed.ts';
import { iconOf, nameOf } from '../name-of.ts';
import { type DefinedRights, linesOf, rightsOf } from '../right-lines.ts';
import { texts, type Word } from '../texts.ts';
import { detailsStyles } from './details-styles.ts';
import { ageOf, provenanceOf } from './facts.ts';

const maxVersions = 6;

/** The details of one extension: its description, rights, costs, versions and provenance, and its actions. */
export class ExtensionsDetails extends LitElement {
  static override styles = detailsStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property() extensionId = '';
  @property({ attribute: false }) defined: DefinedRights = new Map();
  @property({ attribute: false }) extension: ListedExtension | undefined;
  @property({ attribute: false }) installed: Installed | undefined;
  @property({ attribute: false }) costs: ListedCosts | undefined;
  /** The registry that lists it; empty for any that has it. */
  @property() registry = '';
  /** The texts of its tools, and whether the person approved them. */
  @property({ attribute: false }) tools: readonly ReviewedTool[] = [];
  @state() private offer: Offer | undefined;
  @state() private busy = false;
  @state() private step = '';
  @state() private problem: AppError | undefined;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #details = new Query(this, () => this.view, ExtensionsChannel, 'details', {
    params: () => ({ id: this.extensionId, ...this.#listedBy }),
  });
  #openedFor = '';
  #subscription: { dispose(): void } | undefined;

  override connectedCallback(): void {
    super.connectedCallback();
    const channel = this.view.connect(ExtensionsChannel);
    const handles = [
      channel.on('progress', ({ id, step }) => {
        if (id === this.extensionId) this.step = step;
      }),
      // Retry, because the registries may have changed.
      channel.on('changed', () => {
        const { state } = this.#details;
        if (state.status === 'failed' || (state.status === 'ready' && state.value.failure !== undefined)) this.#details.refresh();
      }),
    ];
    this.#subscription = { dispose: () => handles.forEach(handle => void handle.dispose()) };
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#subscription?.dispose();
    void this.#decline();
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has('extensionId')) {
      void this.#decline();
      this.problem = undefined;
      this.busy = false;
      this.step = '';
    }
    const before = changed.get('installed');
    const isOther = before?.version !== this.installed?.version || before?.update?.version !== this.installed?.update?.version;
    if (changed.has('installed') && isOther) this.#details.refresh();
  }

  override updated(): void {
    // An update that asks for more opens its offer by itself.
    const { update } = this.installed ?? {};
    const wanted = update?.asksMore && !update.kept ? `${this.extensionId} ${update.version}` : '';
    if (wanted === '' || wanted === this.#openedFor) return;
    this.#openedFor = wanted;
    void this.ask(update?.version);
  }

  override render() {
    const text = this.#text;
    const { extension, offer, problem } = this;
    const { state: found } = this.#details;
    const details = found.status === 'ready' && found.value.id === this.extensionId ? found.value : undefined;
    const name = this.#nameIn(details);
    const bundled = extension?.bundled ?? false;
    // Without any data, neither facts nor actions are shown.
    const isKnown = extension !== undefined || (details !== undefined && details.failure === undefined);
    return html`
      <div class="page">
        <ui-button class="back" icon="arrow-left" @click=${() => this.#act('back')}>${text.of('back')}</ui-button>
        ${this.#head(name, details?.latest, bundled, isKnown)}
        ${this.busy && offer === undefined ? html`<div class="step" role="status"><ui-progress kind="arc"></ui-progress>${text.of(this.step === '' || this.step === 'done' || this.step === 'failed' ? 'installing' : (`step.${this.step}` as Word))}</div>` : nothing}
        ${problem === undefined ? nothing : html`<ui-alert kind="danger">${spacedText(text.locale, problem.in(text.locale))}</ui-alert>`}
        ${extension?.problem ? this.#problemAlert(extension, extension.problem.message) : nothing}
        ${extension?.problems.map(one => html`<ui-alert kind="warn">${spacedText(text.locale, one.message)}</ui-alert>`) ?? nothing}
        ${details?.blocked && extension?.problem === undefined ? html`<ui-alert kind="danger" heading=${text.of('blocked')}>${details.blocked[text.locale]}</ui-alert>` : nothing}
        ${offer === undefined ? nothing : html`<extensions-offer .view=${this.view} .offer=${offer} .defined=${this.defined} .tools=${this.tools} name=${name} ?busy=${this.busy} @offer-answered=${this.#answered}></extensions-offer>`}
        ${isKnown ? this.#facts(details, bundled) : details === undefined && found.status !== 'failed' ? html`<ui-skeleton class="wait" lines="6"></ui-skeleton>` : nothing}
        ${details?.failure ? html`<ui-alert kind="warn" heading=${text.of('offline')}>${details.failure.message[text.locale]}<ui-button slot="actions" @click=${() => this.#details.refresh()}>${text.of('retry')}</ui-button></ui-alert>` : nothing}
        ${found.status === 'failed' ? html`<ui-alert kind="warn">${found.message}</ui-alert>` : nothing}
      </div>
    `;
  }

  #facts(details: Details | undefined, bundled: boolean) {
    const text = this.#text;
    const { extension, installed, offer } = this;
    const { state: found } = this.#details;
    const name = this.#nameIn(details);
    const description = extension?.description ?? details?.description;
    const asks = (extension?.asks ?? details?.asks ?? {}) as Rights;
    return html`
        <div class="two">
          <div>
            <ui-section heading=${text.of('whatItDoes')} level="3"><p class=${description ? 'what' : 'quiet'}>${description ?? text.of('noDescription')}</p></ui-section>
            ${offer !== undefined && extension === undefined ? nothing : this.#rights(asks, bundled)}
            ${offer !== undefined || this.tools.length === 0 ? nothing : html`<ui-section heading=${text.of('toolWords')} level="3"><extensions-tools .view=${this.view} .tools=${this.tools} ?busy=${this.busy} @tools-approved=${this.#approved}></extensions-tools></ui-section>`}
            ${bundled ? nothing : html`<extensions-readme .view=${this.view} .readme=${details?.readme} ?loading=${details === undefined && found.status !== 'failed'}></extensions-readme>`}
          </div>
          <div>
            ${this.costs && extension ? html`<ui-section heading=${text.of('costs')} level="3"><span slot="actions" class="live"><ui-icon name="activity"></ui-icon>${text.of('live')}</span><extensions-costs .view=${this.view} .costs=${this.costs} name=${name}></extensions-costs></ui-section>` : nothing}
            ${extension === undefined || bundled ? nothing : html`<extensions-servers .view=${this.view} extensionId=${this.extensionId}></extensions-servers>`}
            ${bundled || found.status === 'failed' || details?.versions.length === 0 ? nothing : html`<ui-section heading=${text.of('versions')} level="3">${this.#versions(details?.versions ?? [])}</ui-section>`}
            <ui-section heading=${text.of('provenance')} level="3">${provenanceOf(text, bundled ? undefined : details, installed, extension)}</ui-section>
          </div>
        </div>
    `;
  }

  #nameIn(details: Details | undefined): string {
    return this.extension?.displayName ?? details?.displayName ?? nameOf(this.extensionId);
  }

  #head(name: string, latest: string | undefined, bundled: boolean, isKnown: boolean) {
    const text = this.#text;
    const { extension, installed } = this;
    const version = extension?.version || latest;
    const publisher = bundled ? text.of('comesWith') : installed?.publisher;
    const { kind, icon } = extension ?? {};
    return html`
      <div class="head">
        <span class="tile"><ui-icon name=${iconOf({ icon, bundled, channel: kind === 'channel' })}></ui-icon></span>
        <div class="title">
          <h2>${name}</h2>
          <div class="under"><span class="mono">${this.extensionId}</span>${version ? html`<span>${version}</span>` : nothing}${publisher ? html`<span>${publisher}</span>` : nothing}${kind === 'channel' ? html`<ui-badge>${text.of('channel')}</ui-badge>` : nothing}</div>
        </div>
        <div class="acts">${extension ? this.#switches(extension) : isKnown ? this.#install() : nothing}</div>
      </div>
    `;
  }

  /** While the offer is shown, it has the button. */
  #install() {
    if (this.offer !== undefined) return nothing;
    return html`<ui-button kind="solid" ?busy=${this.busy} @click=${() => this.ask()}>${this.#text.of('install')}</ui-button>`;
  }

  #switches(extension: ListedExtension) {
    const text = this.#text;
    const { installed } = this;
    const { update, previous } = installed ?? {};
    const on = isOn(extension);
    const canSwitch = extension.state !== 'refused' && extension.version !== '' && !isBlocked(extension);
    return html`
      ${update && !this.offer ? html`<ui-button kind="line" ?busy=${this.busy} @click=${() => this.ask(update.version)}>${text.of('update')}</ui-button>` : nothing}
      <ui-button kind="line" icon="scroll-text" @click=${() => this.#act('log')}>${text.of('logs')}</ui-button>
      <ui-menu end label=${text.of('more')} @ui-select=${this.#chosen}>
        <ui-icon-button slot="trigger" icon="ellipsis" label=${text.of('more')}></ui-icon-button>
        <ui-menu-item value="health" icon="activity">${text.of('health')}</ui-menu-item>
        ${previous === undefined ? nothing : html`<ui-menu-item value="previous" icon="undo-2">${text.of('goBackTo', { version: previous })}</ui-menu-item>`}
        ${installed === undefined ? nothing : html`<ui-menu-item value="remove" icon="trash-2" danger>${text.of('remove')}</ui-menu-item>`}
      </ui-menu>
      ${canSwitch ? html`<ui-switch label=${extension.displayName} title=${text.of(on ? 'switchOff' : 'switchOn')} .checked=${on} @change=${() => this.#act(on ? 'disable' : 'enable')}></ui-switch>` : nothing}
    `;
  }

  /** Why it does not run, with the possible actions. */
  #problemAlert(extension: ListedExtension, message: string) {
    const text = this.#text;
    const { state: how } = extension;
    const previous = this.installed?.previous;
    const blocked = isBlocked(extension);
    const stopped = how === 'failed' || how === 'quarantined';
    const again =
      how === 'failed'
        ? html`<ui-button slot="actions" @click=${() => this.#act('retry')}>${text.of('retry')}</ui-button>`
        : html`<ui-button slot="actions" @click=${() => this.#act('enable')}>${text.of('startAgain')}</ui-button>`;
    const back = html`<ui-button slot="actions" ?busy=${this.busy} @click=${() => this.ask(previous)}>${text.of('goBackTo', { version: previous ?? '' })}</ui-button>`;
    const see = html`<ui-button slot="actions" @click=${this.#openBlockList}>${text.of('seeBlocked')}</ui-button>`;
    const heading = text.of(blocked ? 'blocked' : (`state.${how}` as Word));
    return html`<ui-alert kind=${stopped ? 'danger' : 'warn'} heading=${heading}>${spacedText(text.locale, message)}${blocked ? see : stopped ? again : nothing}${stopped && previous !== undefined ? back : nothing}</ui-alert>`;
  }

  #rights(asks: Rights, bundled: boolean) {
    const text = this.#text;
    const decides = this.#decides(bundled);
    const note = decides ? text.of('atOnce') : text.of('willAsk');
    const both = decides && linesOf(asks).length > 1;
    return html`<ui-section heading=${text.of('rights')} level="3">
      ${both ? html`<ui-button slot="actions" size="24" @click=${() => this.#grant(asks)}>${text.of('grantAll')}</ui-button><ui-button slot="actions" size="24" @click=${() => this.#grant({})}>${text.of('grantNone')}</ui-button>` : nothing}
      <extensions-rights .view=${this.view} .asks=${asks} .defined=${this.defined} .granted=${(this.extension?.granted ?? {}) as Rights} ?fixed=${!decides} @rights-changed=${(event: CustomEvent<Rights>) => this.#grant(event.detail)}></extensions-rights>
      ${linesOf(asks).length === 0 || bundled ? nothing : html`<p class="note">${note}</p>`}
    </ui-section>`;
  }

  #versions(versions: readonly { readonly version: string; readonly date?: string }[]) {
    const text = this.#text;
    const { update, version: own, previous } = this.installed ?? {};
    // The list is sorted from newest to oldest.
    const at = versions.findIndex(({ version }) => version === own);
    return versions.slice(0, maxVersions).map(({ version, date }, index) => {
      const verb = own === undefined || index < at ? 'take' : 'goBack';
      const isNext = update?.version === version;
      const what =
        version === own
          ? html`<span class="use"><ui-state state="done" silent></ui-state>${text.of('inUse')}</span>`
          : isNext
            ? html`<span class=${update.asksMore ? 'asks' : ''}>${this.#next(update)}</span>`
            : html`<ui-button size="24" ?disabled=${this.busy} title="${text.of(verb)} · ${version}" @click=${() => this.ask(version)}>${text.of(verb)}${version === previous ? ` · ${text.of('previous')}` : ''}</ui-button>`;
      return html`<div class="version"><b>${version}</b>${what}<time>${ageOf(text, date)}</time></div>`;
    });
  }

  #next({ asksMore, heldUntil, failed }: Update): string {
    const text = this.#text;
    if (failed) return text.of('itDidNotStart');
    if (heldUntil !== undefined) return text.of('heldUntil', { day: dateText(text.locale, Date.parse(heldUntil)) });
    return asksMore ? text.of('offerMore', { version: '' }).trim() : text.of('update');
  }

  #decides(bundled: boolean): boolean {
    return this.extension !== undefined && !bundled && this.extension.version !== '';
  }

  get #listedBy(): { readonly registry?: string } {
    return this.registry === '' ? {} : { registry: this.registry };
  }

  /** Downloads a version and shows its offer; an update that asks for nothing more is installed at once. */
  async ask(version?: string): Promise<void> {
    const id = this.extensionId;
    await this.#work(async () => {
      const offer = await this.view
        .connect(ExtensionsChannel)
        .call('offer', { id, ...this.#listedBy, ...(version !== undefined && { version }) });
      if (id !== this.extensionId) return;
      const needsNoAnswer = offer.installed !== undefined && !offer.asksMore && offer.heldUntil === undefined;
      if (needsNoAnswer)
        await this.view.connect(ExtensionsChannel).call('install', { ticket: offer.ticket, rights: stillAskedRights(offer) });
      else this.offer = offer;
    });
  }

  readonly #answered = async (
    event: CustomEvent<{ answer: 'keep' | 'allow'; ticket: string; rights: Rights; tools: string[] }>,
  ): Promise<void> => {
    const { answer, ticket, rights, tools } = event.detail;
    const isUpdate = this.offer?.installed !== undefined;
    await this.#work(async () => {
      const channel = this.view.connect(ExtensionsChannel);
      if (answer === 'keep') await channel.call('decline', { ticket, keep: isUpdate });
      // The button of a held-back version says "now", so the person has agreed.
      else await channel.call('install', { ticket, rights, tools, early: this.offer?.heldUntil !== undefined });
    });
    this.offer = undefined;
  };

  async #decline(): Promise<void> {
    const { offer } = this;
    this.offer = undefined;
    this.#openedFor = '';
    if (offer === undefined || this.busy) return;
    await this.view
      .connect(ExtensionsChannel)
      .call('decline', { ticket: offer.ticket })
      .catch(() => undefined);
  }

  #grant(rights: Rights): void {
    void this.#work(async () => {
      // The texts of the newly granted tools are fully shown below, so they count as read.
      const read = this.tools.filter(({ name, state }) => state === 'notGranted' && rights.tools?.includes(name));
      await this.view.connect(KernelChannel).call('grantRights', { id: this.extensionId, rights: rights as never });
      if (read.length > 0) await this.#approve(read);
      this.#act('refresh');
    });
  }

  readonly #approved = (event: CustomEvent<NamedWords[]>): void => {
    void this.#work(() => this.#approve(event.detail));
  };

  async #approve(tools: readonly NamedWords[]): Promise<void> {
    const read = tools.map(({ name, words }) => ({ name, words }));
    await this.view.connect(AgentChannel).call('approveTools', { extension: this.extensionId, tools: read });
  }

  async #work(work: () => Promise<void>): Promise<void> {
    const id = this.extensionId;
    this.busy = true;
    this.problem = undefined;
    try {
      await work();
    } catch (error) {
      if (id === this.extensionId)
        this.problem = error instanceof AppError ? error : AppError.fromRecord({ code: 'view/failed', message: String(error) });
    } finally {
      if (id === this.extensionId) this.busy = false;
    }
  }

  readonly #chosen = (event: CustomEvent<{ readonly value: string }>): void => {
    const { value } = event.detail;
    if (value === 'previous') void this.ask(this.installed?.previous);
    else this.#act(value);
  };

  readonly #openBlockList = (): void => {
    const params = { section: 'extensions-supply', setting: 'blocked' };
    void this.#work(async () => void (await this.view.connect(WindowChannel).call('open', { view: 'settings.page', params })));
  };

  #act(action: string): void {
    this.dispatchEvent(new CustomEvent('extension-action', { detail: { action, id: this.extensionId }, bubbles: true, composed: true }));
  }
}

function stillAskedRights({ asks, granted }: Offer): Rights {
  const keys = new Set(linesOf(asks).map(({ key }) => key));
  return rightsOf(linesOf(granted).filter(({ key }) => keys.has(key)));
}
