import { visibleText } from '@atelier/kernel';
import type { Described, Draft, Language, PartName, Place } from '../../contract/index.ts';
import { isTimed } from '../time/occurrences.ts';
import { partTexts } from './part-texts.ts';
import { type Spoken, speak } from './speech.ts';

/** Says a draft as a sentence, and in parts. `isSame` tells whether a sentence is read as the same rule; `place` is the thread that its result goes into. */
export function describe(draft: Draft, language: Language, zone: string, isSame: (sentence: string) => boolean, place?: Place): Described {
  const spoken = speak(draft, language, zone);
  const sentence = sentenceOf(spoken);
  const parts = partsOf(draft, spoken, language, place).map(({ text, detail, ...part }) => ({
    ...{ ...part, text: visibleText(text, 'prose') },
    ...(detail !== undefined && { detail: visibleText(detail, 'prose') }),
  }));
  return { sentence, complete: isSame(sentence), parts };
}

function sentenceOf({ when, ifs, work, clauses }: Spoken): string {
  const begin = when.charAt(0).toUpperCase() + when.slice(1);
  const first = [begin, ...(ifs === undefined ? [] : [ifs]), work].join(', ');
  return [first, ...clauses.map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1))].join('. ').concat('.').slice(0, 10_000);
}

function partsOf(draft: Draft, { when, ifs, work, clauses }: Spoken, language: Language, place: Place | undefined): Described['parts'] {
  const { trigger } = draft;
  const text = partTexts[language];
  const zone = isTimed(trigger) && trigger.kind !== 'every' ? trigger.zone : undefined;
  const said = (part: PartName, otherwise: string) => {
    const found = clauses.filter(clause => clause.part === part).map(clause => clause.text);
    return found.length === 0 ? otherwise : found.join(', ');
  };
  const { action } = draft;
  const detail = action.kind === 'instruction' ? text.where[action.where] : undefined;
  const tree = action.kind === 'instruction' && action.where === 'visible' && action.worktree === true ? `, ${text.worktree}` : '';
  return [
    { part: 'when', text: when, ...(zone !== undefined && { detail: zone }) },
    ...(ifs === undefined ? [] : [{ part: 'if' as const, text: ifs }]),
    { part: 'do', text: work, ...(detail !== undefined && { detail: `${detail}${tree}` }) },
    {
      part: 'then',
      text: text[draft.to === undefined ? 'deliver' : draft.to.kind][draft.deliver],
      ...(draft.to?.kind === 'file' && isWritten(draft) && { detail: draft.to.folder }),
      ...(place !== undefined && isWritten(draft) && { detail: `${place.name}, ${place.title}` }),
    },
    ...(isTimed(trigger) ? [{ part: 'missed' as const, text: said('missed', text.missed) }] : []),
    { part: 'limits', text: said('limits', text.limits) },
  ];
}

const isWritten = ({ deliver }: Draft): boolean => deliver === 'always' || deliver === 'something';
