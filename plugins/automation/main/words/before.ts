import type { Draft, Language } from '../../contract/index.ts';
import type { Names } from './names.ts';
import { speak } from './speech.ts';
import type { Range, Token } from './tokens.ts';

/** What a sentence still says of the rule that it was of, in the rule's own words: where, and what that is. */
export interface Kept {
  readonly ifs?: Range;
  readonly when?: Range;
  readonly work?: Range;
}

const languages: readonly Language[] = ['en', 'fr'];

/** The words of a rule that stand in a sentence as it said them: what no words mean goes on to mean what it was. */
export function keptIn(text: string, tokens: readonly Token[], before: Draft, zone: string, names: Names): Kept {
  const { action, trigger } = before;
  const all = languages.map(language => speak(before, language, zone, names));
  const placed = (words: readonly (string | undefined)[]) =>
    words.map(one => (one === undefined || one === '' ? undefined : placeOf(text, tokens, one))).find(found => found !== undefined);
  const ifs = placed(all.map(spoken => spoken.ifs));
  const isOwn = action.kind !== 'instruction' && action.kind !== 'notify';
  const work = isOwn ? placed(all.map(spoken => spoken.work)) : undefined;
  const when = trigger.kind === 'extension' ? placed(all.map(spoken => spoken.when)) : undefined;
  return { ...(ifs && { ifs }), ...(when && { when }), ...(work && { work }) };
}

/** Where words stand as whole tokens, up to the end of a clause. */
function placeOf(text: string, tokens: readonly Token[], words: string): Range | undefined {
  const capital = words.charAt(0).toUpperCase() + words.slice(1);
  const at = [words, capital].map(one => text.indexOf(one)).find(found => found >= 0);
  if (at === undefined) return undefined;
  const start = tokens.findIndex(token => token.start === at);
  const end = tokens.findIndex(token => token.end === at + words.length) + 1;
  return start < 0 || end === 0 || !/^(?:|[,.;])$/.test(tokens[end]?.word ?? '') ? undefined : { start, end };
}

/** What the rule had, and the one that is read of its sentence has not, in words. */
export function lostOf(before: Draft, draft: Draft, zone: string, names: Names, locale: Language): string[] {
  const { ifs, work } = speak(before, locale, zone, names);
  const isLeftOut = (before.conditions ?? []).length > 0 && (draft.conditions ?? []).length === 0 && ifs !== undefined;
  const { kind } = before.action;
  const isOther = kind !== 'instruction' && kind !== 'notify' && draft.action.kind !== kind;
  const quoted = (words: string) => (locale === 'en' ? `“${words}”` : `« ${words} »`);
  return [
    ...(isLeftOut
      ? [
          locale === 'en'
            ? `The rule loses its condition, and runs each time: ${quoted(ifs)}.`
            : `La règle perd sa condition, et s’exécute à chaque fois : ${quoted(ifs)}.`,
        ]
      : []),
    ...(isOther
      ? [locale === 'en' ? `The rule no longer does this: ${quoted(work)}.` : `La règle ne fait plus ceci : ${quoted(work)}.`]
      : []),
  ];
}
