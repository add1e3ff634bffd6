import type { Described, Draft, Language, PartName } from '../../contract/index.ts';
import { isTimed } from '../time/occurrences.ts';
import { partTexts } from './part-texts.ts';
import { type Spoken, speak } from './speech.ts';

/** Says a draft as a sentence, and in parts. `isSame` tells whether a sentence is read as the same rule. */
export function describe(draft: Draft, language: Language, zone: string, isSame: (sentence: string) => boolean): Described {
  const spoken = speak(draft, language, zone);
  const sentence = sentenceOf(spoken);
  return { sentence, complete: isSame(sentence), parts: partsOf(draft, spoken, language) };
}

function sentenceOf({ when, ifs, work, clauses }: Spoken): string {
  const begin = when.charAt(0).toUpperCase() + when.slice(1);
  const first = [begin, ...(ifs === undefined ? [] : [ifs]), work].join(', ');
  return [first, ...clauses.map(({ text }) => text.charAt(0).toUpperCase() + text.slice(1))].join('. ').concat('.').slice(0, 10_000);
}

function partsOf(draft: Draft, { when, ifs, work, clauses }: Spoken, language: Language): Described['parts'] {
  const { trigger } = draft;
  const text = partTexts[language];
  const zone = isTimed(trigger) && trigger.kind !== 'every' ? trigger.zone : undefined;
  const said = (part: PartName, otherwise: string) => {
    const found = clauses.filter(clause => clause.part === part).map(clause => clause.text);
    return found.length === 0 ? otherwise : found.join(', ');
  };
  const detail = draft.action.kind === 'instruction' ? text.where[draft.action.where] : undefined;
  return [
    { part: 'when', text: when, ...(zone !== undefined && { detail: zone }) },
    ...(ifs === undefined ? [] : [{ part: 'if' as const, text: ifs }]),
    { part: 'do', text: work, ...(detail !== undefined && { detail }) },
    {
      part: 'then',
      text: (draft.to === undefined ? text.deliver : draft.to.kind === 'file' ? text.write : text.leave)[draft.deliver],
      ...(draft.to?.kind === 'file' && isWritten(draft) && { detail: draft.to.folder }),
    },
    ...(isTimed(trigger) ? [{ part: 'missed' as const, text: said('missed', text.missed) }] : []),
    { part: 'limits', text: said('limits', text.limits) },
  ];
}

const isWritten = ({ deliver }: Draft): boolean => deliver === 'always' || deliver === 'something';
