import type { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import {
  AutomationChannel,
  type Draft,
  type DryRun,
  type PartName,
  type Rule,
  type Template,
  type Understood,
} from '../../contract/index.ts';
import { type Edit, filledEdit, isApproved, mergedDraft, unsaidIn, withAllowed } from '../page/edits.ts';
import { texts } from '../texts.ts';
import { failureOf, isWhole } from '../words.ts';
import type { AutomationSentence } from './automation-sentence.ts';
import { blankDraft, isPast, withTitle, zoneOf } from './blank.ts';
import { removed } from './removing.ts';
import { footOf } from './rule-foot.ts';
import { headOf } from './rule-head.ts';
import { examplesOf, failingText, neverOf, nextRuns, rowsOf, type Told, triedOf } from './rule-rows.ts';
import { ruleStyles } from './rule-styles.ts';
import { statusOf } from './status.ts';
import { passingIn, tell } from './tell.ts';

const pauseMs = 200;

/** One rule: its sentence, what will happen, and the form of its parts. Fires `edit` with what is changed, `saved`, and `discard`. */
export class AutomationRule extends LitElement {
  static override styles = ruleStyles;

  @property({ attribute: false }) view!: ViewHost;
  /** Left out for one that is not saved yet. */
  @property({ attribute: false }) rule: Rule | undefined;
  /** What is changed and not saved. */
  @property({ attribute: false }) edit: Edit | undefined;
  @property({ attribute: false }) templates: readonly Template[] = [];
  /** All rules are. */
  @property({ attribute: false }) paused = false;
  @property({ attribute: false }) isForm = false;
  @state() private told: Told = {};
  @state() private understood: Understood | undefined;
  @state() private read = '';
  @state() private active: PartName | undefined;
  @state() private tried: DryRun | undefined;
  @state() private failure: AppError | undefined;
  @state() private busy = false;

  readonly #text = new Texts(this, () => this.view, texts);
  #toldOf = '';
  #askedOf: string | undefined;
  #typing = 0;
  /** Until its next moment, as it is shown, is over. */
  #passing = 0;
  /** Whether one of the buttons of the foot had the focus before what is drawn now. */
  #isInFoot = false;

  /** Goes to the sentence. */
  override focus(): void {
    void this.updateComplete.then(() => this.renderRoot.querySelector<AutomationSentence>('automation-sentence')?.focus());
  }

  /** Goes to the last button of its foot. */
  async focusFoot(): Promise<void> {
    await this.updateComplete;
    const last = [...this.renderRoot.querySelectorAll<LitElement>('footer ui-button')].at(-1);
    await last?.updateComplete;
    last?.focus();
  }

  override updated(): void {
    // A button that is replaced hands its focus on.
    if (this.#isInFoot && (this.renderRoot as ShadowRoot).activeElement === null) void this.focusFoot();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#typing);
    clearTimeout(this.#passing);
    this.#askedOf = undefined;
    this.#toldOf = '';
  }

  override willUpdate(changed: PropertyValues<this>): void {
    if (!this.isConnected || this.view === undefined) return;
    this.#isInFoot = (this.renderRoot as ShadowRoot | undefined)?.activeElement?.closest('footer') != null;
    if (changed.has('edit') || changed.has('paused')) this.tried = undefined;
    const draft = this.#draft;
    const of = JSON.stringify([draft, this.#text.locale, this.rule?.nextAt, this.paused]);
    if (of !== this.#toldOf) {
      this.#toldOf = of;
      void this.#tell(draft, of);
    }
    const sentence = this.#sentence;
    if (sentence === this.#askedOf) return;
    const isFirst = this.#askedOf === undefined;
    this.#askedOf = sentence;
    clearTimeout(this.#typing);
    this.#typing = window.setTimeout(() => void this.#understand(sentence), isFirst ? 0 : pauseMs);
  }

  override render() {
    const text = this.#text;
    const { rule, told } = this;
    const draft = this.#draft;
    if (rule !== undefined && rule.draft === undefined)
      return html`<div class="page">${this.#head(rule.title)}<ui-alert kind="warn">${rule.problem?.message ?? text.of('newer')}</ui-alert></div>`;
    const isBlank = rule === undefined && this.#sentence.trim() === '' && !this.isForm;
    return html`
      <div class="page">
        ${this.#head((draft?.title ?? rule?.title) || text.of('newRule'))}
        ${this.#notices()}
        ${this.#box()}
        ${
          isBlank
            ? examplesOf(text, this.templates, ({ sentence, title }) => this.#change({ text: sentence, read: '', title }))
            : this.isForm
              ? html`<h3>${text.of('fields')}<span>${text.of('savedWhen')}</span></h3><automation-fields .view=${this.view} .draft=${draft ?? blankDraft(this.#sentence.trim())} .given=${told.described?.given ?? []} @change-draft=${(event: CustomEvent<Draft>) => this.#fill(event.detail)}></automation-fields>`
              : draft === undefined
                ? nothing
                : html`<h3>${text.of('willHappen')}<span>${text.of('savedWhen')}</span></h3>${rowsOf({ text, draft, told, numbers: this.#numbers, part: this.active, point: part => (this.active = part), closed: on => void this.#do(() => this.#client.call('setWhileClosed', { on })).then(() => this.#tell(draft, this.#toldOf)) })}`
        }
        ${told.problem === undefined ? nothing : html`<ui-alert style="margin-block-start:12px" kind="danger">${told.problem.in(text.locale)}</ui-alert>`}
        ${draft === undefined || isBlank ? nothing : nextRuns(this.view, text, draft, { ...told, isPast: isPast(draft), isPaused: this.paused }, rule)}
        ${this.tried === undefined ? nothing : triedOf(text, this.tried, () => (this.tried = undefined))}
      </div>
      ${isBlank ? nothing : this.#foot()}
    `;
  }

  #head(title: string) {
    const { rule, paused } = this;
    const dismiss = (by: string) => void this.#do(() => this.#giveUp(() => this.#client.call('dismissProposals', { by })));
    const remove = () => rule && void this.#remove(rule);
    return headOf({ text: this.#text, rule, title, paused, turn: this.#switch, remove, dismiss });
  }

  #notices() {
    const text = this.#text;
    const { rule, failure } = this;
    const isElsewhere = this.#isElsewhere;
    const failing = rule && failingText(text, rule);
    return html`
      ${rule?.problem === undefined ? nothing : html`<ui-alert kind="warn">${rule.problem.message}</ui-alert>`}
      ${failing === undefined ? nothing : html`<ui-alert kind="warn">${failing}</ui-alert>`}
      ${
        isElsewhere
          ? html`<ui-alert kind="warn">${text.of('elsewhere')}
            <ui-button slot="actions" size="24" @click=${this.#discard}>${text.of('takeTheirs')}</ui-button>
            <ui-button slot="actions" size="24" @click=${() => this.#keepMine()}>${text.of('keepMine')}</ui-button></ui-alert>`
          : nothing
      }
      ${failure === undefined || isElsewhere ? nothing : html`<ui-alert kind="danger">${failure.in(text.locale)}</ui-alert>`}
    `;
  }

  #box() {
    const text = this.#text;
    const status = statusOf(text, {
      sentence: this.#sentence,
      read: this.read,
      understood: this.understood,
      isFuller: this.#isFuller,
      isPast: this.#isPast,
      never: neverOf(text, this.#draft, this.told, this.paused),
    });
    return html`<automation-sentence .view=${this.view} .text=${this.#sentence} .understood=${this.understood} .read=${this.read} .numbers=${this.#numbers} .active=${this.active} .status=${status.words}
      @write=${(event: CustomEvent<string>) => this.#write(event.detail)} @part=${(event: CustomEvent<PartName | null>) => (this.active = event.detail ?? undefined)} @send=${() => void this.#save()}>
      <ui-icon name=${status.isUnclear ? 'info' : 'wand-sparkles'} style="--icon-size:14px"></ui-icon>
      <span class="status ${status.isUnclear ? 'unclear' : ''}" role="status">${status.words}</span>
      <ui-button size="24" @click=${() => (this.isForm = !this.isForm)}>${this.isForm ? text.of('showRows') : text.of('editFields')}</ui-button>
    </automation-sentence>`;
  }

  #foot() {
    const { rule, edit, busy } = this;
    const { id = '', version = 1 } = rule ?? {};
    const [stop, runNow] = [() => this.#client.call('stop', { id }), () => this.#client.call('runNow', { id, version })];
    return footOf({
      ...{ text: this.#text, rule, isChanged: edit !== undefined, isReady: this.#isReady, busy },
      ...{
        tryIt: this.#try,
        discard: this.#discard,
        save: this.#save,
        stop: () => void this.#do(stop),
        runNow: () => void this.#do(runNow),
      },
    });
  }

  get #draft(): Draft | undefined {
    return this.edit === undefined ? this.rule?.draft : this.edit.draft;
  }

  get #sentence(): string {
    const { edit, rule, told } = this;
    return edit?.text ?? rule?.draft?.sentence ?? told.described?.sentence ?? '';
  }

  /** A new rule for a time that has passed would never run. */
  get #isPast(): boolean {
    return this.rule === undefined && isPast(this.#draft);
  }

  /** Whether there is a whole draft, and it is of the sentence as it is now. */
  get #isReady(): boolean {
    const { edit } = this;
    const draft = this.#draft;
    return (
      !this.#isPast &&
      neverOf(this.#text, draft, this.told, this.paused) === undefined &&
      draft !== undefined &&
      !this.#isElsewhere &&
      isWhole(withTitle(draft)) &&
      (edit?.read === undefined || edit.read === edit.text)
    );
  }

  /** The rows of the parts that the sentence says, by their order. */
  get #numbers(): ReadonlyMap<PartName, number> {
    const said = new Set(this.understood?.parts.map(({ part }) => part));
    const rows = this.told.described?.parts.map(({ part }) => part) ?? [];
    return new Map(rows.filter(part => said.has(part)).map((part, index) => [part, index + 1]));
  }

  /** The fields say more than the sentence. */
  get #isFuller(): boolean {
    return this.edit?.read === undefined && this.told.described?.complete === false && this.#draft?.sentence === undefined;
  }

  get #client() {
    return this.view.connect(AutomationChannel);
  }

  #change(edit: Edit | undefined): void {
    this.edit = edit;
    this.dispatchEvent(new CustomEvent('edit', { detail: edit }));
  }

  get #base(): Pick<Edit, 'base'> {
    const base = this.edit?.base ?? this.rule?.draft;
    return base === undefined ? {} : { base };
  }

  /** Whether the rule does something else than when the change began: another window has saved it. */
  get #isElsewhere(): boolean {
    const { rule, edit } = this;
    return rule !== undefined && edit?.base !== undefined && JSON.stringify(edit.base) !== JSON.stringify(rule.draft);
  }

  #keepMine(): void {
    const { rule, edit } = this;
    if (edit !== undefined && rule?.draft !== undefined) this.#change({ ...edit, base: rule.draft });
  }

  #write(text: string): void {
    this.failure = undefined;
    const { rule, edit } = this;
    // As it was before.
    if (text === rule?.draft?.sentence) return this.#change(undefined);
    // A title of an example goes with its sentence.
    const isOwnTitle = edit?.title !== undefined && this.templates.every(({ title }) => title !== edit.title);
    if (rule === undefined && text === '' && !isOwnTitle) return this.#change(undefined);
    const draft = this.#draft;
    this.#change({ ...edit, ...this.#base, text, read: edit?.read ?? '', ...(draft && { draft }) });
  }

  /** From the fields: the sentence follows them. */
  #fill(filled: Draft): void {
    this.failure = undefined;
    this.#change(filledEdit(filled, { was: this.#draft, text: this.#sentence, edit: this.edit, ...this.#base }));
  }

  async #understand(sentence: string): Promise<void> {
    if (sentence.trim() === '') {
      this.understood = undefined;
      this.read = sentence;
      const { edit } = this;
      if (edit?.read !== undefined) {
        const { draft: _draft, ...rest } = edit;
        this.#change({ ...rest, read: sentence });
      }
      return;
    }
    try {
      const [zone, was] = [zoneOf(this.#draft), unsaidIn([this.#draft, this.edit?.base, this.rule?.draft])];
      const understood = await this.#client.call('understand', { text: sentence, ...(zone && { zone }), ...(was && { before: was }) });
      if (sentence !== this.#sentence || !this.isConnected) return;
      this.understood = understood;
      this.read = sentence;
      const { edit } = this;
      if (edit === undefined || edit.text !== sentence || (edit.read === undefined && edit.draft !== undefined) || edit.read === sentence)
        return;
      const { draft: before = this.rule?.draft, ...rest } = edit;
      const merged = understood.draft && mergedDraft(understood.draft, before, edit.title ?? this.rule?.title);
      this.#change({ ...rest, read: sentence, ...(merged && { draft: withAllowed(merged, { ...edit, ...this.#base }) }) });
    } catch (error) {
      this.failure = failureOf(error);
    }
  }

  async #tell(draft: Draft | undefined, of: string): Promise<void> {
    if (draft === undefined || !isWhole(withTitle(draft))) {
      this.told = {};
      return;
    }
    const told = await tell(this.#client, withTitle(draft), this.#text.locale);
    if (of !== this.#toldOf) return;
    this.told = told;
    clearTimeout(this.#passing);
    const inMs = passingIn(told, Date.now());
    if (inMs !== undefined) this.#passing = window.setTimeout(() => void this.#tell(draft, of), inMs);
    const { edit } = this;
    const sentence = this.told.described?.sentence;
    if (edit !== undefined && edit.read === undefined && edit.draft !== undefined && sentence !== undefined && sentence !== edit.text)
      this.#change({ ...edit, text: sentence });
  }

  readonly #discard = (): void => {
    this.failure = undefined;
    this.isForm = false;
    this.#change(undefined);
    this.dispatchEvent(new CustomEvent('discard'));
  };

  readonly #save = async (): Promise<void> => {
    const draft = this.#draft;
    const { rule, edit } = this;
    // What has passed since it was drawn is said.
    this.requestUpdate();
    if (draft === undefined || !this.#isReady || this.busy || (rule !== undefined && edit === undefined)) return;
    this.busy = true;
    this.failure = undefined;
    try {
      const saved = await this.#client.call('save', {
        ...{ draft: withTitle(draft), approved: edit !== undefined && isApproved(edit) },
        ...(rule !== undefined && { id: rule.id, version: rule.version }),
      });
      this.isForm = false;
      this.dispatchEvent(new CustomEvent('saved', { detail: saved }));
    } catch (error) {
      this.failure = failureOf(error);
    }
    this.busy = false;
  };

  readonly #try = async (): Promise<void> => {
    const draft = this.#draft;
    this.requestUpdate();
    if (draft === undefined || !this.#isReady) return;
    this.failure = undefined;
    try {
      this.tried = await this.#client.call('dryRun', { draft: withTitle(draft) });
      await this.updateComplete;
      this.renderRoot.querySelector('.trial')?.scrollIntoView({ block: 'nearest' });
    } catch (error) {
      this.failure = failureOf(error);
    }
  };

  readonly #switch = async (event: Event): Promise<void> => {
    const control = event.currentTarget as HTMLElement & { checked: boolean };
    const { rule } = this;
    if (rule === undefined) return;
    const set = ({ id, on }: Pick<Rule, 'id' | 'on'>) => {
      if (this.rule?.id === id) control.checked = on;
    };
    const done = this.#client.call('setOn', { id: rule.id, version: rule.version, on: control.checked }).then(set);
    await this.#do(() => done);
    await done.catch(() => set(rule));
  };

  /** Its words are given up with it, which they are not when it is removed elsewhere. */
  async #giveUp(remove: () => Promise<unknown>): Promise<void> {
    const { edit } = this;
    this.#change(undefined);
    await remove().catch(error => {
      this.#change(edit);
      throw error;
    });
  }

  async #remove(rule: Rule): Promise<void> {
    const isGone = () => removed(this.#client, rule, this.#text, work => this.#do(work));
    await this.#do(() => this.#giveUp(async () => (await isGone()) && this.dispatchEvent(new CustomEvent('removed'))));
  }

  async #do(work: () => Promise<unknown>): Promise<void> {
    try {
      await work();
    } catch (error) {
      toast({ text: failureOf(error).in(this.#text.locale), kind: 'failed' });
    }
  }
}
