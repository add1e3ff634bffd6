import { ConversationsChannel } from '@atelier/conversations/contract';
import type { AppError } from '@atelier/kernel';
import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { MemoryChannel, type Preview, type Selection } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { dayText, failureOf, kindIcons, momentOf } from '../words.ts';
import { formStyles } from './dialog-form.ts';

/** More would not be read; the count says how many there are. */
const mostShown = 200;
const dayMs = 86_400_000;
/** So many of the conversations that keep the words are named. */
const mostNamed = 5;

export interface Forgotten {
  readonly change: string;
  readonly count: number;
  readonly title: string;
}

/** Forgets all memories that fit, after the person has seen which. Fires `done` with what was forgotten, or without. */
export class MemoryForget extends LitElement {
  static override styles = formStyles;

  @property({ attribute: false }) view!: ViewHost;
  /** What is filled in at first. */
  @property({ attribute: false }) first: Pick<Selection, 'conversation' | 'topic'> = {};
  @state() private selection: Selection = {};
  @state() private problem: AppError | undefined;
  @state() private busy = false;
  @state() private kept: readonly { readonly id: string; readonly title: string }[] = [];
  #asked = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #preview = new Query(this, () => this.view, MemoryChannel, 'preview', {
    params: () => this.selection,
    refreshOn: 'memoriesChanged',
  });
  readonly #conversations = new Query(this, () => this.view, ConversationsChannel, 'list', {
    params: () => ({ sort: 'updated' as const, limit: 100 }),
    refreshOn: 'rowsChanged',
  });

  override willUpdate(): void {
    // Only once: what the person fills in stays, however often the page around it is rendered.
    if (!this.hasUpdated) this.selection = { ...this.first };
  }

  override updated(): void {
    void this.#lookUp();
  }

  /** The dialog around it gives it the focus. */
  override focus(): void {
    this.renderRoot.querySelector<HTMLElement>('ui-input')?.focus();
  }

  override render() {
    const text = this.#text;
    const found = this.#found;
    const count = found === undefined ? 0 : found.total + found.proposals;
    return html`<form @submit=${this.#forget} @input=${this.#read} @change=${this.#read} novalidate>
      <p>${text.of('forgetAbout')}</p>
      <ui-field label=${text.of('words')}><ui-input name="text" maxlength="1000"></ui-input></ui-field>
      <div class="pair">
        <ui-field label=${text.of('topic')}><ui-input name="topic" maxlength="96" .value=${this.first.topic ?? ''}></ui-input></ui-field>
        <ui-field label=${text.of('conversation')}><ui-select name="conversation" .options=${this.#choices} .value=${this.first.conversation ?? ''}></ui-select></ui-field>
      </div>
      <div class="pair">
        <ui-field label=${text.of('storedFrom')}><ui-input name="after" type="date"></ui-input></ui-field>
        <ui-field label=${text.of('storedUntil')}><ui-input name="before" type="date"></ui-input></ui-field>
      </div>
      ${this.#shown(found)}
      ${this.problem === undefined ? nothing : html`<ui-alert kind="danger">${this.problem.in(text.locale)}</ui-alert>`}
      <footer>
        <ui-button kind="line" @click=${() => this.#done()}>${text.of('cancel')}</ui-button>
        <ui-button kind="danger" type="submit" ?busy=${this.busy} ?disabled=${count === 0}>${found === undefined || found.total === 0 ? text.of('forget') : text.count('forgetMany', found.total)}</ui-button>
      </footer>
    </form>`;
  }

  get #found(): Preview | undefined {
    const { state } = this.#preview;
    if (Object.keys(this.selection).length === 0 || state.status !== 'ready') return undefined;
    return state.value;
  }

  #shown(found: Preview | undefined) {
    const text = this.#text;
    const { state } = this.#preview;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    if (found === undefined) return html`<p role="status">${text.of('forgetChoose')}</p>`;
    const { memories, total, proposals } = found;
    if (total + proposals === 0) return html`<p role="status">${text.of('nothingFound')}</p>`;
    return html`<p class="count" role="status">${text.count('willGo', total)}${total > mostShown ? ` ${text.of('willGoShown', { count: mostShown })}` : ''}${proposals === 0 ? '' : ` ${text.count('willGoProposals', proposals)}`}</p>
      <ul tabindex="0" aria-label=${text.count('willGo', total)} ?hidden=${total === 0}>${memories
        .slice(0, mostShown)
        .map(
          ({ kind, title, status, createdAt }) =>
            html`<li class=${status === 'superseded' ? 'past' : ''}><ui-icon name=${kindIcons[kind]}></ui-icon><span title=${title}>${title}</span><time>${dayText(text.locale, createdAt)}</time></li>`,
        )}</ul>
      ${this.#kept()}`;
  }

  /** Forgetting changes no conversation, and says so. */
  #kept() {
    return html`<p>${this.#text.of('wordsKept')}</p>
      <div class="kept" ?hidden=${this.kept.length === 0}>${this.kept.map(
        ({ id, title }) =>
          html`<ui-button size="24" kind="line" icon="message-square" @click=${() => void this.view.run('conversations.open', { conversation: id })}>${title}</ui-button>`,
      )}</div>`;
  }

  /** The conversations that what goes came from, as far as they are still there. */
  async #lookUp(): Promise<void> {
    const ids = [...new Set(this.#found?.memories.flatMap(({ source }) => source.conversation ?? []))].slice(0, mostNamed);
    const asked = ids.join();
    if (asked === this.#asked) return;
    this.#asked = asked;
    const client = this.view.connect(ConversationsChannel);
    const answers = await Promise.allSettled(ids.map(conversation => client.call('conversation', { conversation })));
    if (asked === this.#asked) this.kept = answers.flatMap(answer => (answer.status === 'fulfilled' ? [answer.value.row] : []));
  }

  get #choices() {
    const { state } = this.#conversations;
    const rows = state.status === 'ready' ? state.value.rows : [];
    const { conversation } = this.first;
    const options = rows.map(({ id, title }) => ({ value: id, label: title }));
    if (conversation !== undefined && !rows.some(({ id }) => id === conversation))
      options.unshift({ value: conversation, label: this.#text.of('thisConversation') });
    return [{ value: '', label: this.#text.of('anyConversation') }, ...options];
  }

  readonly #read = (event: Event): void => {
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const of = (name: string) => String(form.get(name) ?? '').trim();
    const [words, topic, conversation] = [of('text'), of('topic'), of('conversation')];
    const after = momentOf(of('after'));
    const before = momentOf(of('before'));
    this.selection = {
      ...(words !== '' && { text: words }),
      ...(topic !== '' && { topic }),
      ...(conversation !== '' && { conversation }),
      ...(after !== undefined && { after }),
      // The day that is named goes along.
      ...(before !== undefined && { before: before + dayMs }),
    };
  };

  #done(forgotten?: Forgotten): void {
    this.dispatchEvent(new CustomEvent('done', { detail: forgotten }));
  }

  readonly #forget = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const found = this.#found;
    if (found === undefined || found.total + found.proposals === 0 || this.busy) return;
    this.busy = true;
    try {
      // Exactly what was counted: what has come since is not in it.
      const { forgotten, change } = await this.view.connect(MemoryChannel).call('forget', { ...this.selection, upTo: found.upTo });
      this.#done(change === undefined ? undefined : { change, count: forgotten, title: found.memories[0]?.title ?? '' });
    } catch (error) {
      this.problem = failureOf(error);
    }
    this.busy = false;
  };
}
