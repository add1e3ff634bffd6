import { AppError } from '@atelier/kernel';
import { toast } from '@atelier/kernel/kit';
import { bytesText, Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import { type Skill, SkillsChannel, type Update } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { categoryIcons } from './category-icons.ts';

const connect = (view: ViewHost) => view.connect(SkillsChannel);
type Client = ReturnType<typeof connect>;
const stars = [1, 2, 3, 4, 5] as const;

/** A key that is still down from the button before is no answer to this one. */
const held = (event: KeyboardEvent): void => {
  if (event.repeat) event.preventDefault();
};

/** One skill: its own text, its files, what its author says that it needs, its update, and the person's rating. */
export class SkillsDetails extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: flex; flex-direction: column; gap: 12px; font: var(--t-13); color: var(--text); overflow-wrap: anywhere; }
    header { display: flex; align-items: center; gap: 12px; }
    .tile { display: grid; place-items: center; flex: none; width: 48px; height: 48px; border-radius: 10px; background: var(--sunken); --icon-size: 20px; }
    .who, .grow { flex: 1; min-width: 0; }
    h1 { margin: 0; font: var(--t-13); font-size: 20px; line-height: 28px; font-weight: 600; }
    h2, h3 { display: flex; align-items: baseline; justify-content: space-between; gap: 8px; margin: 8px 0 0; font: var(--t-13); font-weight: 600; }
    h3 { margin: 0; padding: 8px 12px 4px; font: var(--c-12); }
    p { margin: 0; }
    .meta { color: var(--text-2); font: var(--t-12); font-weight: 400; }
    .row { display: flex; flex-wrap: wrap; align-items: center; gap: 8px; }
    .box { border: 1px solid var(--line); border-radius: 8px; background: var(--raised); }
    .box.row { flex-wrap: nowrap; align-items: start; padding: 10px 12px; }
    .update > .row { padding: 10px 12px; }
    .update > p { padding: 0 12px 8px; }
    .end { justify-content: end; }
    .plus, .minus { color: var(--added-text); font: var(--c-12); }
    .minus { color: var(--removed-text); }
    pre { margin: 0; padding: 8px 12px; max-height: 320px; overflow: auto; border: 1px solid var(--line); border-radius: 8px; background: var(--sunken); font: var(--c-12); white-space: pre-wrap; }
    pre:focus-visible { outline: 2px solid var(--focus); }
    ul { margin: 0; padding-inline-start: 20px; }
    .star { width: 28px; height: 28px; border: 0; background: none; color: var(--text); font-size: 18px; cursor: pointer; }
    .star:focus-visible { outline: 2px solid var(--focus); }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property() skill = '';

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #details = new Query(this, () => this.view, SkillsChannel, 'details', {
    params: () => ({ id: this.skill }),
    refreshOn: 'skillsChanged',
  });
  /** The skill whose button is to have the focus. */
  #offers: string | undefined;

  /** Focuses the button that installs or updates, once it is there. */
  offer(): void {
    this.#offers = this.skill;
    this.requestUpdate();
  }

  override updated(): void {
    if (this.#offers !== this.skill) this.#offers = undefined;
    const button = this.#offers ? this.renderRoot.querySelector<HTMLElementTagNameMap['ui-button']>('[kind=accent]') : null;
    if (this.#details.state.status !== 'ready' || this.#details.state.value.skill.id !== this.skill || button === null) return;
    this.#offers = undefined;
    void button.updateComplete.then(() => button.focus());
  }

  override render() {
    const text = this.#text;
    const { state } = this.#details;
    if (state.status === 'pending') return html`<ui-progress label=${text.of('loading')}></ui-progress>`;
    if (state.status === 'failed') return html`<ui-alert kind="danger">${state.message}</ui-alert>`;
    const { skill, files, allowedTools, integrity, text: own, update, review } = state.value;
    const { id } = skill;
    const facts = [`/skill:${skill.name}`, skill.version, skill.source, skill.license].filter(fact => fact !== undefined);
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
    return html`
      <header>
        <span class="tile"><ui-icon name=${categoryIcons[skill.category]}></ui-icon></span>
        <div class="who"><h1>${skill.name}</h1><p class="meta">${facts.join(' · ')}</p></div>
        ${
          skill.installed
            ? html`<ui-icon-button icon="trash-2" label=${text.of('uninstall')} @click=${this.#remove}></ui-icon-button>
              <ui-switch label=${text.of('on')} .checked=${skill.on} @change=${() => this.#do(client => client.call('setOn', { id, on: !skill.on }))}>${text.of('on')}</ui-switch>`
            : html`<ui-button kind="accent" @keydown=${held} @click=${() => this.#do(client => client.call('install', { id, integrity }))}>${text.of('install')}</ui-button>`
        }
      </header>
      <p>${skill.description}</p>
      ${skill.warning === undefined ? nothing : html`<ui-alert kind="warn">${text.of('badName')}</ui-alert>`}
      <div class="box row"><ui-icon name="shield-check"></ui-icon><p>${allowedTools.length === 0 ? text.of('asksNothing') : text.of('asks', { tools: allowedTools.join(', ') })}</p></div>
      ${update === undefined ? nothing : this.#update(skill, update)}
      <h2>${text.of('ownText')}<span class="meta">${text.count('files', files.length)}, ${bytesText(text.locale, bytes)}</span></h2>
      <pre tabindex="0" aria-label=${text.of('ownText')}>${own}</pre>
      ${
        files.length < 2
          ? nothing
          : html`<ul class="meta">${files.map(file => html`<li>${file.path} · ${bytesText(text.locale, file.bytes)}</li>`)}</ul>`
      }
      <p class="meta">${text.of('pinned', { integrity: `${integrity.slice(0, 19)}…` })}</p>
      <h2>${text.of('rating')}</h2>
      <div class="row" role="group" aria-label=${text.of('rating')}>${stars.map(
        one =>
          html`<button class="star" aria-label=${text.of('stars', { count: String(one) })} aria-pressed=${skill.rating === one} @click=${() => this.#rate(one, review)}>${one <= (skill.rating ?? 0) ? '★' : '☆'}</button>`,
      )}<span class="meta">${text.of('keptHere')}</span></div>
      ${
        skill.rating === undefined
          ? nothing
          : html`<ui-textarea label=${text.of('review')} placeholder=${text.of('review')} rows="2" maxlength="2000" .value=${review ?? ''} @change=${(event: Event) => this.#rate(skill.rating, (event.target as HTMLTextAreaElement).value)}></ui-textarea>`
      }
      <p class="meta">${text.of('usedHere', { count: String(skill.uses) })}</p>
    `;
  }

  #update(skill: Skill, { integrity, name, version, toolsAdded, toolsRemoved, files }: Update) {
    const text = this.#text;
    const versions =
      version === undefined || version === skill.version ? text.of('hasUpdate') : [skill.version, version].filter(Boolean).join(' → ');
    const count = (of: 'added' | 'removed') => files.reduce((sum, file) => sum + file[of], 0);
    const said = [
      ...(name === skill.name ? [] : [text.of('renamed', { name })]),
      ...(toolsAdded.length === 0 ? [] : [text.of('moreTools', { tools: toolsAdded.join(', ') })]),
      ...(toolsRemoved.length === 0 ? [] : [text.of('lessTools', { tools: toolsRemoved.join(', ') })]),
      ...(toolsAdded.length + toolsRemoved.length === 0 ? [text.of('sameTools')] : []),
    ];
    return html`<section class="box update" aria-label=${text.of('hasUpdate')}>
      <div class="row"><b>${versions}</b><span class="meta grow">${said.join(' ')}</span><span class="plus">+${count('added')}</span><span class="minus">−${count('removed')}</span></div>
      ${files.map(
        ({ path, change, hunks }) => html`<h3>${path}<span class="meta">${text.of(`change.${change}`)}</span></h3>
          ${hunks === undefined ? html`<p class="meta">${text.of('notShown')}</p>` : html`<ui-diff small wrap .hunks=${hunks} label=${path}></ui-diff>`}`,
      )}
      <div class="row end"><ui-button kind="accent" @keydown=${held} @click=${() => this.#do(client => client.call('update', { id: skill.id, integrity }))}>${text.of('update')}</ui-button></div>
    </section>`;
  }

  #rate(stars: number | undefined, text: string | undefined): void {
    void this.#do(client => client.call('rate', { id: this.skill, ...(stars !== undefined && { stars }), ...(text && { text }) }));
  }

  readonly #remove = async (): Promise<void> => {
    const id = this.skill;
    if (await this.#do(client => client.call('uninstall', { id }))) this.dispatchEvent(new CustomEvent('removed'));
  };

  async #do(work: (client: Client) => Promise<unknown>): Promise<boolean> {
    try {
      await work(connect(this.view));
      return true;
    } catch (error) {
      toast({ text: error instanceof AppError ? error.in(this.#text.locale) : String(error), kind: 'failed' });
      return false;
    }
  }
}
