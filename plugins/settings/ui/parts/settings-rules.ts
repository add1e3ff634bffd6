import { AgentChannel, type KeptRule } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { dateText, Query, relativeTimeText, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import { property, state } from 'lit/decorators.js';
import { live } from 'lit/directives/live.js';
import { repeat } from 'lit/directives/repeat.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';
import { exactText, groupsOf, isFound, isOtherwise, type RuleGroup } from './rule-groups.ts';
import { keptDrafts } from './settings-rule-draft.ts';

const icons = { allow: 'check', ask: 'message-circle-question-mark', deny: 'ban' } as const;
/** With less room, the list and what is chosen stand one at a time. */
const twoColumns = 640;

/** What the person has answered for longer than once: the rules by where they hold, and beside them the one that is chosen or written. */
export class SettingsRules extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { container: page / inline-size; display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); }
      .room { flex: 1; min-height: 0; container-type: inline-size; }
      .cols { display: grid; grid-template-columns: minmax(0, 1fr); block-size: 100%; }
      .list, .one { --pad: 24px; min-height: 0; overflow: auto; padding: 12px 24px 24px; scrollbar-width: thin; }
      .list { container-type: inline-size; padding-inline: 28px 20px; }
      .one { display: flex; flex-direction: column; padding-block-end: 0; border-inline-start: 1px solid var(--line); }
      .list > p { margin-block-start: 8px; }
      .list > label { margin-block-start: 16px; }
      section { margin-block-start: 16px; }
      label { display: flex; flex-wrap: wrap; align-items: center; gap: 4px 8px; font: var(--t-12); color: var(--text-2); }
      .hd { display: flex; align-items: center; gap: 8px; }
      .hd h2 { flex: 1; min-width: 0; overflow-wrap: anywhere; }
      .hd small { margin-inline-start: 6px; color: var(--text-3); }
      section .path { margin-block-end: 4px; overflow-wrap: anywhere; }
      .rule { display: grid; grid-template-columns: auto minmax(0, 1fr) auto; gap: 0 12px; align-items: center; inline-size: 100%; padding: 5px 12px; border: 0; background: none; color: inherit; font: inherit; text-align: start; }
      .rule + .rule { border-block-start: 1px solid var(--line); }
      .card { overflow: clip; }
      .rule:hover { background: var(--hover); }
      .rule[aria-current] { background: var(--selected); }
      .rule:focus-visible, .link:focus-visible { outline: 2px solid var(--focus); outline-offset: -2px; }
      .what { display: inline-flex; align-items: baseline; gap: 6px; min-inline-size: 80px; font-weight: 500; --icon-size: 14px; }
      .what ui-icon { align-self: center; }
      .allow ui-icon { color: var(--ok); }
      .ask ui-icon { color: var(--warn); }
      .deny ui-icon { color: var(--danger); }
      code { font: var(--c-12); line-height: 20px; white-space: break-spaces; overflow-wrap: anywhere; font-variant-ligatures: none; direction: ltr; }
      code b { font-weight: 400; color: var(--text-2); }
      .cut { display: block; overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
      .cut code { white-space: pre; }
      small { font: var(--t-12); color: var(--text-2); }
      .uses { text-align: end; font-variant-numeric: tabular-nums; }
      .when::before { content: '· '; }
      .uses .when { display: block; }
      .uses .when::before { content: none; }
      .says { padding: 10px 14px; margin-block-end: 16px; }
      .says h2 { display: flex; flex-wrap: wrap; align-items: baseline; gap: 4px 8px; font: inherit; color: inherit; }
      .says .what { min-inline-size: 0; }
      .says code { font-size: 13px; }
      .back { align-self: start; margin-block-end: 8px; }
      .link { border: 0; padding: 0; background: none; font: inherit; color: inherit; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; }
      @container page (max-width: 899px) { [slot=actions]:not(ui-button) { display: none; } }
      @container page (min-width: 900px) { label[slot=''] { display: none; } }
      @container (max-width: ${unsafeCSS(twoColumns - 1)}px) {
        .list, .one { --pad: 16px; padding-inline: 16px; border: 0; }
        .opened .list { display: none; }
      }
      @container (max-width: 420px) {
        .rule { grid-template-columns: auto minmax(0, 1fr); }
        .uses { grid-column: 2; text-align: start; }
        .uses .when { display: inline; }
        .uses .when::before { content: '· '; }
      }
      @container (min-width: ${unsafeCSS(twoColumns)}px) {
        .opened { grid-template-columns: minmax(0, 4fr) minmax(0, 5fr); }
        .back { display: none; }
      }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The rules that are being changed, and '' for a new one: what is written stays while another one is looked at. */
  @state() private drafts: readonly string[] = [...keptDrafts.keys()];
  /** The draft that is shown. */
  @state() private writing: string | undefined = this.drafts.at(-1);
  @state() private typed = '';
  @state() private chosen: string | undefined;
  /** The titles of conversations by id; null for one that is gone. */
  @state() private titles: ReadonlyMap<string, string | null> = new Map();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #kept = new Query(this, () => this.view, AgentChannel, 'listKeptRules', { params: () => ({}), refreshOn: 'rulesChanged' });
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', { params: () => ({}) });
  readonly #asked = new Set<string>();
  /** Chosen once it is in the list. */
  #saved: string | undefined;

  override willUpdate(): void {
    const shown = this.#groups.flatMap(({ rules }) => rules);
    if (shown.some(({ rule }) => rule.id === this.#saved)) [this.chosen, this.#saved] = [this.#saved, undefined];
    // Beside the list there is always one; alone on the screen, only one that the person opened.
    if (shown.every(({ rule }) => rule.id !== this.chosen)) this.chosen = this.offsetWidth < twoColumns ? undefined : shown[0]?.rule.id;
  }

  override updated(): void {
    for (const { rule, givenIn } of this.#all)
      for (const id of [givenIn, rule.scope === 'conversation' ? rule.of : undefined]) if (id !== undefined) void this.#learnTitle(id);
  }

  override render() {
    const text = this.#text;
    const all = this.#all;
    return html`<ui-header heading=${text.of('section.rules')} meta=${all.length === 0 ? '' : text.count('rulesAll', all.length)}>
        ${this.#otherwise('actions')}
        <ui-button slot="actions" kind="line" icon="plus" ?disabled=${this.writing === ''} @click=${() => this.#write('')}>${text.of('newRule')}</ui-button>
      </ui-header>
      <div class="room">${this.#content(all)}</div>`;
  }

  #content(all: readonly KeptRule[]) {
    const text = this.#text;
    const { state } = this.#kept;
    if (state.status === 'failed') return html`<ui-alert kind="warn">${state.error.in(text.locale)}</ui-alert>`;
    if (state.status === 'pending' || this.#projects.state.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    const groups = this.#groups;
    const chosen = all.find(({ rule }) => rule.id === this.chosen);
    const drafts = repeat(
      this.drafts,
      id => id,
      id => {
        const group = groupsOf(all, this.#known).find(({ rules }) => rules.some(kept => kept.rule.id === id));
        const rule = group?.rules.find(kept => kept.rule.id === id)?.rule;
        const where = group === undefined ? '' : visibleText(this.#nameOf(group), 'name');
        return html`<settings-rule-draft style=${id === this.writing ? '' : 'display:none'} .view=${this.view} .of=${id} .rule=${rule} .where=${where} .beside=${this.#beside} @kept=${() => this.requestUpdate()} @done=${(event: CustomEvent<string | undefined>) => this.#written(id, event.detail)}></settings-rule-draft>`;
      },
    );
    const detail = chosen === undefined || this.writing !== undefined ? nothing : this.#detail(chosen);
    const isOpened = this.writing !== undefined || detail !== nothing;
    return html`<div class="cols ${isOpened ? 'opened' : ''}">
      <div class="list">
        ${all.length === 0 ? nothing : html`<ui-search placeholder=${text.of('findRule')} .value=${this.typed} @input=${this.#find}></ui-search>`}
        <p>${text.of('section.rules.about')}</p>
        ${
          groups.length > 0
            ? groups.map(group => this.#group(group))
            : all.length === 0
              ? html`<ui-empty icon="shield-check" text=${text.of('noRules')}></ui-empty>`
              : html`<ui-empty icon="search" role="status" text=${text.of('noRuleFound')}></ui-empty>`
        }
        ${this.#otherwise('')}
      </div>
      ${isOpened || this.drafts.length > 0 ? html`<div class="one" style=${isOpened ? '' : 'display:none'}>${drafts}${detail}</div>` : nothing}
    </div>`;
  }

  get #all(): readonly KeptRule[] {
    return this.#every.filter(({ rule }) => !isOtherwise(rule));
  }

  get #every(): readonly KeptRule[] {
    const { state } = this.#kept;
    return state.status === 'ready' ? state.value : [];
  }

  get #beside(): string {
    return JSON.stringify(this.#every.map(({ rule }) => rule));
  }

  get #known() {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects : [];
  }

  /** What happens where none of the rules matches: it is a rule about everything, or the access mode of the conversation. */
  #otherwise(slot: string) {
    const text = this.#text;
    if (this.#kept.state.status !== 'ready') return nothing;
    const decisions = this.#every.flatMap(({ rule }) => (isOtherwise(rule) ? [rule.decision] : []));
    const value = decisions.find(one => one === 'deny') ?? decisions[0] ?? '';
    const options = [
      { value: '', label: text.of('otherwiseMode') },
      { value: 'ask', label: text.of('rule.ask') },
      { value: 'deny', label: text.of('rule.deny') },
    ];
    return html`<label slot=${slot}>${text.of('otherwise')} <ui-select label=${text.of('otherwise')} .options=${options} .value=${live(value)} @change=${this.#decideOtherwise}></ui-select></label>`;
  }

  /** Those that are found. */
  get #groups(): readonly RuleGroup[] {
    return groupsOf(this.#all, this.#known).flatMap(group => {
      const rules = group.rules.filter(({ rule }) => isFound(rule, [this.#nameOf(group), ...this.#said(rule)].join(' '), this.typed));
      return rules.length === 0 ? [] : [{ ...group, rules }];
    });
  }

  #group(group: RuleGroup) {
    const { scope, of, rules } = group;
    const heading = visibleText(this.#nameOf(group), 'name');
    return html`<section aria-label=${heading}>
      <div class="hd"><h2>${heading}<small>${rules.length}</small></h2><ui-button size="24" @click=${() => this.#remove(rules)}>${this.#text.of('deleteAll')}</ui-button></div>
      ${scope === 'project' ? html`<p class="path">${visibleText(of ?? '', 'code')}</p>` : nothing}
      <div class="card">${rules.map(kept => this.#row(kept))}</div>
    </section>`;
  }

  #row(kept: KeptRule) {
    const { rule, givenIn } = kept;
    return html`<button class="rule" data-rule=${rule.id} aria-current=${rule.id === (this.writing ?? this.chosen) ? 'true' : nothing} @click=${() => this.#open(rule.id)}>
      ${this.#what(rule)}
      <span><span class="cut">${this.#about(rule)}</span><small class="cut">${keptDrafts.has(rule.id) ? this.#text.of('ruleUnsaved') : html`${this.#given(kept)} ${givenIn === undefined ? nothing : this.#titleOf(givenIn)}`}</small></span>
      <span class="uses">${this.#uses(kept)}</span>
    </button>`;
  }

  #detail(kept: KeptRule) {
    const text = this.#text;
    const { rule, isBound, givenIn } = kept;
    const isExact = rule.pattern !== undefined && exactText(rule.pattern) !== undefined;
    const facts = [text.of(`ruleScope.${rule.scope}`), isExact ? text.of('ruleExact') : '', isBound ? text.of('ruleBound') : ''];
    const title = givenIn === undefined ? undefined : this.#titleOf(givenIn);
    return html`<ui-button class="back" icon="arrow-left" @click=${() => this.#back(rule.id)}>${text.of('back')}</ui-button>
      <div class="card says">
        <h2>${this.#what(rule)} ${this.#about(rule)}</h2>
        <div class="about">${facts.filter(fact => fact !== '').join(' ')}</div>
        <div class="about">${this.#given(kept, { month: 'long', hour: 'numeric', minute: '2-digit' })} ${givenIn === undefined || this.titles.get(givenIn) === null ? title : html`<button class="link" @click=${() => this.#show(givenIn)}>${title}</button>`}</div>
        <div class="about">${this.#uses(kept)}</div>
      </div>
      <settings-rule-replay .view=${this.view} .rule=${rule} .beside=${this.#beside}></settings-rule-replay>
      <footer><ui-button kind="danger" icon="trash-2" @click=${() => this.#remove([kept])}>${text.of('deleteRule')}</ui-button><ui-button kind="line" icon="pencil" @click=${() => this.#write(rule.id)}>${text.of('changeRule')}</ui-button></footer>`;
  }

  #what({ decision }: KeptRule['rule']) {
    return html`<span class="what ${decision}"><ui-icon name=${icons[decision]}></ui-icon>${this.#text.of(`rule.${decision}`)}</span>`;
  }

  #about(rule: KeptRule['rule']) {
    const [, tool, about] = this.#said(rule);
    return html`<code><b>${tool}:</b> ${about}</code>`;
  }

  /** Its decision, its tool and what it is about, in words. */
  #said({ decision, tool, pattern }: KeptRule['rule']): readonly [string, string, string] {
    const text = this.#text;
    const about = pattern === undefined ? text.of('ruleAnything') : (exactText(pattern) ?? pattern);
    return [text.of(`rule.${decision}`), visibleText(tool === '*' ? text.of('ruleAnyTool') : tool, 'code'), visibleText(about, 'code')];
  }

  #uses({ uses, usedAt = 0 }: KeptRule) {
    const text = this.#text;
    return uses === 0
      ? html`<small>${text.of('ruleUnused')}</small>`
      : html`${text.count('ruleUses', uses)} <small class="when">${relativeTimeText(text.locale, usedAt)}</small>`;
  }

  #given({ givenIn, givenAt }: KeptRule, form: Intl.DateTimeFormatOptions = { month: 'short' }): string {
    const text = this.#text;
    const date = dateText(text.locale, givenAt, { day: 'numeric', year: 'numeric', ...form });
    return text.of(givenIn === undefined ? 'ruleWritten' : 'ruleGiven', { date });
  }

  #nameOf({ scope, of, name = '' }: RuleGroup): string {
    const text = this.#text;
    return scope === 'always' ? text.of('rulesEverywhere') : scope === 'project' ? name : text.of('rulesOf', { title: this.#titleOf(of) });
  }

  #titleOf(conversation = ''): string {
    const title = this.titles.get(conversation);
    return title === null ? this.#text.of('ruleGivenGone') : (title ?? '…');
  }

  #find(event: Event): void {
    this.typed = (event.target as HTMLInputElement).value;
  }

  #write(draft: string): void {
    if (!this.drafts.includes(draft)) this.drafts = [...this.drafts, draft];
    this.writing = draft;
  }

  #leave(ids: readonly string[]): void {
    this.drafts = this.drafts.filter(id => !ids.includes(id));
    for (const id of ids) keptDrafts.delete(id);
    if (ids.includes(this.writing ?? '-')) this.writing = undefined;
  }

  /** The rule that was saved is shown; where the focus was is gone. */
  #written(draft: string, saved: string | undefined): void {
    this.#leave([draft]);
    this.#saved = saved;
    this.renderRoot.querySelector('ui-header')?.focus();
  }

  async #open(rule: string): Promise<void> {
    this.writing = this.drafts.includes(rule) ? rule : undefined;
    this.#saved = undefined;
    this.chosen = rule;
    await this.updateComplete;
    const back = this.renderRoot.querySelector('ui-button.back') as HTMLElement | null;
    if (back?.checkVisibility()) back.focus();
  }

  async #back(rule: string): Promise<void> {
    this.chosen = undefined;
    await this.updateComplete;
    this.renderRoot.querySelector<HTMLElement>(`[data-rule="${CSS.escape(rule)}"]`)?.focus();
  }

  async #learnTitle(id: string): Promise<void> {
    if (this.#asked.has(id)) return;
    this.#asked.add(id);
    const found = await this.view
      .connect(ConversationsChannel)
      .call('conversation', { conversation: id })
      .catch(() => undefined);
    this.titles = new Map(this.titles).set(id, found?.row.title ?? null);
  }

  #show(conversation: string): void {
    void this.view.connect(WindowChannel).call('open', { view: 'conversations.thread', params: { conversation } });
  }

  async #decideOtherwise(event: Event): Promise<void> {
    const { value } = event.target as HTMLInputElement;
    const ids = this.#every.flatMap(({ rule }) => (isOtherwise(rule) ? [rule.id] : []));
    await this.#told(async () => {
      const agent = this.view.connect(AgentChannel);
      if (value === 'ask' || value === 'deny')
        await agent.call('saveRule', { id: ids[0] ?? 'otherwise', decision: value, tool: '*', scope: 'always' });
      const others = value === '' ? ids : ids.slice(1);
      if (others.length > 0) await agent.call('removeRules', { ids: others });
    });
  }

  async #remove(rules: readonly KeptRule[]): Promise<void> {
    const ids = rules.map(({ rule }) => rule.id);
    await this.#told(async () => {
      const agent = this.view.connect(AgentChannel);
      await agent.call('removeRules', { ids });
      this.#leave(ids);
      const action = { title: this.#text.of('undo'), command: 'settings.restoreRules', args: { ids } };
      await this.view.connect(WindowChannel).call('toast', { text: this.#text.count('rulesRemoved', ids.length), action });
    });
  }

  /** If it fails, the person is told. */
  async #told(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      const text = (error as AppError).in(this.#text.locale).slice(0, 500);
      await this.view.connect(WindowChannel).call('toast', { text, kind: 'failed' });
      this.requestUpdate();
    }
  }
}
