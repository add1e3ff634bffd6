import type { Contribution, Locale } from '@atelier/kernel';
import type { BuiltInProvider } from '../contract/index.ts';
import { keylessSentinel } from './config-value.ts';
import type { Json } from './files/agent-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf, withEntry } from './files/models-file.ts';

const mark = 'atelier:builtIn';

/** The extension that contributes a provider; undefined for the person's own providers. */
export function builtInOf(entry: Json): { readonly from: string; readonly demo: boolean } | undefined {
  const origin = entry[mark];
  if (!isObject(origin)) return undefined;
  return { from: textAt(origin, 'from') ?? '', demo: origin.demo === true };
}

/** What a page calls a contributed provider, or one of its models, in a language; undefined if it has one name only. */
export function builtInName(entry: Json, locale: Locale, model = ''): string | undefined {
  return textAt(objectAt(objectAt(objectAt(entry, mark), 'names'), locale), model);
}

/** The file with exactly the built-in providers that extensions contribute now. An entry of the person with the same id is kept. */
export function withBuiltIns(config: Json, contributed: readonly Contribution<BuiltInProvider>[]): Json {
  let next = config;
  const wanted = new Map(contributed.map(contribution => [contribution.value.id, contribution]));
  for (const [id, entry] of Object.entries(entriesOf(config)))
    if (builtInOf(entry) !== undefined && !wanted.has(id)) next = withEntry(next, id, undefined);
  for (const [id, { from, value }] of wanted) {
    const before = objectAt(next, 'providers')[id];
    if (before !== undefined && (!isObject(before) || builtInOf(before) === undefined)) continue;
    next = withEntry(next, id, entryOf(from, value));
  }
  return next;
}

function entryOf(from: string, { name, names, baseUrl, api, demo, models }: BuiltInProvider): Json {
  const namesIn = (locale: Locale) =>
    Object.fromEntries([{ id: '', names }, ...models].flatMap(one => (one.names === undefined ? [] : [[one.id, one.names[locale]]])));
  return {
    name,
    baseUrl,
    api,
    apiKey: keylessSentinel,
    models: models.map(({ images, names: _names, ...model }) => ({ ...model, input: images === true ? ['text', 'image'] : ['text'] })),
    [mark]: { from, demo: demo === true, names: { fr: namesIn('fr'), en: namesIn('en') } },
  };
}
