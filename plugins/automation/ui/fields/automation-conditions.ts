import { Texts, type ViewHost } from '@atelier/kernel/ui';
import { html, LitElement, nothing } from 'lit';
import { property } from 'lit/decorators.js';
import type { Draft, Offer, Test } from '../../contract/index.ts';
import { texts } from '../texts.ts';
import { isTimed } from '../words.ts';
import { choicesOf, inputOf, offeredOf, selectOf, withCurrent } from './controls.ts';
import { partStyles } from './field-styles.ts';

type Groups = readonly (readonly Test[])[];
const most = 8;
const fields = ['text', 'title', 'project', 'folder', 'path', 'ended'] as const;
const ways = ['contains', 'equals', 'matches'] as const;

/** The conditions of a rule: in one of the groups all tests hold. Fires `change-draft`. */
export class AutomationConditions extends LitElement {
  static override styles = partStyles;

  @property({ attribute: false }) view!: ViewHost;
  @property({ attribute: false }) draft!: Draft;
  /** The conditions that extensions decide. */
  @property({ attribute: false }) offers: readonly Offer[] = [];

  readonly #text = new Texts(this, () => this.view, texts);

  override render() {
    const text = this.#text;
    const groups: Groups = this.draft.conditions ?? [];
    // A time has no fields: only what an extension decides may keep it from running.
    const isTime = isTimed(this.draft.trigger);
    const room = isTime && this.offers.length === 0 ? 0 : most;
    return html`<fieldset><legend>${text.of('part.if')}</legend>${isTime ? html`<p>${text.of('timed')}</p>` : nothing}
      ${groups.map(
        (tests, at) => html`${at === 0 ? nothing : html`<p class="or">${text.of('orElse')}</p>`}
          <div role="group" aria-label=${text.of('groupOf', { number: at + 1 })}>
            ${tests.map((test, index) => this.#test(test, changed => this.#replace(groups, at, index, changed)))}
            ${tests.length < room ? html`<ui-button size="24" icon="plus" @click=${() => this.#put(groups.map((one, of) => (of === at ? [...one, this.#blank] : one)))}>${text.of(at === 0 ? 'addTest' : 'addTestHere')}</ui-button>` : nothing}
          </div>`,
      )}
      ${groups.length < room ? html`<ui-button size="24" icon="plus" @click=${() => this.#put([...groups, [this.#blank]])}>${text.of(groups.length === 0 ? 'addTest' : 'addGroup')}</ui-button>` : nothing}
    </fieldset>`;
  }

  #test(test: Test, set: (test: Test | undefined) => void) {
    const text = this.#text;
    const own = isTimed(this.draft.trigger) ? [] : choicesOf(fields, value => text.of(`field.${value}`));
    const offered = offeredOf(this.offers);
    const what = 'field' in test ? test.field : `extension:${test.from}:${test.id}`;
    const isNot = test.not === true;
    return html`<div class="test ${'field' in test ? '' : 'asked'}">
      ${selectOf(text.of('field'), withCurrent([...own, ...offered], what), what, value => set(testOf(value, test)))}
      ${
        'field' in test
          ? html`${selectOf(
              text.of('how'),
              [
                ...choicesOf(ways, value => text.of(`how.${value}`)),
                ...ways.map(value => ({ value: `not:${value}`, label: text.of(`howNot.${value}`) })),
              ],
              isNot ? `not:${test.how}` : test.how,
              value => {
                const { not: _not, ...plain } = test;
                const how = value.replace('not:', '') as typeof test.how;
                set({ ...plain, how, ...(value.startsWith('not:') && { not: true }) });
              },
            )}
            ${inputOf(text.of('value'), 'text', test.value, value => set({ ...test, value }))}`
          : selectOf(
              text.of('how'),
              choicesOf(['holds', 'holdsNot'], value => text.of(value)),
              isNot ? 'holdsNot' : 'holds',
              value => {
                const { not: _not, ...plain } = test;
                set(value === 'holdsNot' ? { ...plain, not: true } : plain);
              },
            )
      }
      <ui-icon-button icon="x" label=${text.of('removeTest')} @click=${() => set(undefined)}></ui-icon-button>
    </div>`;
  }

  /** What a new condition begins with. */
  get #blank(): Test {
    const [offer] = this.offers;
    return isTimed(this.draft.trigger) && offer !== undefined
      ? { from: offer.from, id: offer.id }
      : { field: 'text', how: 'contains', value: '' };
  }

  #replace(groups: Groups, at: number, index: number, test: Test | undefined): void {
    this.#put(
      groups.map((one, of) =>
        of === at ? one.flatMap((old, place) => (place !== index ? [old] : test === undefined ? [] : [test])) : one,
      ),
    );
  }

  #put(groups: Groups): void {
    const { conditions: _conditions, ...without } = this.draft;
    const left = groups.filter(group => group.length > 0).map(group => [...group]);
    const draft: Draft = left.length === 0 ? without : { ...without, conditions: left };
    this.dispatchEvent(new CustomEvent('change-draft', { detail: draft }));
  }
}

function testOf(value: string, before: Test): Test {
  const not = before.not === true ? { not: true } : {};
  if (!value.startsWith('extension:')) {
    return 'field' in before ? { ...before, field: value } : { field: value, how: 'contains', value: '', ...not };
  }
  const [, from = '', ...id] = value.split(':');
  return { from, id: id.join(':'), ...not };
}
