import type { Draft } from '../../contract/index.ts';
import { ownZone } from '../time/clock.ts';
import { nextDue } from '../time/occurrences.ts';
import { understand } from './understand.ts';
import { dayMs } from './when-forms.ts';

/**
 * The title and the words that it was written with are not what it does. An interval of days is the same if it is due at the same times; from
 * which minute hours and minutes are counted no sentence says.
 */
export function isSameRule(a: Draft, b: Draft, now: number): boolean {
  const bare = ({ title: _title, sentence: _sentence, trigger, ...rest }: Draft) => {
    const isOfDays = trigger.kind === 'every' && trigger.everyMs % dayMs === 0;
    const due = trigger.kind === 'every' ? { everyMs: trigger.everyMs, due: isOfDays ? nextDue(trigger, now) : 0 } : trigger;
    return JSON.stringify(sorted({ ...rest, trigger: due, conditions: rest.conditions ?? [] }));
  };
  return bare(a) === bare(b);
}

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  );
}

const said = new WeakMap<Draft, Draft>();

/**
 * A draft of an extension or a model as it is shown. One that an earlier version stored may have a sentence that says something else than
 * it does: it has none then, so that it is described anew.
 */
export function withTrueSentence(draft: Draft, now: number): Draft {
  const { sentence, ...rest } = draft;
  if (sentence === undefined) return draft;
  const known = said.get(draft);
  if (known !== undefined) return known;
  const read = understand(sentence, { zone: ownZone(), now }).draft;
  const shown = read !== undefined && isSameRule(draft, read, now) ? draft : rest;
  said.set(draft, shown);
  return shown;
}
