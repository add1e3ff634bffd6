import { visibleText } from '@atelier/kernel';
import type { Described, Draft, Language, PartName, Place } from '../../contract/index.ts';
import { isTimed } from '../time/occurrences.ts';
import { givenOf } from './given.ts';
import { type Names, noNames } from './names.ts';
import { partTexts } from './part-texts.ts';
import { type Spoken, speak } from './speech.ts';

/** Says a draft as a sentence, and in parts. `isSame` tells whether a sentence is read as the same rule; `names` are those of what there is. */
export function describe(
  draft: Draft,
  language: Language,
  zone: string,
  isSame: (sentence: string) => boolean,
  names: Names = noNames,
): Described {
  const spoken = speak(draft, language, zone, names);
  const { to } = draft;
  const place =
    to?.kind === 'channel' ? names.places.find(({ channel, thread }) => channel === to.channel && thread === to.thread) : undefined;
  const sentence = sentenceOf(spoken);
  const parts = partsOf(draft, spoken, language, { place, models: names.models }).map(({ text, detail, ...part }) => ({
    ...{ ...part, text: visibleText(text, 'prose') },
    ...(detail !== undefined && { detail: visibleText(detail, 'prose') }),
  }));
  const { lines: given } = givenOf(draft.action);
  return { sentence, complete: isSame(sentence), parts, ...(given.length > 0 && { given: [...given] }) };
}

function sentenceOf({ when, ifs, work, clauses }: Spoken): string {
  const begin = when.charAt(0).toUpperCase() + when.slice(1);
  const first = [begin, ...(ifs === undefined ? [] : [ifs]), work].join(', ');
  const all = [first, ...clauses.map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1))];
  // What is done may end as a sentence by itself.
  return all
    .map(one => (/[.!?…]$/.test(one) ? one : `${one}.`))
    .join(' ')
    .slice(0, 10_000);
}

function partsOf(
  draft: Draft,
  { when, ifs, work, clauses }: Spoken,
  language: Language,
  named: { readonly place: Place | undefined; readonly models: Names['models'] },
): Described['parts'] {
  const { place, models } = named;
  const { trigger } = draft;
  const text = partTexts[language];
  const zone = isTimed(trigger) && trigger.kind !== 'every' ? trigger.zone : undefined;
  // The row says itself that it is about what was missed.
  const said = (part: PartName, otherwise: string) => {
    const found = clauses.filter(clause => clause.part === part).map(clause => clause.text.replace(/^(?:if missed|si manquée), /, ''));
    return found.length === 0 ? otherwise : found.join(', ');
  };
  const { action } = draft;
  // What a rule does by telling is told, whatever else is not.
  const told = action.kind === 'notify' ? 'always' : draft.deliver;
  const detail = action.kind === 'instruction' ? text.where[action.where] : undefined;
  const tree = action.kind === 'instruction' && action.where === 'visible' && action.worktree === true ? `, ${text.worktree}` : '';
  const id = action.kind === 'instruction' ? action.model : undefined;
  const model = id === undefined ? '' : `, ${models.find(one => one.id === id)?.name ?? id}`;
  return [
    { part: 'when', text: when, ...(zone !== undefined && { detail: zone }) },
    ...(ifs === undefined ? [] : [{ part: 'if' as const, text: ifs }]),
    { part: 'do', text: work, ...(detail !== undefined && { detail: `${detail}${tree}${model}` }) },
    {
      part: 'then',
      text: text[draft.to === undefined ? 'deliver' : draft.to.kind][told],
      ...(draft.to?.kind === 'file' && isWritten(draft) && { detail: draft.to.folder }),
      ...(place !== undefined && isWritten(draft) && { detail: `${place.name}, ${place.title}` }),
    },
    ...(isTimed(trigger) ? [{ part: 'missed' as const, text: said('missed', text.missed) }] : []),
    { part: 'limits', text: said('limits', text.limits) },
  ];
}

const isWritten = ({ deliver }: Draft): boolean => deliver === 'always' || deliver === 'something';
