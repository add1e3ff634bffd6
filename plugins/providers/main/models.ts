import type { Model } from '../contract/index.ts';
import { accessOf } from './access.ts';
import { builtInOf } from './built-in.ts';
import type { Catalog } from './catalog.ts';
import type { Json } from './files/agent-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';
import { defaultsIn, starredIn } from './files/settings-file.ts';

export interface Read {
  readonly settings: Json;
  readonly models: Json;
  readonly auth: Json;
}

const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/** Every model of a provider that is set up, those of an expired sign-in as not available; starred ones first in the order of starring, the rest by provider. */
export function listModels(read: Read, catalog: Catalog, now = Date.now()): readonly Model[] {
  const entries = entriesOf(read.models);
  const starred = starredIn(read.settings);
  const all = [...new Set([...Object.keys(entries), ...Object.keys(read.auth)])].flatMap(id => {
    const entry = entries[id] ?? {};
    const { access } = accessOf(id, entries[id], read.auth[id], now);
    if (access === 'none') return [];
    return modelsOf(id, entry, read.auth[id], catalog).map(raw => modelOf(id, entry, raw, catalog, access !== 'expired'));
  });
  const chosen = defaultsIn(read.settings).find(one => all.some(({ id }) => id === one));
  const place = new Map(starred.map((id, at) => [id, at]));
  return all
    .map(model => ({ ...model, starred: place.has(model.id), ...(model.id === chosen && { isDefault: true }) }))
    .sort((a, b) => (place.get(a.id) ?? starred.length) - (place.get(b.id) ?? starred.length));
}

/** The default, else the first starred, else the first there is; the demo only where there is nothing else. */
export function defaultModel(models: readonly Model[]): string | undefined {
  const usable = models.filter(({ available }) => available);
  const real = usable.filter(({ demo }) => demo !== true);
  const chosen = usable.find(({ isDefault }) => isDefault === true) ?? real.find(({ starred }) => starred) ?? real[0] ?? usable[0];
  return chosen?.id;
}

/** What a provider has: the engine's own models, with those of models.json over them. */
export function modelsOf(id: string, entry: Json, credential: unknown, catalog: Catalog): readonly Json[] {
  const own = (Array.isArray(entry.models) ? entry.models : []).filter(isObject).filter(one => textAt(one, 'id') !== undefined);
  const known = (catalog.models(id) ?? []).filter(one => isOffered(one, credential));
  const replaced = new Set(own.map(one => one.id));
  return [...own, ...known.filter(one => !replaced.has(one.id))];
}

/** A sign-in may say which models its account has. */
function isOffered(model: Json, credential: unknown): boolean {
  const offered = isObject(credential) ? credential.availableModelIds : undefined;
  return !Array.isArray(offered) || offered.length === 0 || offered.includes(model.id);
}

function modelOf(provider: string, entry: Json, raw: Json, catalog: Catalog, available: boolean): Model {
  const id = textAt(raw, 'id') ?? '';
  const over = objectAt(objectAt(entry, 'modelOverrides'), id);
  const all = { ...raw, ...over };
  const cost = { ...objectAt(raw, 'cost'), ...objectAt(over, 'cost') };
  const [input, output] = [numberAt(cost, 'input'), numberAt(cost, 'output')];
  const builtIn = builtInOf(entry);
  const contextWindow = numberAt(all, 'contextWindow');
  // Nobody knows what a local or custom server costs, and 0 would be a claim.
  const priced = (input ?? 0) > 0 || (output ?? 0) > 0;
  return {
    id: `${provider}/${id}`,
    provider,
    providerName: textAt(entry, 'name') ?? catalog.name(provider) ?? provider,
    name: textAt(all, 'name') ?? id,
    starred: false,
    available,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(priced && input !== undefined && { inputCost: input }),
    ...(priced && output !== undefined && { outputCost: output }),
    images: Array.isArray(all.input) && all.input.includes('image'),
    ...(builtIn?.demo === true && { demo: true }),
    thinkingLevels: thinkingLevels(all),
  };
}

/** As the engine counts them: none without reasoning; a name of null is no level; xhigh only where it is named. */
function thinkingLevels(model: Json): Model['thinkingLevels'] {
  if (model.reasoning !== true) return ['off'];
  const names = objectAt(model, 'thinkingLevelMap');
  return levels.filter(level => names[level] !== null && (level !== 'xhigh' || names[level] !== undefined));
}

function numberAt(value: Json, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
