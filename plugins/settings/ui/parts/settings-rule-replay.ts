import { AgentChannel, type Rule, type Simulation } from '@atelier/agent/contract';
import { type AppError, visibleText } from '@atelier/kernel';
import { dateText, numberText, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import { texts } from '../texts.ts';
import { partStyles } from './part-styles.ts';

const outcomes = ['allowed', 'asked', 'denied'] as const;
const icons = { allowed: 'check', asked: 'message-circle-question-mark', denied: 'ban' } as const;
/** Typing is over when nothing was typed for so long. */
const restMs = 250;

/** What a rule would have said of the calls of the last weeks. */
export class SettingsRuleReplay extends LitElement {
  static override styles = [
    partStyles,
    css`
      :host { display: grid; gap: 12px; margin-block-end: 16px; font: var(--t-13); }
      .head { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: 8px; }
      .head p { flex: 1 1 200px; }
      .three { display: grid; grid-template-columns: repeat(3, minmax(0, 1fr)); }
      .three > div { padding: 8px 12px; min-width: 0; }
      .three > div + div { border-inline-start: 1px solid var(--line); }
      .name { display: flex; align-items: center; gap: 6px; font-weight: 500; --icon-size: 14px; overflow-wrap: anywhere; }
      .three b { display: block; font: 600 20px/28px var(--font); font-variant-numeric: tabular-nums; }
      small { color: var(--text-2); font: var(--t-12); }
      .allowed ui-icon { color: var(--ok); }
      .asked ui-icon { color: var(--warn); }
      .denied ui-icon { color: var(--danger); }
      .bars { display: grid; grid-template-columns: minmax(60px, auto) minmax(0, 1fr); gap: 6px 12px; align-items: center; padding: 10px 14px; border-block-start: 1px solid var(--line); }
      .bar { display: flex; gap: 2px; block-size: 8px; border-radius: var(--r-4); overflow: clip; background: var(--hover); }
      i.allowed { background: var(--ok); }
      i.asked { background: var(--warn); }
      i.denied { background: var(--danger); }
      .days { display: flex; align-items: flex-end; gap: 2px; block-size: 44px; }
      .days span { display: flex; flex-direction: column-reverse; flex: 1; min-inline-size: 2px; block-size: 100%; border-block-end: 1px solid var(--line); }
      .ends { display: flex; justify-content: space-between; }
      table { inline-size: 100%; border-collapse: collapse; font: var(--t-12); }
      td { padding: 6px 0; border-block-end: 1px solid var(--line); vertical-align: top; }
      td + td { padding-inline-start: 12px; text-align: end; white-space: nowrap; color: var(--text-2); }
      code { font: var(--c-12); white-space: break-spaces; overflow-wrap: anywhere; direction: ltr; }
    `,
  ];

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) rule!: Rule;
  /** All rules that are saved. */
  @property() beside: string | undefined;
  @state() private weeks: 1 | 2 | 4 = 4;
  @state() private simulated: Simulation | undefined;
  @state() private problem = '';
  @state() private tab = '';

  readonly #text = new Texts(this, () => this.view, texts);
  #resting: ReturnType<typeof setTimeout> | undefined;
  #asked = 0;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#resting);
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.has('rule') ? changed.get('rule') : this.rule;
    const isBesideOthers = changed.get('beside') !== undefined;
    if (JSON.stringify(before) === JSON.stringify(this.rule) && !isBesideOthers) return;
    const isSame = before?.id === this.rule.id;
    if (!isSame) this.simulated = undefined;
    this.problem = '';
    // What is shown is about the rule as it was.
    this.ariaBusy = 'true';
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#simulate(), isSame && before.pattern !== this.rule.pattern ? restMs : 0);
  }

  override render() {
    if (this.problem !== '') return html`<ui-alert kind="danger">${this.problem}</ui-alert>`;
    return this.simulated === undefined ? html`<ui-skeleton></ui-skeleton>` : this.#replay(this.simulated);
  }

  #replay({ from, calls, matched, was, would, unasked, days, outcomes: all, kinds }: Simulation) {
    const text = this.#text;
    const number = (count: number) => numberText(text.locale, count);
    const day = (at: number) => dateText(text.locale, at, { day: 'numeric', month: 'short' });
    const before = { allowed: was.allowed, asked: was.agreed + was.refused, denied: was.denied };
    // What changes stands first.
    const tabs = (['new', 'still'] as const).flatMap(change =>
      outcomes.flatMap(one => {
        const id = `${change}.${one}` as const;
        const count = all.reduce((sum, outcome) => sum + (tabOf(outcome) === id ? outcome.count : 0), 0);
        return count === 0 ? [] : [{ id, label: text.of(`tab.${id}`), count: number(count) }];
      }),
    );
    const tab = tabs.find(({ id }) => id === this.tab)?.id ?? tabs[0]?.id ?? '';
    const most = Math.max(1, ...days.map(({ allowed, asked, denied }) => allowed + asked + denied));
    return html`
      <div class="head">
        <p role="status">${text.count('draftReplayed', calls, { from: day(from) })} ${text.count('draftMatched', matched)}</p>
        <ui-segmented label=${text.of('draftWeeks')} .options=${[1, 2, 4].map(one => ({ value: String(one), label: text.count('draftWeek', one) }))} .value=${String(this.weeks)} @change=${this.#look}></ui-segmented>
      </div>
      ${
        matched === 0
          ? nothing
          : html`
            <div class="card">
              <div class="three">${outcomes.map(one => html`<div class=${one}><span class="name"><ui-icon name=${icons[one]}></ui-icon>${text.of(`would.${one}`)}</span><b>${number(would[one])}</b><small>${text.of('draftThen', { count: number(before[one]) })}</small></div>`)}</div>
              <div class="bars">
                <p>${text.of('draftBefore')}</p>${bar(before)}<p>${text.of('draftAfter')}</p>${bar(would)}
                <p>${text.of('draftDays')}</p><div aria-hidden="true"><div class="days">${everyDay(from, days).map(one => html`<span title=${day(one.day)}>${outcomes.map(name => html`<i class=${name} style="block-size:${(100 * one[name]) / most}%"></i>`)}</span>`)}</div><small class="ends"><span>${day(from)}</span><span>${day(Date.now())}</span></small></div>
              </div>
            </div>
            ${unasked === 0 ? nothing : html`<ui-alert kind="warn">${text.count('draftUnasked', unasked)}</ui-alert>`}
            <ui-tabs .tabs=${tabs} .selected=${tab} @change=${this.#choose}><table slot=${tab}>${kinds.filter(kind => tabOf(kind) === tab).map(kind => this.#kind(kind))}</table></ui-tabs>`
      }
    `;
  }

  #kind({ text: call, tool, at, was, would, count }: Simulation['kinds'][number]) {
    const text = this.#text;
    const when = dateText(text.locale, at, { day: 'numeric', month: 'short', hour: 'numeric', minute: '2-digit' });
    return html`<tr><td><code>${visibleText(call, 'code')}</code><br /><small>${visibleText(tool, 'code')}, ${when}</small></td>
      <td>${text.of(`was.${was}`)} → ${text.of(`now.${would}`)}<br />${count === 1 ? nothing : html`<small>${text.of('draftTimes', { count: numberText(text.locale, count) })}</small>`}</td></tr>`;
  }

  #choose(event: Event): void {
    this.tab = (event.target as HTMLElementTagNameMap['ui-tabs']).selected;
  }

  #look(event: Event): void {
    const weeks = Number((event.currentTarget as HTMLInputElement).value);
    this.weeks = weeks === 1 || weeks === 2 ? weeks : 4;
    void this.#simulate();
  }

  /** Only the answer to the newest question is shown. */
  async #simulate(): Promise<void> {
    this.#asked += 1;
    const asked = this.#asked;
    let problem = '';
    try {
      const simulated = await this.view.connect(AgentChannel).call('simulateRule', { rule: this.rule, weeks: this.weeks });
      if (asked !== this.#asked) return;
      this.simulated = simulated;
    } catch (error) {
      problem = (error as AppError).in(this.#text.locale);
    }
    if (asked !== this.#asked) return;
    this.problem = problem;
    this.ariaBusy = null;
  }
}

function tabOf({ was, would }: Simulation['outcomes'][number]): `${'new' | 'still'}.${(typeof outcomes)[number]}` {
  return `${(was === 'agreed' || was === 'refused' ? 'asked' : was) === would ? 'still' : 'new'}.${would}`;
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
