import type { Language, Place } from '../../contract/index.ts';
import { lexicons } from './lexicon.ts';
import { match, phrase } from './phrase.ts';
import { type Token, tokensOf } from './tokens.ts';

interface Named {
  readonly id: string;
  readonly name: string;
}

/** What a sentence may name: what there is, by the names that the person sees. */
export interface Names {
  readonly projects: readonly Named[];
  readonly models: readonly Named[];
  readonly places: readonly Place[];
  /** What extensions can do for a rule. */
  readonly actions?: readonly { readonly from: string; readonly id: string; readonly title: string }[];
}

export const noNames: Names = { projects: [], models: [], places: [] };

export interface NamesSaid {
  project?: string;
  model?: string;
  to?: { readonly kind: 'channel'; readonly channel: string; readonly thread: string };
}

interface NameFound {
  readonly part: 'do' | 'then';
  readonly start: number;
  readonly end: number;
  readonly said: NamesSaid;
}

const leads = {
  en: {
    project: ['in the project'].map(phrase),
    model: ['with|using the? model'].map(phrase),
    direct: phrase('with|using'),
    to: ['and? send it to', 'and? send the result|results to'].map(phrase),
    by: phrase('through'),
  },
  fr: {
    project: ['dans le projet'].map(phrase),
    model: ['avec le modele'].map(phrase),
    direct: phrase('avec'),
    to: ['et? envoie|envoyez - le a', 'et? envoie|envoyez le resultat a'].map(phrase),
    by: phrase('par'),
  },
} as const;
const quotes = new Set(['"', '«', '»', '“', '”']);

/** What is named at a token: a project, a model, or where the result goes. What nobody knows by this name is no name. */
export function namedAt(
  tokens: readonly Token[],
  start: number,
  { language, names, begun }: { readonly language: Language; readonly names: Names; readonly begun: number | undefined },
): NameFound | undefined {
  const { project, model, direct, to, by } = leads[language];
  const lexicon = lexicons[language];
  const after = (forms: typeof project) => forms.map(form => match(lexicon, form, tokens, start)?.end).find(end => end !== undefined);
  // Right after the time a project needs no word: "every day at 9 in Tides, …".
  const bare = start === begun ? projectAt(tokens, start, language, names) : undefined;
  const isBare = bare !== undefined && ends.includes(tokens[bare.end]?.word);
  const inProject = nameAt(tokens, after(project), names.projects, ({ name }) => name) ?? (isBare ? bare : undefined);
  if (inProject !== undefined) return { part: 'do', start, end: inProject.end, said: { project: inProject.value.id } };
  const withModel =
    nameAt(tokens, after(model), names.models, ({ name }) => name) ?? nameAt(tokens, after(model), names.models, ({ id }) => id);
  const ofModel = withModel ?? endedName(tokens, match(lexicon, direct, tokens, start)?.end, names.models);
  if (ofModel !== undefined) return { part: 'do', start, end: ofModel.end, said: { model: ofModel.value.id } };
  const begins = after(to);
  if (begins === undefined) return undefined;
  for (const place of names.places) {
    const person = nameAt(tokens, begins, [place], ({ name }) => name);
    const joins = person && match(lexicon, by, tokens, person.end)?.end;
    const channel = nameAt(tokens, joins, [place], ({ title }) => title);
    const { channel: of, thread } = place;
    if (channel !== undefined) return { part: 'then', start, end: channel.end, said: { to: { kind: 'channel', channel: of, thread } } };
  }
  return undefined;
}

const ends: readonly (string | undefined)[] = [undefined, ',', '.', ';', 'and', 'then', 'but', 'et', 'puis', 'mais'];

/** A model that is named without the word, where a clause ends after it. */
function endedName(tokens: readonly Token[], at: number | undefined, models: Names['models']) {
  const found = nameAt(tokens, at, models, ({ name }) => name) ?? nameAt(tokens, at, models, ({ id }) => id);
  return found !== undefined && ends.includes(tokens[found.end]?.word) ? found : undefined;
}

const places = {
  en: ['in|inside the? project?', 'of the project'].map(phrase),
  fr: ['dans le? projet?', 'du projet'].map(phrase),
} as const;

/** The project in which something happens: "in Tides", "in the project Tides". */
export function projectAt(tokens: readonly Token[], at: number, language: Language, { projects }: Names = noNames) {
  const begins = places[language].map(form => match(lexicons[language], form, tokens, at)?.end).find(end => end !== undefined);
  return nameAt(tokens, begins, projects, ({ name }) => name);
}

/** The longest of the names that stands at a token, in quotation marks or without. */
function nameAt<Item>(tokens: readonly Token[], at: number | undefined, items: readonly Item[], nameOf: (item: Item) => string) {
  if (at === undefined) return undefined;
  const isQuoted = quotes.has(tokens[at]?.word ?? '');
  const first = isQuoted ? at + 1 : at;
  let best: { readonly end: number; readonly value: Item } | undefined;
  for (const value of items) {
    const words = tokensOf(nameOf(value));
    const end = first + words.length;
    const isThere = words.length > 0 && words.every(({ word }, index) => tokens[first + index]?.word === word);
    if (!isThere || (best !== undefined && best.end >= end) || (isQuoted && !quotes.has(tokens[end]?.word ?? ''))) continue;
    best = { end: isQuoted ? end + 1 : end, value };
  }
  return best;
}
