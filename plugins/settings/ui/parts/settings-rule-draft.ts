import { AgentChannel, type Rule } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const tools = ['bash', 'read', 'edit', 'write', '*'] as const;

/** What is being written, by the rule that it changes, '' for a new one: it is there again when the person comes back. */
export const keptDrafts = new Map<string, Rule>();

const said = ['decision', 'tool', 'pattern', 'of'] as const;

/** A rule that is being written or changed, with what it would have said of the calls of the last weeks. Fires `done` when it was saved or left, and `kept` when it begins or ceases to be kept. */
export class SettingsRuleDraft extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { display: flex; flex: 1; flex-direction: column; gap: 16px; font: var(--t-13); }
      .card { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; padding: 12px 14px; border-color: var(--line-strong); }
      .long { grid-column: 1 / -1; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  /** The id of the rule that is changed, '' for a new one. */
  @property() of = '';
  /** The one that is changed. */
  @property({ attribute: false }) rule: Rule | undefined;
  /** Where that one holds, in words. */
  @property() where = '';
  /** All rules that are saved. */
  @property() beside: string | undefined;
  @state() private draft: Rule = { id: crypto.randomUUID(), decision: 'allow', tool: 'bash', scope: 'always' };
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', { params: () => ({}) });

  override willUpdate(): void {
    if (!this.hasUpdated) this.draft = keptDrafts.get(this.of) ?? this.rule ?? this.draft;
    if (!this.isConnected) return;
    const wasKept = keptDrafts.has(this.of);
    if (this.#isSame) keptDrafts.delete(this.of);
    else keptDrafts.set(this.of, this.draft);
    if (wasKept === this.#isSame) this.dispatchEvent(new Event('kept'));
  }

  override firstUpdated(): void {
    void this.#begin();
  }

  override render() {
    const text = this.#text;
    const { draft, rule } = this;
    const isEmpty = draft.pattern === undefined && (rule === undefined || rule.pattern !== undefined);
    const projects = this.#projects.state.status === 'ready' ? this.#projects.state.value.projects : [];
    const places = [
      { value: '', label: text.of('rulesEverywhere') },
      ...projects.map(({ name, folder }) => ({ value: folder, label: visibleText(name, 'name') })),
    ];
    if (rule?.of !== undefined && places.every(({ value }) => value !== rule.of)) places.push({ value: rule.of, label: this.where });
    const allTools = rule === undefined ? tools : [...new Set([...tools, rule.tool])];
    const value = (event: Event) => (event.currentTarget as HTMLInputElement).value;
    return html`
      <div class="card">
        <ui-field class="long" label=${text.of('draftWhat')}><ui-segmented .options=${(['allow', 'ask', 'deny'] as const).map(one => ({ value: one, label: text.of(`rule.${one}`) }))} .value=${draft.decision} @change=${(event: Event) => this.#change({ decision: value(event) as Rule['decision'] })}></ui-segmented></ui-field>
        <ui-field class="long" label=${text.of('draftPattern')} hint=${text.of('draftPatternHint')}><ui-input name="pattern" maxlength="2000" .value=${draft.pattern ?? ''} @input=${(event: Event) => this.#type(value(event))}></ui-input></ui-field>
        <ui-field label=${text.of('draftTool')}><ui-select name="tool" .options=${allTools.map(one => ({ value: one, label: one === '*' ? text.of('ruleAnyTool') : visibleText(one, 'code') }))} .value=${draft.tool} @change=${(event: Event) => this.#change({ tool: value(event) })}></ui-select></ui-field>
        <ui-field label=${text.of('draftWhere')}><ui-select name="where" .options=${places} .value=${draft.of ?? ''} @change=${(event: Event) => this.#place(value(event))}></ui-select></ui-field>
      </div>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${isEmpty ? nothing : html`<settings-rule-replay .view=${this.view} .rule=${draft} .beside=${this.beside}></settings-rule-replay>`}
      <footer>
        <ui-button kind="line" @click=${() => this.#done()}>${text.of('draftLeave')}</ui-button>
        <ui-button kind="accent" ?disabled=${isEmpty || this.#isSame} @click=${() => void this.#save()}>${text.of('draftSave')}</ui-button>
      </footer>
    `;
  }

  /** It says what the one that it changes says. */
  get #isSame(): boolean {
    return said.every(one => this.draft[one] === this.rule?.[one]);
  }

  /** What is asked for is typed first; the field may not be loaded yet. */
  async #begin(): Promise<void> {
    await customElements.whenDefined('ui-input');
    const field = this.renderRoot.querySelector('ui-input');
    await field?.updateComplete;
    field?.focus();
  }

  #type(pattern: string): void {
    const { pattern: _before, ...draft } = this.draft;
    this.draft = { ...draft, ...(pattern.trim() !== '' && { pattern: pattern.trim() }) };
  }

  #place(folder: string): void {
    const { of: _before, ...draft } = this.draft;
    const scope = folder === '' ? 'always' : folder === this.rule?.of ? this.rule.scope : 'project';
    this.draft = { ...draft, scope, ...(folder !== '' && { of: folder }) };
  }

  #change(change: Partial<Rule>): void {
    this.draft = { ...this.draft, ...change };
  }

  async #save(): Promise<void> {
    try {
      await this.view.connect(AgentChannel).call('saveRule', this.draft);
      this.#done(this.draft.id);
    } catch (error) {
      this.problem = (error as AppError).in(this.#text.locale);
    }
  }

  /** With the rule that was saved. */
  #done(detail?: string): void {
    keptDrafts.delete(this.of);
    this.dispatchEvent(new CustomEvent('done', { detail }));
  }
}
