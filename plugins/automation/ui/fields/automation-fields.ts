import { ConversationsChannel } from '@atelier/conversations/contract';
import type { UiChoice } from '@atelier/kernel/kit';
import { Contributed, dateText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { keyed } from 'lit/directives/keyed.js';
import { AutomationChannel, type Draft, type Offer, type Trigger } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { failureOf, isTimed } from '../words.ts';
import {
  choicesOf,
  commandChoices,
  inputOf,
  type OfferedCommand,
  offeredOf,
  selectOf,
  typedIn,
  valuesOf,
  withCurrent,
} from './controls.ts';
import { choiceOf, choose, destinations, toOf } from './destinations.ts';
import { fieldStyles } from './field-styles.ts';
import {
  type Action,
  actionOf,
  cronOf,
  daysOf,
  eventNames,
  fieldsOf,
  momentOf,
  spanOf,
  triggerOf,
  type Unit,
  units,
  type When,
  weekdays,
  whenOf,
} from './schedule.ts';

const hour = 3_600_000;
const minute = 60_000;
/** No time of a rule is longer than 366 days. */
const within = (least: number, ms: number) => Math.min(Math.max(least, ms), 366 * 24 * hour);
const sunday = Date.UTC(2023, 0, 1, 12);

/** All parts of a rule as a form. Fires `change-draft` with the changed draft. */
export class AutomationFields extends LitElement {
  static override styles = fieldStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) draft!: Draft;
  /** What the action is given, which only whoever made the rule says. */
  @property({ attribute: false }) given: readonly string[] = [];

  /** The person wants the five fields, also where they are a time on days. */
  @state() private isSchedule = false;
  /** Why no folder could be chosen. */
  @state() private folderProblem = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #offers = new Query(this, () => this.view, AutomationChannel, 'offers', { params: () => ({}) });
  readonly #folders = new Query(this, () => this.view, AutomationChannel, 'folders', { params: () => ({}) });
  readonly #places = new Query(this, () => this.view, AutomationChannel, 'places', { params: () => ({}) });
  readonly #commands = new Contributed<OfferedCommand>(this, () => this.view, '@atelier/kernel:commands@1');
  readonly #projects = new Query(this, () => this.view, ConversationsChannel, 'projects', {
    params: () => ({}),
    refreshOn: 'projectsChanged',
  });
  readonly #conversations = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: 50 }),
  });

  override render() {
    const text = this.#text;
    const { draft } = this;
    return html`
      <fieldset><legend>${text.of('titleField')}</legend>
        <ui-field hint=${text.of('titleHint')}><ui-input label=${text.of('titleField')} maxlength="120" .value=${draft.title} @change=${(event: Event) => this.#set({ title: typedIn(event) })}></ui-input></ui-field>
      </fieldset>
      ${this.#when()}<automation-conditions .view=${this.view} .draft=${draft} .offers=${this.#offered('conditions')} @change-draft=${this.#changed}></automation-conditions>${this.#action()}
      ${draft.action.kind === 'instruction' ? html`<automation-how .view=${this.view} .draft=${draft} @change-draft=${this.#changed}></automation-how>` : nothing}${this.#result()}
      ${isTimed(draft.trigger) ? this.#missed() : nothing}${this.#limits()}
    `;
  }

  #when() {
    const text = this.#text;
    const { trigger } = this.draft;
    const when = this.isSchedule && trigger.kind === 'cron' ? 'cron' : whenOf(trigger);
    const offered = offeredOf(this.#offered('triggers'));
    const own: readonly When[] = ['days', 'every', 'once', 'cron', 'event', 'webhook'];
    const choices = [...choicesOf(own, value => text.of(`when.${value as 'days'}`)), ...offered];
    return html`<fieldset><legend>${text.of('part.when')}</legend><div class="pair">
      ${selectOf(text.of('kind'), withCurrent(choices, when), when, value => {
        this.isSchedule = value === 'cron';
        this.#set({ trigger: triggerOf(value as When, trigger) });
      })}
      ${keyed(when, this.#times(trigger, when))}
    </div>
    ${when === 'days' ? this.#days(trigger) : this.#where(trigger)}
    </fieldset>`;
  }

  #times(trigger: Trigger, when: When) {
    const text = this.#text;
    const set = (next: Trigger) => this.#set({ trigger: next });
    if (trigger.kind === 'cron') {
      const days = when === 'days' ? daysOf(trigger.cron) : undefined;
      if (days !== undefined)
        return inputOf(text.of('time'), 'time', days.time, value =>
          set({ ...trigger, cron: cronOf({ ...days, time: value || days.time }) }),
        );
      const typed = (value: string) => {
        this.isSchedule = true;
        set({ ...trigger, cron: value.trim().slice(0, 200) });
      };
      return inputOf(text.of('cron'), 'text', trigger.cron, typed, text.of('cronTip'), 'input');
    }
    if (trigger.kind === 'every') {
      const { count, unit } = spanOf(trigger.everyMs);
      const every = (number: number, of: Unit) => set({ ...trigger, everyMs: within(minute, Math.round(number) * units[of]) });
      return html`<div class="pair">
        ${this.#number(text.of('interval'), count, value => value !== undefined && every(Math.max(1, value), unit))}
        ${selectOf(
          text.of('unit'),
          choicesOf(['minute', 'hour', 'day'], value => text.of(`unit.${value}`)),
          unit,
          value => every(count, value as Unit),
        )}
      </div>`;
    }
    if (trigger.kind === 'once') {
      const { date, time } = fieldsOf(trigger.at);
      const at = (day: string, clock: string) => set({ ...trigger, at: momentOf(day, clock) ?? trigger.at });
      return html`<div class="pair">
        ${inputOf(text.of('date'), 'date', date, value => at(value, time))}${inputOf(text.of('time'), 'time', time, value => at(date, value))}
      </div>`;
    }
    if (trigger.kind !== 'event') return nothing;
    const names = choicesOf(eventNames, value => text.of(`event.${value}`));
    return selectOf(
      text.of('happens'),
      names,
      trigger.event,
      value => set({ ...trigger, event: value as typeof trigger.event }),
      trigger.event === 'fileChanged' ? text.of('fileChangedHint') : '',
    );
  }

  #where(trigger: Trigger) {
    if (trigger.kind !== 'event') return nothing;
    const text = this.#text;
    const { project = '', ...anywhere } = trigger;
    const choices = withCurrent([{ value: '', label: text.of('anyProject') }, ...this.#projectChoices], project);
    return selectOf(text.of('onlyIn'), choices, project, value =>
      this.#set({ trigger: value === '' ? anywhere : { ...trigger, project: value } }),
    );
  }

  #days(trigger: Trigger) {
    const text = this.#text;
    const days = trigger.kind === 'cron' ? daysOf(trigger.cron) : undefined;
    if (trigger.kind !== 'cron' || days === undefined) return nothing;
    const toggle = (day: number) => {
      const on = days.on.includes(day) ? days.on.filter(one => one !== day) : [...days.on, day];
      if (on.length > 0) this.#set({ trigger: { ...trigger, cron: cronOf({ ...days, on }) } });
    };
    return html`<div class="days" role="group" aria-label=${text.of('weekdays')}>${weekdays.map(
      day =>
        html`<ui-chip .pressed=${days.on.includes(day)} @click=${() => toggle(day)}>${dateText(text.locale, sunday + day * 24 * hour, { weekday: 'short' })}</ui-chip>`,
    )}</div>`;
  }

  #action() {
    const text = this.#text;
    const { action } = this.draft;
    const kind = action.kind === 'extension' ? `extension:${action.from}:${action.id}` : action.kind;
    const offered = offeredOf(this.#offered('actions'));
    const choices = [...choicesOf(['instruction', 'notify', 'command', 'emit'], value => text.of(`do.${value}`)), ...offered];
    const set = (next: Action) => this.#set({ action: next });
    return html`<fieldset><legend>${text.of('part.do')}</legend>
      ${selectOf(text.of('kind'), withCurrent(choices, kind), kind, value => set(actionOf(value, action)))}
      ${action.kind === 'notify' ? inputOf(text.of('notice'), 'text', action.text, value => set({ ...action, text: value.slice(0, 500) })) : nothing}
      ${action.kind === 'command' ? this.#command(action, set) : nothing}
      ${action.kind === 'emit' ? inputOf(text.of('emits'), 'text', action.event, value => set({ ...action, event: value.trim() }), text.of('emitsHint')) : nothing}
      ${action.kind === 'instruction' ? this.#instruction(action, set) : this.given.map(line => html`<p dir="auto">${line}</p>`)}
    </fieldset>`;
  }

  /** Its name is typed or, where it is one that the person sees elsewhere, chosen. */
  #command(action: Extract<Action, { kind: 'command' }>, set: (next: Action) => void) {
    const text = this.#text;
    const to = (command: string) => set({ ...action, command });
    const choices = commandChoices(this.#commands.items);
    const chosen = choices.some(({ value }) => value === action.command) ? action.command : '';
    return html`<div class="pair">
      ${choices.length === 0 ? nothing : selectOf(text.of('commandChoice'), [{ value: '', label: text.of('commandByName') }, ...choices], chosen, to)}
      ${inputOf(text.of('command'), 'text', action.command, value => to(value.trim()), text.of('commandHint'))}
    </div>`;
  }

  #instruction(action: Extract<Action, { kind: 'instruction' }>, set: (next: Action) => void) {
    const text = this.#text;
    const { conversation, project, ...rest } = action;
    const kept = project === undefined ? {} : { project };
    const found = this.#conversations.state.status === 'ready' ? this.#conversations.state.value.rows : [];
    const { project: _project, ...anywhere } = action;
    return html`
      <ui-field label=${text.of('instruction')}><ui-textarea rows="3" maxlength="8000" .value=${action.instruction} @input=${(event: Event) => set({ ...action, instruction: typedIn(event) })}></ui-textarea></ui-field>
      <div class="pair">
        ${selectOf(
          text.of('where'),
          choicesOf(['hidden', 'visible', 'continued'], value => text.of(`where.${value}`)),
          action.where,
          value => set({ ...rest, ...kept, where: value as typeof action.where }),
          text.of(`whereAbout.${action.where}`),
        )}
        ${
          action.where === 'continued'
            ? selectOf(
                text.of('conversation'),
                withCurrent(
                  found.map(({ id, title }) => ({ value: id, label: title })),
                  conversation ?? '',
                ),
                conversation ?? '',
                value => set({ ...action, conversation: value }),
              )
            : selectOf(
                text.of('project'),
                withCurrent([{ value: '', label: text.of('noProject') }, ...this.#projectChoices], project ?? ''),
                project ?? '',
                value => set(value === '' ? anywhere : { ...action, project: value }),
              )
        }
      </div>
    `;
  }

  #result() {
    const text = this.#text;
    const { draft } = this;
    const { to, ...told } = draft;
    const places = destinations(text, {
      folders: valuesOf(this.#folders.state, folders => folders),
      conversations: valuesOf(this.#conversations.state, ({ rows }) => rows),
      threads: valuesOf(this.#places.state, threads => threads),
    });
    const chosen = choiceOf(to);
    return html`<fieldset><legend>${text.of('part.then')}</legend><div class="pair">
      ${selectOf(
        text.of('notify'),
        choicesOf(['always', 'something', 'failure', 'never'], value => text.of(`deliver.${value}`)),
        draft.deliver,
        value => this.#set({ deliver: value as Draft['deliver'] }),
      )}
      ${
        draft.deliver === 'failure' || draft.deliver === 'never'
          ? nothing
          : selectOf(
              text.of('toWhere'),
              withCurrent(places, chosen, text.of('goneOne')),
              chosen,
              value => {
                if (value === choose) void this.#chooseFolder();
                else this.#put(value === '' ? told : { ...told, to: toOf(value) });
              },
              to === undefined ? '' : text.of(`toAbout.${to.kind}`),
            )
      }
    </div>${this.folderProblem === '' ? nothing : html`<p role="alert">${this.folderProblem}</p>`}</fieldset>`;
  }

  async #chooseFolder(): Promise<void> {
    this.folderProblem = '';
    try {
      const folder = await this.view.connect(AutomationChannel).call('chooseFolder', {});
      this.#folders.refresh();
      if (folder !== null) this.#set({ to: { kind: 'file', folder } });
    } catch (error) {
      this.folderProblem = failureOf(error).in(this.#text.locale);
    }
    this.requestUpdate();
  }

  #missed() {
    const text = this.#text;
    const { missed } = this.draft;
    const { lateMs, ...rest } = missed;
    return html`<fieldset><legend>${text.of('part.missed')}</legend><div class="pair">
      ${selectOf(
        text.of('missedWhat'),
        choicesOf(['latest', 'all', 'skip'], value => text.of(`missed.${value}`)),
        missed.policy,
        value => this.#set({ missed: { ...missed, policy: value as typeof missed.policy } }),
      )}
      ${missed.policy === 'skip' ? nothing : this.#number(text.of('lateHours'), lateMs === undefined ? undefined : lateMs / hour, value => this.#set({ missed: value === undefined ? rest : { ...rest, lateMs: within(0, Math.round(value * hour)) } }), text.of('lateHint'))}
    </div></fieldset>`;
  }

  #limits() {
    const text = this.#text;
    const { cooldownMs, limits = {} } = this.draft;
    const limit = (key: 'minutes' | 'tokens' | 'money', value: number | undefined) => {
      const { [key]: _before, ...others } = limits;
      const { limits: _limits, ...draft } = this.draft;
      const next = value === undefined || value <= 0 ? others : { ...others, [key]: key === 'tokens' ? Math.ceil(value) : value };
      this.#put(Object.keys(next).length === 0 ? draft : { ...draft, limits: next });
    };
    const { cooldownMs: _cooldown, ...calm } = this.draft;
    return html`<fieldset><legend>${text.of('part.limits')}</legend><div class="four">
      ${this.#number(text.of('cooldown'), cooldownMs === undefined ? undefined : cooldownMs / minute, value => this.#put(value === undefined || value <= 0 ? calm : { ...calm, cooldownMs: within(0, Math.round(value * minute)) }))}
      ${this.#number(text.of('minutes'), limits.minutes, value => limit('minutes', value === undefined ? value : Math.min(1440, value)))}
      ${this.#number(text.of('tokens'), limits.tokens, value => limit('tokens', value))}
      ${this.#number(text.of('money'), limits.money, value => limit('money', value))}
    </div></fieldset>`;
  }

  /** Empty is none. */
  #number(label: string, value: number | undefined, set: (value: number | undefined) => void, hint = '') {
    const given = (event: Event) => {
      const typed = typedIn(event).replace(',', '.');
      const number = Number(typed);
      if (typed === '') set(undefined);
      else if (Number.isFinite(number) && number >= 0) set(number);
    };
    return html`<ui-field label=${label} hint=${hint}><ui-input type="number" min="0" step="any" .value=${value === undefined ? '' : String(value)} @change=${given}></ui-input></ui-field>`;
  }

  get #projectChoices(): readonly UiChoice[] {
    const { state } = this.#projects;
    return state.status === 'ready' ? state.value.projects.map(({ id, name }) => ({ value: id, label: name })) : [];
  }

  #offered(what: 'triggers' | 'conditions' | 'actions'): readonly Offer[] {
    const { state } = this.#offers;
    return state.status === 'ready' ? state.value[what] : [];
  }

  readonly #changed = (event: CustomEvent<Draft>): void => this.#put(event.detail);

  #set(change: Partial<Draft>): void {
    this.#put({ ...this.draft, ...change });
  }

  #put(draft: Draft): void {
    this.draft = draft;
    this.dispatchEvent(new CustomEvent('change-draft', { detail: draft }));
  }
}
