import type { Language } from '../../contract/index.ts';
import type { Token } from './tokens.ts';

/** What a time zone is called, besides the name of a city. */
const named =
  'local server london londres moscou pekin geneve bruxelles vienne lisbonne varsovie pacific eastern central mountain atlantic us uk british german french european indian chinese japanese australian montreal washington boston miami san francisco geneva beijing mumbai delhi'.split(
    ' ',
  );
const short = /^(?:utc|gmt|est|edt|cst|cdt|mst|mdt|pst|pdt|cet|cest|bst|ist|jst|aest|aedt)$/;
const filler = { en: /^(?:in|by|the|standard|daylight|summer|winter)$/, fr: /^(?:de|du|d|'|l|la|ete|hiver|locale)$/ } as const;
const longest = 6;

let known: ReadonlySet<string> | undefined;

/** The words in the names of the cities that time zones are called after. */
function cityWords(): ReadonlySet<string> {
  known ??= new Set([
    ...named,
    ...Intl.supportedValuesOf('timeZone').flatMap(zone => (zone.split('/').at(-1) ?? '').toLowerCase().split(/[_-]/)),
  ]);
  return known;
}

/** Where the words of a time zone end: "London time", "in New York time", "UTC", "heure de Londres". */
export function zoneAt(tokens: readonly Token[], start: number, language: Language, hasComma: boolean): number | undefined {
  const word = (at: number) => tokens[at]?.word ?? '';
  if (short.test(word(start))) return start + 1;
  const isCity = (at: number) => cityWords().has(word(at));
  const isFiller = (at: number) => filler[language].test(word(at));
  if (language === 'fr') {
    if (word(start) !== 'heure') return undefined;
    let end = start + 1;
    while (isFiller(end)) end += 1;
    const first = end;
    while (isCity(end)) end += 1;
    // Right after the time it is a zone, also of a name that is not known.
    if (end > first || word(first - 1) === 'locale') return end;
    return hasComma || end === start + 1 ? undefined : end + 1;
  }
  for (let end = start; end < start + longest; end += 1) {
    if (word(end) === 'time') return end > start && (!hasComma || isCity(end - 1) || isFiller(end - 1)) ? end + 1 : undefined;
    if (!isFiller(end) && !isCity(end)) return undefined;
  }
  return undefined;
}
