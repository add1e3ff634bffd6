import type { AskedRequest } from '@atelier/agent/contract';
import { dateText, focusedElement } from '@atelier/kernel/ui';
import { html, LitElement, nothing, type PropertyValues } from 'lit';
import { property, state } from 'lit/decorators.js';
import type { RequestAnswer } from '../actions.ts';
import type { RowContext } from '../row-context.ts';
import { argumentsOf } from '../rows/tool-body.ts';
import type { RequestRow } from '../store/rows.ts';
import { armingMs, foldedText } from './readiness.ts';
import { requestStyles } from './request-styles.ts';

/** The part of the buttons that must be in view before they can say yes. */
const mostlyInView = 0.9;
const wideScopes = ['always', 'project', 'conversation'] as const;

/**
 * A request that waits for the person: its question, its reason, and the answers. Only a no is possible before all of the question was
 * shown, and before it has been in view, in its place, for a moment. Keys answer while the focus is in it.
 */
export class ConversationsRequest extends LitElement {
  static override styles = requestStyles;

  @property({ attribute: false }) row!: RequestRow;
  @property({ attribute: false }) context!: Pick<RowContext, 'text' | 'answer'>;
  /** It has been in view, unchanged, for long enough. */
  @state() private isArmed = false;
  /** All of a long text is shown. */
  @state() private isWhole = false;
  /** The person writes why not. */
  @state() private isSaying = false;

