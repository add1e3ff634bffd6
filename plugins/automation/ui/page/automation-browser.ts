import type { Handle } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Query, Slice, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { AutomationChannel, type Rule, type Template } from '../../contract/index.ts';
import { focusCommands } from '../fields/focus-commands.ts';
import type { AutomationList } from '../list/automation-list.ts';
import type { AutomationRule } from '../rule/automation-rule.ts';
import { texts } from '../texts.ts';
import { failureOf, groupedRules } from '../words.ts';
import { browserStyles } from './browser-styles.ts';
import { asNew, type Edit, givesCommands, type Kept, orphanOf, unsaved, withCommands, withEdit } from './edits.ts';

const minute = 60_000;
/** A receipt has so much of what was refused. */
const longestKept = 200;

/** What it is opened for: a rule, that of a message, or a new one. */
interface Asked {
  readonly rule?: string;
  readonly conversation?: string;
  readonly entry?: string;
  readonly add?: unknown;
  /** What its newest run was refused is put into its form. */
  readonly allow?: boolean;
}

/** The page of automations: the rules, the one that is chosen, and its receipts. */
export class AutomationBrowser extends LitElement {
  static override styles = browserStyles;

  @property({ attribute: false }) view!: ViewHost;
  @state() private selected: string | undefined;
  /** In a narrow window, the rule lies over the list. */
  @state() private opened = false;
  @state() private edits: Readonly<Record<string, Edit>> = {};
  @state() private now = Date.now();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #params = new Slice(this, () => this.view, 'params');
  readonly #visible = new Slice(this, () => this.view, 'visible');
  readonly #rules = new Query(this, () => this.view, AutomationChannel, 'list', { params: () => ({}), refreshOn: 'rulesChanged' });
  readonly #templates = new Query(this, () => this.view, AutomationChannel, 'templates', {
    params: () => ({ language: this.#text.locale }),
  });
  #runs: Handle | undefined;
  #minutes = 0;
  #asked = '';
  #added: Rule | undefined;
  #allowing: string | undefined;
  /** What was chosen takes the focus once it is drawn. */
  #isGoing = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.#minutes = window.setInterval(() => this.#visible.value !== false && this.#look(), minute);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearInterval(this.#minutes);
    void this.#runs?.dispose();
    this.#runs = undefined;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (this.view === undefined || !this.isConnected) return;
    // The state of a rule changes with its runs.
    this.#runs ??= this.view.connect(AutomationChannel).on('receiptsChanged', () => this.#look());
    if (changed.has('view')) {
      const { selected, edits = {} } = (this.view.state.get() ?? {}) as Kept;
      this.selected = selected;
      this.edits = edits;
    }
    const asked = JSON.stringify(this.#params.value ?? {});
    if (asked !== this.#asked) {
      this.#asked = asked;
      const { rule, add, conversation, entry, allow } = (this.#params.value ?? {}) as Asked;
      if (allow === true) this.#allowing = rule;
      if (rule !== undefined) this.#select(rule);
      else if (conversation !== undefined) void this.#selectFor({ conversation, ...(entry !== undefined && { entry }) });
      if (add !== undefined) this.#choose(unsaved);
    }
    const { rules } = this;
    const gone = rules && orphanOf(this.edits, rules);
    if (gone !== undefined) this.#keepWords(gone);
    if (rules === undefined || this.selected === unsaved || rules.some(({ id }) => id === this.selected)) return;
    // A wide window always shows one.
    this.selected = groupedRules(rules)[0]?.[1][0]?.id;
    this.opened = false;
  }

  override render() {
    const text = this.#text;
    const { state } = this.#rules;
    const { rules } = this;
    const paused = state.status === 'ready' && state.value.paused;
    const pause = paused ? text.of('resumeAll') : text.of('pauseAll');
    const [icon, toggle] = [
      paused ? 'play' : 'circle-pause',
      () => void this.#try(() => this.#client.call(paused ? 'resumeAll' : 'pauseAll', {})),
    ];
    return html`
      <ui-header heading=${text.of('name')} meta=${this.#meta(rules, paused)}>
        ${
          rules === undefined || rules.length === 0
            ? nothing
            : html`<ui-button slot="actions" class="large" kind="line" icon=${icon} @click=${toggle}>${pause}</ui-button><ui-icon-button slot="actions" class="small" icon=${icon} label=${pause} @click=${toggle}></ui-icon-button>`
        }
        <ui-button slot="actions" kind="line" icon="plus" @click=${() => this.#add()}>${text.of('newRule')}</ui-button>
      </ui-header>
      <div class="body">${this.#body(rules, paused)}</div>
    `;
  }

  #body(rules: readonly Rule[] | undefined, paused: boolean) {
    const text = this.#text;
    const { state } = this.#rules;
    if (state.status === 'failed')
      return html`<div class="problem"><ui-alert kind="danger">${state.error.in(text.locale)}<ui-button slot="actions" size="24" @click=${() => this.#rules.refresh()}>${text.of('tryAgain')}</ui-button></ui-alert></div>`;
    if (rules === undefined) return html`<div class="nothing"><ui-progress label=${text.of('loading')}></ui-progress></div>`;
    if (rules.length === 0 && this.selected !== unsaved) return this.#empty();
    const { selected } = this;
    const rule = rules.find(({ id }) => id === selected);
    return html`<div class="cols ${this.opened || rules.length === 0 ? 'opened' : ''}">
      ${
        rules.length === 0
          ? nothing
          : html`<automation-list .view=${this.view} .rules=${rules} .now=${this.now} .paused=${paused} .selected=${selected} .changed=${Object.keys(this.edits)}
            @choose=${(event: CustomEvent<string>) => this.#choose(event.detail)}></automation-list>`
      }
      <div class="one">
        <div class="back"><ui-button icon="arrow-left" @click=${this.#close}>${text.of('backToList')}</ui-button></div>
        ${
          rule === undefined && selected !== unsaved
            ? nothing
            : keyed(
                selected,
                html`<automation-rule .view=${this.view} .rule=${rule} .edit=${this.edits[selected ?? '']} .templates=${this.#suggested} .paused=${paused}
              @edit=${(event: CustomEvent<Edit | null>) => this.#edit(selected ?? unsaved, event.detail ?? undefined)}
              @saved=${(event: CustomEvent<Rule>) => this.#saved(selected ?? unsaved, event.detail)}
              @removed=${this.#close} @discard=${() => this.#discard(selected ?? unsaved)}></automation-rule>`,
              )
        }
        ${rule === undefined ? nothing : keyed(rule.id, html`<automation-receipts .view=${this.view} .rule=${rule.id} .canAllow=${givesCommands(rule.draft)} @allow=${(event: CustomEvent<readonly string[]>) => this.#allow(rule, event.detail)}></automation-receipts>`)}
      </div>
    </div>`;
  }

  #empty() {
    const text = this.#text;
    return html`<div class="empty">
      <ui-empty icon="calendar-clock" text=${text.of('empty')}><ui-button kind="accent" icon="plus" @click=${() => this.#add()}>${text.of('writeFirst')}</ui-button></ui-empty>
      ${
        this.#suggested.length === 0
          ? nothing
          : html`<section aria-label=${text.of('examples')}><h2>${text.of('examples')}</h2><ul>${this.#suggested.map(
              one => html`<li><button @click=${() => this.#add(one)}><b>${one.title}</b><span>${one.sentence}</span></button></li>`,
            )}</ul></section>`
      }
    </div>`;
  }

  get rules(): readonly Rule[] | undefined {
    const { state } = this.#rules;
    if (state.status !== 'ready') return undefined;
    const { rules } = state.value;
    if (this.#added === undefined) return rules;
    // One that was just saved is shown before the list is read again.
    if (rules.some(({ id }) => id === this.#added?.id)) this.#added = undefined;
    return this.#added === undefined ? rules : [...rules, this.#added];
  }

  get #suggested(): readonly Template[] {
    const { state } = this.#templates;
    return state.status === 'ready' ? state.value : [];
  }

  get #client() {
    return this.view.connect(AutomationChannel);
  }

  #meta(rules: readonly Rule[] | undefined, paused: boolean): string {
    if (rules === undefined || rules.length === 0) return '';
    const text = this.#text;
    const all = text.count('rules', rules.length);
    return `${all}, ${paused ? text.of('allPaused') : text.count('someOn', rules.filter(({ on }) => on).length)}`;
  }

  #add(template?: Template): void {
    if (template !== undefined) this.#edit(unsaved, { text: template.sentence, read: '', title: template.title });
    this.#choose(unsaved);
  }

  /** Of the person's own accord: the focus goes along. */
  #choose(id: string): void {
    this.#select(id);
    this.#isGoing = true;
    this.requestUpdate();
  }

