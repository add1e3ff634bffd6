import type { Locale } from '@atelier/kernel';
import type { Trigger } from '../../contract/index.ts';

const quoted = { en: (words: string) => `“${words}”`, fr: (words: string) => `« ${words} »` } as const;

/** That words of time, of a limit or of a condition were read as a part of what is done. */
export function taskWords(words: readonly string[], locale: Locale): string {
  const all = words.map(quoted[locale]).join(', ');
  return locale === 'en'
    ? `Read as a part of what is done, not of when or how it runs: ${all}.`
    : `Lu comme une partie de ce qui est fait, non de quand ni comment : ${all}.`;
}

/** That a condition on "it" is one on what happened, whatever else was spoken of before it. */
export function itWords(words: string, locale: Locale): string {
  return locale === 'en'
    ? `Read as a condition on the text of what sets it off, not on what is done: ${quoted.en(words)}.`
    : `Lu comme une condition sur le texte de ce qui la déclenche, non sur ce qui est fait : ${quoted.fr(words)}.`;
}

/** That a date is on another day of the week than was said. */
export function misfitWords({ at, zone }: Extract<Trigger, { kind: 'once' }>, weekday: number, locale: Locale): string {
  const tag = { en: 'en-GB', fr: 'fr' }[locale];
  const on = (options: Intl.DateTimeFormatOptions, moment = at, timeZone = zone) =>
    new Intl.DateTimeFormat(tag, { ...options, timeZone }).format(moment);
  const date = on({ day: 'numeric', month: 'long', year: 'numeric' });
  // 4 January 1970 was a Sunday.
  const said = on({ weekday: 'long' }, (3 + Math.log2(weekday)) * 86_400_000, 'UTC');
  return locale === 'en'
    ? `${date} is a ${on({ weekday: 'long' })}, not a ${said}: the date counts.`
    : `Le ${date} est un ${on({ weekday: 'long' })}, non un ${said} : c’est la date qui compte.`;
}
