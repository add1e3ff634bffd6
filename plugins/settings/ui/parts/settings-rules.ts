import { AgentChannel, type KeptRule } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { dateText, Query, relativeTimeText, Texts, type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';
import { exactText, groupsOf, type RuleGroup } from './rule-groups.ts';

const icons = { allow: 'check', ask: 'message-square', deny: 'ban' } as const;

/** What the person has answered for longer than once: each rule with its scope, where it was given, and how often it decided. */
export class SettingsRules extends LitElement {
  static override styles = [
    partStyles,
    css`
      section + section { margin-block-start: 24px; }
      .hd { display: flex; align-items: end; gap: 4px 12px; min-block-size: 28px; margin-block-end: 4px; }
      .hd div { flex: 1; min-width: 0; }
      .hd h2 { margin: 0; font: 600 13px/20px var(--font); color: var(--text); overflow-wrap: anywhere; }
      .hd h2 small { margin-inline-start: 6px; font: var(--t-12); color: var(--text-3); font-variant-numeric: tabular-nums; }
      .hd .path { color: var(--text-2); overflow-wrap: anywhere; }
      .row { display: grid; grid-template-columns: 92px minmax(0, 1fr) auto 28px; align-items: start; gap: 4px 12px; }
      .what { display: flex; align-items: center; gap: 6px; font: 500 13px/20px var(--font); }
      .what ui-icon { --icon-size: 14px; color: var(--ok); }
      .what.ask ui-icon { color: var(--warn); }
      .what.deny ui-icon { color: var(--danger); }
      code { font: var(--c-12); line-height: 20px; white-space: break-spaces; overflow-wrap: anywhere; font-variant-ligatures: none; direction: ltr; }
      code b { font-weight: 400; color: var(--text-2); }
      .uses { text-align: end; font: 13px/20px var(--font); font-variant-numeric: tabular-nums; }
      .uses small { display: block; font: var(--t-12); color: var(--text-2); }
      .link { border: 0; padding: 0; background: none; font: inherit; color: inherit; text-decoration: underline; text-underline-offset: 2px; cursor: pointer; overflow-wrap: anywhere; text-align: start; }
      .link:hover { color: var(--text); }
      .link:focus-visible { outline: 2px solid var(--focus); outline-offset: 2px; border-radius: var(--r-4); }
      @media (max-width: 719px) {
        .row { grid-template-columns: minmax(0, 1fr) auto 28px; }
        .words { grid-column: 1 / -1; order: 1; }
        .uses small { display: inline; margin-inline-start: 6px; }
      }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private isWriting = false;
  /** The titles of conversations by id; null for one that is gone. */
  @state() private titles: ReadonlyMap<string, string | null> = new Map();

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #kept = new Query(this, () => this.view, AgentChannel, 'listKeptRules', { params: () => ({}), refreshOn: 'rulesChanged' });
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', { params: () => ({}) });
  readonly #asked = new Set<string>();

  override updated(): void {
    const { state } = this.#kept;
    if (state.status !== 'ready') return;
    for (const { rule, givenIn } of state.value)
      for (const id of [givenIn, rule.scope === 'conversation' ? rule.of : undefined]) if (id !== undefined) void this.#learnTitle(id);
  }

  override render() {
    const text = this.#text;
    const [kept, projects] = [this.#kept.state, this.#projects.state];
    if (kept.status === 'failed') return html`<ui-alert kind="warn">${kept.error.in(text.locale)}</ui-alert>`;
    if (kept.status === 'pending' || projects.status === 'pending') return html`<ui-skeleton></ui-skeleton>`;
    const known = projects.status === 'ready' ? projects.value.projects : [];
    const write = (isWriting: boolean) => () => {
      this.isWriting = isWriting;
    };
    return html`<section>${
      this.isWriting
        ? html`<settings-rule-draft .view=${this.view} @done=${write(false)}></settings-rule-draft>`
        : html`<ui-button kind="line" icon="plus" @click=${write(true)}>${text.of('newRule')}</ui-button>`
    }</section>
      ${kept.value.length === 0 && !this.isWriting ? html`<ui-empty icon="shield-check" text=${text.of('noRules')}></ui-empty>` : groupsOf(kept.value, known).map(group => this.#group(group))}`;
  }

  #group({ scope, of, name, rules }: RuleGroup) {
    const text = this.#text;
    const title =
      scope === 'always'
        ? text.of('rulesEverywhere')
        : scope === 'project'
          ? (name ?? '')
          : text.of('rulesOf', { title: this.#titleOf(of) });
    const heading = visibleText(title, 'name');
    return html`<section aria-label=${heading}>
      <div class="hd">
        <div>
          <h2>${heading}<small>${rules.length}</small></h2>
          ${scope === 'project' ? html`<p class="path">${visibleText(of ?? '', 'code')}</p>` : nothing}
        </div>
        <ui-button size="24" kind="line" @click=${() => this.#remove(rules)}>${text.of('deleteAll')}</ui-button>
      </div>
      <div class="card">${rules.map(kept => this.#row(kept))}</div>
    </section>`;
  }

  #row(kept: KeptRule) {
    const text = this.#text;
    const { rule, uses, usedAt, isBound } = kept;
    const { decision, tool, pattern } = rule;
    const about = pattern === undefined ? text.of('ruleAnything') : (exactText(pattern) ?? pattern);
    const isExact = pattern !== undefined && exactText(pattern) !== undefined;
    const facts = [text.of(`ruleScope.${rule.scope}`), isExact ? text.of('ruleExact') : '', isBound ? text.of('ruleBound') : ''];
    const shown = visibleText(about, 'code');
    return html`<div class="row" data-rule=${rule.id}>
      <span class="what ${decision}"><ui-icon name=${icons[decision]}></ui-icon>${text.of(`rule.${decision}`)}</span>
      <div class="words">
        <code><b>${visibleText(tool === '*' ? text.of('ruleAnyTool') : tool, 'code')}:</b> ${shown}</code>
        <div class="about">${facts.filter(fact => fact !== '').join(' ')}</div>
        <div class="about">${this.#origin(kept)}</div>
      </div>
      <div class="uses">${uses === 0 ? html`<small>${text.of('ruleUnused')}</small>` : html`${text.count('ruleUses', uses)}<small>${relativeTimeText(text.locale, usedAt ?? 0)}</small>`}</div>
      <ui-icon-button icon="trash-2" label=${text.of('deleteRule', { rule: shown.slice(0, 80) })} @click=${() => this.#remove([kept])}></ui-icon-button>
    </div>`;
  }

  #origin({ givenIn, givenAt }: KeptRule) {
    const text = this.#text;
    const date = dateText(text.locale, givenAt, { day: 'numeric', month: 'long', year: 'numeric', hour: 'numeric', minute: '2-digit' });
    if (givenIn === undefined) return text.of('ruleWritten', { date });
    const said = text.of('ruleGiven', { date });
    const title = this.titles.get(givenIn);
    if (title === null) return `${said} ${text.of('ruleGivenGone')}`;
    return html`${said} <button type="button" class="link" @click=${() => this.#open(givenIn)}>${title ?? '…'}</button>`;
  }

  #titleOf(conversation = ''): string {
    const title = this.titles.get(conversation);
    return title === null ? this.#text.of('ruleGivenGone') : (title ?? '…');
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

  #open(conversation: string): void {
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
