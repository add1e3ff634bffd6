import type { Contribution } from '@atelier/kernel';
import type { BuiltInProvider } from '../contract/index.ts';
import type { Json } from './files/agent-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf, withEntry } from './files/models-file.ts';
import { keylessSentinel } from './known-local.ts';

const mark = 'atelier:builtIn';

/** Which extension brings a provider, where one does. */
export function builtInOf(entry: Json): { readonly from: string; readonly demo: boolean } | undefined {
  const marked = entry[mark];
  if (!isObject(marked)) return undefined;
  return { from: textAt(marked, 'from') ?? '', demo: marked.demo === true };
}

/** The file with exactly those built-in providers that extensions bring now. What a person wrote under such an id stays theirs. */
export function withBuiltIns(config: Json, brought: readonly Contribution<BuiltInProvider>[]): Json {
  let next = config;
  const wanted = new Map(brought.map(one => [one.value.id, one]));
  for (const [id, entry] of Object.entries(entriesOf(config)))
    if (builtInOf(entry) !== undefined && !wanted.has(id)) next = withEntry(next, id, undefined);
  for (const [id, { from, value }] of wanted) {
    const before = objectAt(next, 'providers')[id];
    if (before !== undefined && (!isObject(before) || builtInOf(before) === undefined)) continue;
    next = withEntry(next, id, entryOf(from, value));
  }
  return next;
}

function entryOf(from: string, { name, baseUrl, api, demo, models }: BuiltInProvider): Json {
  return {
    name,
    baseUrl,
    api,
    apiKey: keylessSentinel,
    models: models.map(({ images, ...model }) => ({ ...model, input: images === true ? ['text', 'image'] : ['text'] })),
    [mark]: { from, demo: demo === true },
  };
}