  override updated(): void {
    const asking = this.rules?.find(({ id }) => id === this.#allowing);
    if (asking !== undefined) {
      this.#allowing = undefined;
      this.#allow(asking, asking.last?.refused ?? []);
    }
    // Once there is something to go to: the rules may still be read.
    if (!this.#isGoing || this.rules === undefined) return;
    this.#isGoing = false;
    const back = this.renderRoot.querySelector<HTMLElement>('.back');
    if (this.selected === unsaved) this.renderRoot.querySelector<AutomationRule>('automation-rule')?.focus();
    // In a narrow window it lies over the list.
    else if (back?.checkVisibility() === true) back.querySelector<HTMLElement>('ui-button')?.focus();
  }

  #select(id: string): void {
    this.selected = id;
    this.opened = true;
    this.#keep();
  }

  /** The rule that began with a message of a conversation. */
  async #selectFor(message: { readonly conversation: string; readonly entry?: string }): Promise<void> {
    await this.#try(async () => {
      const rule = await this.#client.call('begunBy', message);
      if (rule !== null) this.#select(rule);
    });
  }

  readonly #close = (): void => {
    this.opened = false;
    if (this.rules?.length === 0) this.selected = undefined;
    this.#keep();
    void this.updateComplete.then(() => this.renderRoot.querySelector<AutomationList>('automation-list')?.focus());
  };

  /** Puts what a run was refused into the form of its rule, where the person reads it before it is saved. */
  #allow(rule: Rule, refused: readonly string[]): void {
    // One that is cut is not exactly what was run.
    const edit = withCommands(
      this.edits[rule.id],
      rule,
      refused.filter(one => one.length < longestKept),
    );
    const shown = this.renderRoot.querySelector<AutomationRule>('automation-rule');
    if (edit === undefined || shown === null) return;
    this.#edit(rule.id, edit);
    shown.isForm = true;
    void this.updateComplete.then(() => focusCommands(shown));
  }

  #edit(id: string, edit: Edit | undefined): void {
    this.edits = withEdit(this.edits, id, edit);
    this.#keep();
  }

  /** A rule was deleted elsewhere while the person wrote: the words become those of a new one. */
  #keepWords(gone: string): void {
    this.edits = asNew(this.edits, gone);
    if (this.selected === gone) {
      this.selected = unsaved;
      this.#isGoing = true;
    }
    this.#keep();
    toast({ text: this.#text.of('orphan') });
  }

  #saved(id: string, rule: Rule): void {
    this.#edit(id, undefined);
    if (id !== unsaved) return;
    this.#added = rule;
    this.#rules.refresh();
    this.selected = rule.id;
    this.#keep();
    void this.updateComplete.then(() => this.renderRoot.querySelector<AutomationRule>('automation-rule')?.focusFoot());
  }

  #discard(id: string): void {
    this.#edit(id, undefined);
    if (id !== unsaved) return;
    this.selected = undefined;
    this.#close();
  }

  #keep(): void {
    this.view.state.set({ edits: this.edits, ...(this.selected !== undefined && { selected: this.selected }) } satisfies Kept);
  }

  #look(): void {
    this.now = Date.now();
    this.#rules.refresh();
  }

  async #try(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