  #isInView = false;
  /** What had the focus before the person began to say why not. */
  #before: Element | undefined;
  #arming: ReturnType<typeof setTimeout> | undefined;
  readonly #observer = new IntersectionObserver(
    entries => {
      this.#isInView = entries.at(-1)?.isIntersecting === true;
      this.#arm();
    },
    { threshold: mostlyInView },
  );

  override connectedCallback(): void {
    super.connectedCallback();
    // The click that brings the window to the front is no answer either.
    addEventListener('focus', this.#arm);
    addEventListener('keydown', this.#pressedAnywhere);
    void this.updateComplete.then(() => {
      const buttons = this.isConnected ? this.renderRoot.querySelector('.ft') : null;
      if (buttons !== null) this.#observer.observe(buttons);
    });
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    removeEventListener('focus', this.#arm);
    removeEventListener('keydown', this.#pressedAnywhere);
    this.#observer.disconnect();
    clearTimeout(this.#arming);
    this.isArmed = false;
  }

  override willUpdate(changed: PropertyValues<this>): void {
    const before = changed.get('row');
    if (before === undefined) return;
    if (before.request.id !== this.row.request.id) this.isWhole = this.isSaying = false;
    const isMoved = before.place !== this.row.place || before.keys?.yes !== this.row.keys?.yes;
    if (before.request.id !== this.row.request.id || isMoved) this.#arm();
  }

  override render() {
    const { row, context } = this;
    const { request } = row;
    const { kind, text, until } = request;
    const { title, why } = { ...request, ...request.texts?.[context.text.locale] };
    const isApproval = kind === 'approval';
    // Several questions at once must have different names.
    const label = `${context.text.of(`threadAsks.${kind}`)}${row.place === 0 ? '' : ` ${row.place + 1}`}`;
    const isShort = isApproval && text !== undefined && text.length <= 80 && !text.includes('\n');
    const late =
      until === undefined
        ? nothing
        : html`<p>${context.text.of('threadUntil', { time: dateText(context.text.locale, until, { timeStyle: 'short' }) })}</p>`;
    const detail = isApproval ? this.#asked : '';
    return html`
      <form tabindex="0" aria-label=${label} @submit=${this.#submitted} @keydown=${this.#pressed}>
        <div class="hd">
          <ui-state state="needs"></ui-state>
          <div class="grow">
            <h3>${isShort ? html`${context.text.of('threadRun')} <code>${text}</code>${context.text.of('threadQuestionMark')}` : title}</h3>
            ${isApproval || text === undefined ? nothing : html`<p>${this.#shownOf(text)}</p>`}
            ${why === undefined ? nothing : html`<p>${why}</p>`}
            ${late}
            ${this.#field()}
          </div>
        </div>
        ${detail === '' || isShort ? nothing : html`<pre class="whole">${this.#shownOf(detail)}</pre>`}
        ${this.#fold()}
        <div class="ft">${this.#buttons()}</div>
      </form>
    `;
  }

  /** Says yes for this once, if that can be said by now. */
  agree(): void {
    this.#give(this.row.request.kind === 'approval' ? { allow: true, scope: 'once' } : { allow: true });
  }

  refuse(): void {
    this.#give({ allow: false });
  }

  /** The text that must be shown whole. */
  get #asked(): string {
    const { text, args, kind } = this.row.request;
    return text ?? (kind === 'approval' && args !== undefined ? argumentsOf(args) : '');
  }

  get #mayAgree(): boolean {
    return this.isArmed && (this.isWhole || foldedText(this.#asked) === undefined);
  }

  #shownOf(text: string): string {
    return this.isWhole ? text : (foldedText(text)?.beginning ?? text);
  }

  #fold() {
    const folded = foldedText(this.#asked);
    if (folded === undefined || this.isWhole) return nothing;
    const { text } = this.context;
    const what = folded.lines > 1 ? text.count('threadLines', folded.lines) : text.count('threadCharacters', folded.characters);
    return html`<div class="fold"><ui-button kind="line" size="24" icon="chevron-down" @click=${this.#showAll}>${text.of('threadShowAll', { what })}</ui-button><span>${text.of('threadShowFirst')}</span></div>`;
  }

  #buttons() {
    const { kind, scopes = ['once'] } = this.row.request;
    const { keys } = this.row;
    const { text } = this.context;
    const byKey = (key: string) => text.of('threadByKey', { key });
    const shown = (keys?: string) =>
      this.#anywhere(keys) === '' ? nothing : html`<ui-kbd aria-hidden="true" keys=${this.#anywhere(keys)}></ui-kbd>`;
    const no = (label: string, answer: RequestAnswer, key?: string, anywhere?: string) =>
      html`<ui-button title=${key === undefined ? nothing : byKey(key)} @click=${() => this.#give(answer)}>${label}${shown(anywhere)}</ui-button>`;
    const yes = (look: 'accent' | 'line', label: string, answer: RequestAnswer, key?: string, anywhere?: string) =>
      html`<ui-button kind=${look} ?disabled=${!this.#mayAgree} title=${key === undefined ? nothing : byKey(key)} @click=${() => this.#give(answer)}>${label}${shown(anywhere)}</ui-button>`;
    if (this.isSaying)
      return html`
        <ui-button @click=${this.#sayNothing}>${text.of('threadBack')}<ui-kbd aria-hidden="true" keys="Escape"></ui-kbd></ui-button>
        <ui-button kind="accent" type="submit">${text.of('threadDeny')}<ui-kbd aria-hidden="true" keys="Enter"></ui-kbd></ui-button>
      `;
    if (kind === 'approval') {
      const wide = wideScopes.filter(scope => scopes.includes(scope));
      return html`
        ${no(text.of('threadDeny'), { allow: false }, 'N', keys?.no ?? 'Alt+N')}
        <ui-button @click=${this.#say}>${text.of('threadSayWhy')}${shown('Alt+Shift+N')}</ui-button>
        ${wide.map(scope => yes('line', text.of(`threadScope.${scope}`), { allow: true, scope }, scope === 'always' ? undefined : scope.charAt(0).toUpperCase(), scope === 'project' ? 'Alt+Shift+Y' : undefined))}
        ${yes('accent', text.of('threadScope.once'), { allow: true, scope: 'once' }, text.of('threadKeyOfYes'), keys?.yes ?? 'Alt+Y')}
      `;
    }
    if (kind === 'confirm')
      return html`${no(text.of('threadNo'), { allow: false }, 'N', keys?.no ?? 'Alt+N')}${yes('accent', text.of('threadYes'), { allow: true }, text.of('threadKeyOfYes'), keys?.yes ?? 'Alt+Y')}`;
    const cancel = no(text.of('threadCancel'), { cancelled: true });
    if (isChoice(this.row.request)) return cancel;
    return html`${cancel}<ui-button kind="accent" type="submit" ?disabled=${!this.#mayAgree}>${text.of(kind === 'requirements' ? 'threadGoOn' : 'threadAnswer')}</ui-button>`;
  }

  #field() {
    const { kind, title, options = [] } = this.row.request;
    if (this.isSaying)
      return html`<ui-input name="why" @keydown=${this.#escaped} label=${this.context.text.of('threadWhyNot')} placeholder=${this.context.text.of('threadWhyNot')} maxlength="2000"></ui-input>`;
    if (kind === 'input') return html`<ui-input name="text" label=${title}></ui-input>`;
    if (kind === 'editor') return html`<ui-textarea name="text" rows="4" label=${title}></ui-textarea>`;
    if (!isChoice(this.row.request)) return nothing;
    return html`<div class="options" role="group" aria-label=${title}>${options.map(choice => html`<ui-button kind="line" ?disabled=${!this.#mayAgree} @click=${() => this.#give({ choice })}>${choice}</ui-button>`)}</div>`;
  }

  readonly #arm = (): void => {
    clearTimeout(this.#arming);
    this.isArmed = false;
    if (!this.#isInView) return;
    this.#arming = setTimeout(() => {
      this.isArmed = true;
    }, armingMs);
  };

  readonly #showAll = (): void => {
    this.isWhole = true;
    this.#arm();
  };

  #give(answer: RequestAnswer): void {
    const isNo = answer.allow === false || answer.cancelled === true;
    const why = this.isSaying && answer.allow === false ? this.#why() : '';
    if (isNo || this.#mayAgree) this.context.answer(this.row.request, { ...answer, ...(why !== '' && { text: why }) });
  }

  /** Of several questions the first one has the keys that work everywhere; outside of its conversation each has its own. */
  #anywhere(keys = ''): string {
    const isOwn = this.row.keys !== undefined && (keys === this.row.keys.yes || keys === this.row.keys.no);
    return isOwn || (this.row.keys === undefined && this.row.place === 0) ? keys : '';
  }

  #why(): string {
    return (this.renderRoot.querySelector<HTMLElementTagNameMap['ui-input']>('[name=why]')?.value ?? '').trim();
  }

  readonly #say = (): void => {
    this.#before = focusedElement();
    this.isSaying = true;
    void this.updateComplete.then(async () => {
      const field = this.renderRoot.querySelector<HTMLElementTagNameMap['ui-input']>('[name=why]');
      await field?.updateComplete;
      field?.focus();
    });
  };

  readonly #sayNothing = (): void => {
    this.isSaying = false;
    const before = this.#before?.isConnected === true ? this.#before : this.renderRoot.querySelector('form');
    if (before instanceof HTMLElement) before.focus();
  };

  /** Escape leaves the field; the turn does not hear of it. */
  readonly #escaped = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing) return;
    event.preventDefault();
    event.stopPropagation();
    this.#sayNothing();
  };

  /** Alt+Y, Alt+Shift+Y, Alt+N and Alt+Shift+N answer from anywhere but a dialog; a yes still needs what the button needs. */
  readonly #pressedAnywhere = (event: KeyboardEvent): void => {
    const { kind, scopes = [] } = this.row.request;
    if (this.isSaying) return;
    if (!event.altKey || event.ctrlKey || event.metaKey || event.repeat || event.isComposing || event.defaultPrevented) return;
    if (this.row.keys !== undefined || this.row.place !== 0 || (kind !== 'approval' && kind !== 'confirm')) return;
    if (event.composedPath().some(at => at instanceof HTMLDialogElement)) return;
    // With Alt held, some systems give a sign instead of the letter.
    const letter = /^[a-z]$/i.test(event.key) ? event.key.toLowerCase() : event.code.slice(3).toLowerCase();
    if (letter === 'y' && event.shiftKey && kind === 'approval' && scopes.includes('project'))
      this.#give({ allow: true, scope: 'project' });
    else if (letter === 'y' && !event.shiftKey) this.#give(kind === 'approval' ? { allow: true, scope: 'once' } : { allow: true });
    else if (letter === 'n' && event.shiftKey && kind === 'approval') this.#say();
    else if (letter === 'n' && !event.shiftKey) this.#give({ allow: false });
    else return;
    event.preventDefault();
  };

  readonly #pressed = (event: KeyboardEvent): void => {
    const [target] = event.composedPath();
    if (event.repeat || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return;
    if (target instanceof HTMLElement && target.matches('input, textarea')) return;
    const answer = answerByKey(event.key, this.row.request);
    if (answer === undefined) return;
    event.preventDefault();
    this.#give(answer);
  };

  readonly #submitted = (event: SubmitEvent): void => {
    event.preventDefault();
    if (this.isSaying) return this.#give({ allow: false });
    const text = new FormData(event.currentTarget as HTMLFormElement).get('text');
    this.#give({ allow: true, ...(typeof text === 'string' && { text }) });
  };
}

/** The answer that a key gives; undefined if it gives none. Enter gives none: it presses the button that has the focus. */
function answerByKey(key: string, { kind, scopes = ['once'] }: AskedRequest): RequestAnswer | undefined {
  const letter = key.toLowerCase();
  if (kind !== 'approval' && kind !== 'confirm') return undefined;
  if (letter === 'n') return { allow: false };
  if (letter === 'y' || letter === 'o') return kind === 'approval' ? { allow: true, scope: 'once' } : { allow: true };
  const scope = (['conversation', 'project'] as const).find(one => one.startsWith(letter) && letter.length === 1);
  return kind === 'approval' && scope !== undefined && scopes.includes(scope) ? { allow: true, scope } : undefined;
}

/** Whether the request offers options; then choosing one is the answer, and no submit button is needed. */
function isChoice({ kind, options = [] }: AskedRequest): boolean {
  return kind === 'select' || (kind === 'requirements' && options.length > 0);
}
