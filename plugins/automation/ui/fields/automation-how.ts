import { Query, Texts, type ViewHost } from '@atelier/kernel/ui';
import { ProvidersChannel } from '@atelier/providers/contract';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Draft } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { isTimed } from '../words.ts';
import { choicesOf, selectOf, typedIn, type Valued, valuesOf, withCurrent } from './controls.ts';
import { partStyles } from './field-styles.ts';

type Instruction = Extract<Draft['action'], { kind: 'instruction' }>;
const most = { lines: 20, line: 300 };

/** How a run of an instruction works: with which model, with which tools, and what they reach. Fires `change-draft`. */
export class AutomationHow extends LitElement {
  static override styles = partStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) draft!: Draft;

  readonly #text = new Texts(this, () => this.view, texts);
  readonly #models = new Query(this, () => this.view, ProvidersChannel, 'listModels', {
    params: () => ({ locale: this.#text.locale }),
    refreshOn: 'modelsChanged',
  });

  override render() {
    const text = this.#text;
    const { action, trigger } = this.draft;
    if (action.kind !== 'instruction') return nothing;
    const { where, model = '', access = 'secure', tools = 'all', commands = [] } = action;
    const models = valuesOf(this.#models.state, all => all.filter(({ available }) => available)).map(
      ({ id, name, providerName, provider }) => ({ value: id, label: name, group: providerName ?? provider }),
    );
    const usual = { value: '', label: text.of('usualModel') };
    const levels = choicesOf(['all', 'edit', 'read'], value => text.of(`tools.${value}`));
    const modes = choicesOf(['secure', 'open'], value => text.of(`access.${value}`));
    const about = text.of(isTimed(trigger) ? `accessAbout.${access}` : 'accessAbout.outside');
    return html`<fieldset><legend>${text.of('part.how')}</legend>
      <div class="pair">
        ${where === 'continued' ? nothing : selectOf(text.of('model'), withCurrent([usual, ...models], model), model, value => this.#set('model', value || undefined))}
        ${where === 'hidden' ? nothing : selectOf(text.of('tools'), levels, tools, value => this.#set('tools', value === 'all' ? undefined : value))}
      </div>
      ${where === 'hidden' ? this.#flag('reads', action) : nothing}
      ${
        where === 'visible'
          ? html`<div class="pair">${selectOf(text.of('access'), modes, access, value => this.#set('access', value === 'secure' ? undefined : value), about)}
              <ui-field label=${text.of('commands')} hint=${text.of('commandsHint')}><ui-textarea rows="2" maxlength="4000" .value=${commands.join('\n')} @change=${(event: Event) => this.#set('commands', linesOf(typedIn(event)))}></ui-textarea></ui-field></div>`
          : nothing
      }
      ${where === 'visible' && action.project !== undefined ? this.#flag('worktree', action) : nothing}
    </fieldset>`;
  }

  #flag(key: 'reads' | 'worktree', action: Instruction) {
    return html`<ui-checkbox .checked=${action[key] === true} @change=${(event: Event) => this.#set(key, (event.currentTarget as Valued).checked)}>${this.#text.of(key)}</ui-checkbox>`;
  }

  #set(key: keyof Instruction, value: unknown): void {
    const { action } = this.draft;
    const next = Object.entries({ ...action, [key]: value }).filter(([, one]) => one !== undefined);
    this.dispatchEvent(new CustomEvent('change-draft', { detail: { ...this.draft, action: Object.fromEntries(next) as Instruction } }));
  }
}

/** The commands of a text, one in each line; undefined for none. */
function linesOf(typed: string): readonly string[] | undefined {
  const lines = typed.split('\n').map(line => line.trim().slice(0, most.line));
  const found = lines.filter(line => line !== '').slice(0, most.lines);
  return found.length === 0 ? undefined : found;
}
