import { AgentChannel, type KeptRule } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { dateText, Query, relativeTimeText, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, unsafeCSS } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';
import { exactText, groupsOf, isFound, type RuleGroup } from './rule-groups.ts';

const icons = { allow: 'check', ask: 'message-circle-question-mark', deny: 'ban' } as const;
/** With less room, the list and what is chosen stand one at a time. */
const twoColumns = 640;

/** What the person has answered for longer than once: the rules by where they hold, and beside them the one that is chosen or written. */
export class SettingsRules extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { display: flex; flex-direction: column; height: 100%; min-height: 0; font: var(--t-13); }
      .room { flex: 1; min-height: 0; container-type: inline-size; }
      .cols { display: grid; grid-template-columns: minmax(0, 1fr); block-size: 100%; }
      .list, .one { --pad: 24px; min-height: 0; overflow: auto; padding: 12px 24px 24px; scrollbar-width: thin; }
      .list { container-type: inline-size; padding-inline: 28px 20px; }
      .one { display: flex; flex-direction: column; padding-block-end: 0; border-inline-start: 1px solid var(--line); }
      .list > p { margin-block-start: 8px; }
      section { margin-block-start: 16px; }
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
      .what { display: inline-flex; align-items: center; gap: 6px; min-inline-size: 80px; font-weight: 500; --icon-size: 14px; }
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
  @state() private isWriting = false;
  /** Another rule is looked at; what is written stays. */
  @state() private isAside = false;
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
        <ui-button slot="actions" kind="line" icon="plus" ?disabled=${this.#isDrafting} @click=${() => this.#write(true)}>${text.of('newRule')}</ui-button>
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
    const draft = this.isWriting
      ? html`<settings-rule-draft style=${this.isAside ? 'display:none' : ''} .view=${this.view} @done=${this.#written}></settings-rule-draft>`
      : nothing;
    const detail = chosen === undefined || this.#isDrafting ? nothing : this.#detail(chosen);
    const isOpened = this.#isDrafting || detail !== nothing;
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
      </div>
      ${isOpened || this.isWriting ? html`<div class="one" style=${isOpened ? '' : 'display:none'}>${draft}${detail}</div>` : nothing}
    </div>`;
  }

  get #all(): readonly KeptRule[] {
    const { state } = this.#kept;
    return state.status === 'ready' ? state.value : [];
  }

  /** Those that are found. */
  get #groups(): readonly RuleGroup[] {
    const { state } = this.#projects;
    const groups = groupsOf(this.#all, state.status === 'ready' ? state.value.projects : []);
    return groups.flatMap(group => {
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
    return html`<button class="rule" data-rule=${rule.id} aria-current=${rule.id === this.chosen && !this.#isDrafting ? 'true' : nothing} @click=${() => this.#open(rule.id)}>
      ${this.#what(rule)}
      <span><span class="cut">${this.#about(rule)}</span><small class="cut">${this.#given(kept)} ${givenIn === undefined ? nothing : this.#titleOf(givenIn)}</small></span>
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
        <div class="about">${this.#given(kept)} ${givenIn === undefined || this.titles.get(givenIn) === null ? title : html`<button class="link" @click=${() => this.#show(givenIn)}>${title}</button>`}</div>
        <div class="about">${this.#uses(kept)}</div>
      </div>
      <settings-rule-replay .view=${this.view} .rule=${rule}></settings-rule-replay>
      <footer><ui-button kind="danger" icon="trash-2" @click=${() => this.#remove([kept])}>${text.of('deleteRule')}</ui-button></footer>`;
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

  #given({ givenIn, givenAt }: KeptRule): string {
    const text = this.#text;
    const date = dateText(text.locale, givenAt, { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' });
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

  #write(isWriting: boolean): void {
    this.isWriting = isWriting;
    this.isAside = false;
  }

  get #isDrafting(): boolean {
    return this.isWriting && !this.isAside;
  }

  /** The rule that was saved is shown; where the focus was is gone. */
  #written({ detail }: CustomEvent<string | undefined>): void {
    this.#write(false);
    this.#saved = detail;
    this.renderRoot.querySelector('ui-header')?.focus();
  }

  async #open(rule: string): Promise<void> {
    this.isAside = true;
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

  async #remove(rules: readonly KeptRule[]): Promise<void> {
    const text = this.#text;
    const ids = rules.map(({ rule }) => rule.id);
    const toast = this.view.connect(WindowChannel);
    try {
      await this.view.connect(AgentChannel).call('removeRules', { ids });
      const action = { title: text.of('undo'), command: 'settings.restoreRules', args: { ids } };
      await toast.call('toast', { text: text.count('rulesRemoved', ids.length), action });
    } catch (error) {
      await toast.call('toast', { text: (error as AppError).in(text.locale).slice(0, 500), kind: 'failed' });
    }
  }
}
