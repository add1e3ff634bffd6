import type { AppError } from '@atelier/kernel';
import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { css, html, LitElement, nothing } from 'lit';
import { property, state } from 'lit/decorators.js';
import { type Candidate, HarnessChannel, type PromptSection } from '../../contract/index.ts';
import { texts } from '../texts.ts';

const objectives = ['quality', 'time', 'cost'] as const;

/** All that a candidate holds. Fires `done` when it was saved or left. */
export class HarnessForm extends LitElement {
  static override styles = css`
    * { box-sizing: border-box; }
    :host { display: block; font: var(--t-13); color: var(--text); }
    form { display: grid; gap: 14px; }
    h2 { margin: 0; font: 600 14px/22px var(--font); }
    .pair { display: grid; grid-template-columns: repeat(auto-fit, minmax(200px, 1fr)); gap: 12px; }
    footer { display: flex; justify-content: flex-end; gap: 8px; }
  `;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) candidate!: Candidate;
  @state() private problem = '';
  @state() private missing = false;

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const { title, prompt, bootstrap, discovery, subagents, permissions, hooks, scoring } = this.candidate;
    const choice = (name: string, label: string, value: string, options: readonly (readonly [string, string])[], hint = '') =>
      html`<ui-field label=${label} hint=${hint}><ui-select name=${name} .options=${options.map(([one, said]) => ({ value: one, label: said }))} .value=${value}></ui-select></ui-field>`;
    return html`<form @submit=${this.#save} novalidate>
      <h2>${text.of('formTitle')}</h2>
      <ui-field label=${text.of('title')} error=${this.missing ? text.of('titleMissing') : ''}><ui-input name="title" maxlength="80" .value=${title}></ui-input></ui-field>
      <ui-field label=${text.of('before')} hint=${text.of('beforeHint')} optional><ui-textarea name="before" maxlength="4000" rows="3" .value=${textIn(prompt.before)}></ui-textarea></ui-field>
      <ui-field label=${text.of('after')} hint=${text.of('afterHint')} optional><ui-textarea name="after" maxlength="4000" rows="4" .value=${textIn(prompt.after)}></ui-textarea></ui-field>
      <ui-switch name="snapshot" .checked=${bootstrap.environmentSnapshot}>${text.of('snapshot')}</ui-switch>
      <div class="pair">
        ${choice('discovery', text.of('discovery'), discovery, [
          ['default', text.of('usual')],
          ['eager', text.of('discovery.eager')],
          ['minimal', text.of('discovery.minimal')],
        ])}
        ${choice('subagents', text.of('subagents'), subagents, [
          ['default', text.of('usual')],
          ['encourage', text.of('subagents.encourage')],
          ['restrict', text.of('subagents.restrict')],
        ])}
      </div>
      <div class="pair">
        ${choice('mode', text.of('tools'), permissions.mode, [
          ['all', text.of('tools.all')],
          ['only', text.of('tools.only')],
          ['except', text.of('tools.except')],
        ])}
        <ui-field label=${text.of('toolNames')} hint=${text.of('toolNamesHint')} optional><ui-input name="tools" maxlength="2000" .value=${permissions.tools.join(', ')}></ui-input></ui-field>
      </div>
      <ui-switch name="readOnly" .checked=${hooks.before === 'read-only'}>${text.of('readOnly')}</ui-switch>
      <ui-field label=${text.of('advice')} hint=${text.of('adviceHint')} optional><ui-input name="advice" maxlength="500" .value=${hooks.after}></ui-input></ui-field>
      <div class="pair">${objectives.map(
        one =>
          html`<ui-field label=${text.of(`weight.${one}`)}><ui-input name=${one} type="number" min="0" max="100" .value=${String(Math.round(scoring[one] * 100))}></ui-input></ui-field>`,
      )}</div>
      ${this.problem === '' ? nothing : html`<ui-alert kind="danger">${this.problem}</ui-alert>`}
      <footer>
        <ui-button kind="line" @click=${() => this.#done()}>${text.of('cancel')}</ui-button>
        <ui-button kind="accent" type="submit">${text.of('save')}</ui-button>
      </footer>
    </form>`;
  }

  #done(): void {
    this.dispatchEvent(new CustomEvent('done'));
  }

  readonly #save = async (event: SubmitEvent): Promise<void> => {
    event.preventDefault();
    const form = new FormData(event.currentTarget as HTMLFormElement);
    const of = (name: string) => String(form.get(name) ?? '').trim();
    const isOn = (name: string) => this.renderRoot.querySelector<HTMLInputElement>(`ui-switch[name="${name}"]`)?.checked === true;
    const { candidate } = this;
    this.missing = of('title') === '';
    if (this.missing) return;
    const weight = (name: string) => Math.min(100, Math.max(0, Number(of(name)) || 0)) / 100;
    try {
      await this.view.connect(HarnessChannel).call('save', {
        ...candidate,
        title: of('title'),
        prompt: { before: sectionsOf(candidate.prompt.before, of('before')), after: sectionsOf(candidate.prompt.after, of('after')) },
        bootstrap: { environmentSnapshot: isOn('snapshot') },
        discovery: of('discovery') as Candidate['discovery'],
        subagents: of('subagents') as Candidate['subagents'],
        permissions: { mode: of('mode') as Candidate['permissions']['mode'], tools: namesIn(of('tools')) },
        hooks: { before: isOn('readOnly') ? 'read-only' : 'off', after: of('advice') },
        scoring: { quality: weight('quality'), time: weight('time'), cost: weight('cost') },
      });
      this.#done();
    } catch (error) {
      this.problem = (error as AppError).in(this.#text.locale);
    }
  };
}

const heading = 'Instructions';

/** The form shows sections as one text; one that was not changed keeps its sections. */
function textIn(sections: readonly PromptSection[]): string {
  return sections
    .map(({ text }) => text)
    .join('\n\n')
    .slice(0, 4000);
}

function sectionsOf(before: PromptSection[], text: string): PromptSection[] {
  if (text === textIn(before).trim()) return before;
  return text === '' ? [] : [{ title: before[0]?.title ?? heading, text }];
}

function namesIn(text: string): string[] {
  return [...new Set(text.split(/[\s,]+/))].filter(name => name !== '' && name.length <= 128).slice(0, 100);
}
