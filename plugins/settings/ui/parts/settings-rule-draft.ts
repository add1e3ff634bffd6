import { AgentChannel, type Rule, type Simulation } from '@atelier/agent/contract';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { dateText, numberText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const outcomes = ['allowed', 'asked', 'denied'] as const;
const icons = { allowed: 'check', asked: 'message-square', denied: 'ban' } as const;
const tools = ['bash', 'read', 'edit', 'write', '*'] as const;
/** Typing is over when nothing was typed for so long. */
const restMs = 250;

/** A rule that is being written, with what it would have said of the calls of the last weeks. Fires `done` when it was saved or left. */
export class SettingsRuleDraft extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { display: grid; gap: 12px; padding: 12px; border: 1px solid var(--line-strong); border-radius: var(--r-8); background: var(--raised); font: var(--t-13); }
      .fields { display: grid; grid-template-columns: repeat(auto-fit, minmax(140px, 1fr)); gap: 12px; }
      .fields .long { grid-column: 1 / -1; }
      .head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; }
      .head p { flex: 1 1 200px; color: var(--text-2); }
      .three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); border: 1px solid var(--line); border-radius: var(--r-8); }
      .three > div { padding: 8px 12px; min-width: 0; }
      .three > div + div { border-inline-start: 1px solid var(--line); }
      .three .name { display: flex; align-items: center; gap: 6px; font-weight: 500; --icon-size: 14px; overflow-wrap: anywhere; }
      .three b { display: block; font: 600 20px/28px var(--font); font-variant-numeric: tabular-nums; }
      .three small, table small { color: var(--text-2); font: var(--t-12); }
      .allowed > ui-icon, .allowed > .name ui-icon { color: var(--ok); }
      .asked > ui-icon, .asked > .name ui-icon { color: var(--warn); }
      .denied > ui-icon, .denied > .name ui-icon { color: var(--danger); }
      .bar { display: flex; gap: 2px; block-size: 8px; border-radius: var(--r-4); overflow: clip; background: var(--hover); }
      i.allowed { background: var(--ok); }
      i.asked { background: var(--warn); }
      i.denied { background: var(--danger); }
      .days { display: flex; align-items: flex-end; gap: 2px; block-size: 48px; }
      .days span { display: flex; flex-direction: column-reverse; flex: 1; min-inline-size: 2px; max-inline-size: 24px; block-size: 100%; }
      table { inline-size: 100%; border-collapse: collapse; font: var(--t-12); }
      td { padding: 6px 0; border-block-start: 1px solid var(--line); vertical-align: top; }
      td + td { padding-inline-start: 12px; text-align: end; white-space: nowrap; color: var(--text-2); }
      code { font: var(--c-12); white-space: break-spaces; overflow-wrap: anywhere; direction: ltr; }
      .scroll { max-block-size: 320px; overflow: auto; scrollbar-width: thin; }
      footer { display: flex; flex-wrap: wrap; justify-content: flex-end; gap: 8px; }
      @media (max-width: 719px) { .three { grid-template-columns: 1fr; } .three > div + div { border-inline-start: 0; border-block-start: 1px solid var(--line); } }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @state() private draft: Rule = { id: crypto.randomUUID(), decision: 'allow', tool: 'bash', scope: 'always' };
  @state() private weeks: 1 | 2 | 4 = 4;
  @state() private simulated: Simulation | undefined;
  @state() private problem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', { params: () => ({}) });
  #resting: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#simulate();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
  }

  override render() {
    const text = this.#text;
    const { draft } = this;
    const projects = this.#projects.state.status === 'ready' ? this.#projects.state.value.projects : [];
    const places = [
      { value: '', label: text.of('rulesEverywhere') },
      ...projects.map(({ name, folder }) => ({ value: folder, label: visibleText(name, 'name') })),
    ];
    const value = (event: Event) => (event.currentTarget as HTMLInputElement).value;
    return html`
      <div class="fields">
        <ui-field class="long" label=${text.of('draftWhat')}><ui-segmented .options=${(['allow', 'ask', 'deny'] as const).map(one => ({ value: one, label: text.of(`rule.${one}`) }))} .value=${draft.decision} @change=${(event: Event) => this.#change({ decision: value(event) as Rule['decision'] })}></ui-segmented></ui-field>
        <ui-field class="long" label=${text.of('draftPattern')} hint=${text.of('draftPatternHint')}><ui-input name="pattern" maxlength="2000" .value=${draft.pattern ?? ''} @input=${(event: Event) => this.#type(value(event))}></ui-input></ui-field>
        <ui-field label=${text.of('draftTool')}><ui-select name="tool" .options=${tools.map(one => ({ value: one, label: one === '*' ? text.of('ruleAnyTool') : one }))} .value=${draft.tool} @change=${(event: Event) => this.#change({ tool: value(event) })}></ui-select></ui-field>
        <ui-field label=${text.of('draftWhere')}><ui-select name="where" .options=${places} .value=${draft.of ?? ''} @change=${(event: Event) => this.#place(value(event))}></ui-select></ui-field>
      </div>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      ${this.simulated === undefined ? html`<ui-skeleton></ui-skeleton>` : this.#replay(this.simulated)}
      <footer>
        <ui-button kind="line" @click=${() => this.#done()}>${text.of('draftLeave')}</ui-button>
        <ui-button kind="accent" ?disabled=${(draft.pattern ?? '') === ''} @click=${() => void this.#save()}>${text.of('draftSave')}</ui-button>
      </footer>
    `;
  }

  #replay({ from, calls, matched, was, would, unasked, days, kinds }: Simulation) {
    const text = this.#text;
    const number = (count: number) => numberText(text.locale, count);
    const day = (at: number) => dateText(text.locale, at, { day: 'numeric', month: 'short' });
    const before = { allowed: was.allowed, asked: was.agreed + was.refused, denied: was.denied };
    const most = Math.max(1, ...days.map(({ allowed, asked, denied }) => allowed + asked + denied));
    return html`
      <div class="head">
        <p role="status">${text.count('draftReplayed', calls, { from: day(from) })} ${text.count('draftMatched', matched)}</p>
        <ui-segmented label=${text.of('draftWeeks')} .options=${[1, 2, 4].map(one => ({ value: String(one), label: text.count('draftWeek', one) }))} .value=${String(this.weeks)} @change=${(event: Event) => this.#look(Number((event.currentTarget as HTMLInputElement).value))}></ui-segmented>
      </div>
      ${
        matched === 0
          ? nothing
          : html`
            <div class="three">${outcomes.map(one => html`<div class=${one}><span class="name"><ui-icon name=${icons[one]}></ui-icon>${text.of(`would.${one}`)}</span><b>${number(would[one])}</b><small>${text.of('draftThen', { count: number(before[one]) })}</small></div>`)}</div>
            <div><p>${text.of('draftBefore')}</p>${bar(before)}</div>
            <div><p>${text.of('draftAfter')}</p>${bar(would)}</div>
            <div><p>${text.of('draftDays')}</p><div class="days" aria-hidden="true">${everyDay(from, days).map(one => html`<span title=${day(one.day)}>${outcomes.map(name => html`<i class=${name} style="block-size:${(100 * one[name]) / most}%"></i>`)}</span>`)}</div></div>
            ${unasked === 0 ? nothing : html`<ui-alert kind="warn">${text.count('draftUnasked', unasked)}</ui-alert>`}
            <div class="scroll"><table>${kinds.slice(0, 50).map(kind => this.#kind(kind))}</table></div>`
      }
    `;
  }

  #kind({ text: call, tool, at, was, would, count }: Simulation['kinds'][number]) {
    const text = this.#text;
    const when = dateText(text.locale, at, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
    return html`<tr><td><code>${visibleText(call, 'code')}</code><br /><small>${visibleText(tool, 'code')}, ${when}</small></td>
      <td>${text.of(`was.${was}`)} → ${text.of(`now.${would}`)}<br />${count === 1 ? nothing : html`<small>${text.of('draftTimes', { count: numberText(text.locale, count) })}</small>`}</td></tr>`;
  }

  #type(pattern: string): void {
    const { pattern: _before, ...draft } = this.draft;
    this.draft = { ...draft, ...(pattern.trim() !== '' && { pattern: pattern.trim() }) };
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#simulate(), restMs);
  }

  #place(folder: string): void {
    const { of: _before, ...draft } = this.draft;
    this.draft = folder === '' ? { ...draft, scope: 'always' } : { ...draft, scope: 'project', of: folder };
    void this.#simulate();
  }

  #change(change: Partial<Rule>): void {
    this.draft = { ...this.draft, ...change };
    void this.#simulate();
  }

  #look(weeks: number): void {
    this.weeks = weeks === 1 || weeks === 2 ? weeks : 4;
    void this.#simulate();
  }

  /** Only the answer to the newest question is shown. */
  async #simulate(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    try {
      const simulated = await this.view.connect(AgentChannel).call('simulateRule', { rule: this.draft, weeks: this.weeks });
      if (asked !== this.#asked) return;
      this.simulated = simulated;
      this.problem = '';
    } catch (error) {
      this.problem = (error as AppError).in(this.#text.locale);
    }
  }

  async #save(): Promise<void> {
    try {
      await this.view.connect(AgentChannel).call('saveRule', this.draft);
      this.#done();
    } catch (error) {
      this.problem = (error as AppError).in(this.#text.locale);
    }
  }

  #done(): void {
    this.dispatchEvent(new CustomEvent('done'));
  }
}

type Counts = Record<(typeof outcomes)[number], number>;

function bar(counts: Counts) {
  return html`<div class="bar" aria-hidden="true">${outcomes.map(one => (counts[one] === 0 ? nothing : html`<i class=${one} style="flex:${counts[one]}"></i>`))}</div>`;
}

/** Days without a call stand between the others. */
function everyDay(from: number, days: Simulation['days']): readonly Simulation['days'][number][] {
  const all: Simulation['days'][number][] = [];
  for (const at = new Date(from); at.getTime() <= Date.now(); at.setDate(at.getDate() + 1)) {
    const day = at.getTime();
    all.push(days.find(one => one.day === day) ?? { day, allowed: 0, asked: 0, denied: 0 });
  }
  return all;
}
