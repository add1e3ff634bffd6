import { type Locale, visibleText } from '@atelier/kernel';
import type { Model } from '../contract/index.ts';
import { accessOf } from './access.ts';
import { builtInName, builtInOf } from './built-in.ts';
import type { Catalog } from './catalog.ts';
import type { AgentContents } from './files/agent-contents.ts';
import type { Json } from './files/agent-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';
import { defaultsIn, starredIn } from './files/settings-file.ts';

const levels = ['off', 'minimal', 'low', 'medium', 'high', 'xhigh'] as const;

/** The models of all providers that are set up; not available if the sign-in has expired. Starred ones first, in the order of starring. */
export function listModels(contents: AgentContents, catalog: Catalog, now = Date.now(), locale: Locale = 'en'): readonly Model[] {
  const entries = entriesOf(contents.models);
  const starred = starredIn(contents.settings);
  const all = [...new Set([...Object.keys(entries), ...Object.keys(contents.auth)])].flatMap(id => {
    const entry = entries[id] ?? {};
    const { access } = accessOf(id, entries[id], contents.auth[id], now);
    if (access === 'none') return [];
    return modelsOf(id, entry, contents.auth[id], catalog).map(raw =>
      modelOf({ provider: id, entry, raw, catalog, locale, available: access !== 'expired' }),
    );
  });
  const chosen = defaultsIn(contents.settings).find(one => all.some(({ id }) => id === one));
  const place = new Map(starred.map((id, at) => [id, at]));
  return all
    .map(model => ({ ...model, starred: place.has(model.id), ...(model.id === chosen && { isDefault: true }) }))
    .sort((a, b) => (place.get(a.id) ?? starred.length) - (place.get(b.id) ?? starred.length));
}

/** The default, else the first starred one, else the first one that no extension offers; the demo only if there is no other. */
export function defaultModel(models: readonly Model[], isOffered: (model: Model) => boolean = () => false): string | undefined {
  const usable = models.filter(
    model => model.available && (model.isDefault === true || model.starred || model.demo === true || !isOffered(model)),
  );
  const real = usable.filter(({ demo }) => demo !== true);
  const chosen = usable.find(({ isDefault }) => isDefault === true) ?? real.find(({ starred }) => starred) ?? real[0] ?? usable[0];
  return chosen?.id;
}

/** The models of a provider: those of models.json, then the engine's own ones with other ids. */
export function modelsOf(id: string, entry: Json, credential: unknown, catalog: Catalog): readonly Json[] {
  const own = (Array.isArray(entry.models) ? entry.models : []).filter(isObject).filter(one => textAt(one, 'id') !== undefined);
  const known = (catalog.models(id) ?? []).filter(one => isOffered(one, credential));
  const replaced = new Set(own.map(one => one.id));
  return [...own, ...known.filter(one => !replaced.has(one.id))];
}

/** Whether the account has the model; a sign-in may list the models of its account. */
function isOffered(model: Json, credential: unknown): boolean {
  const offered = isObject(credential) ? credential.availableModelIds : undefined;
  return !Array.isArray(offered) || offered.length === 0 || offered.includes(model.id);
}

interface Listed {
  readonly provider: string;
  readonly entry: Json;
  readonly raw: Json;
  readonly catalog: Catalog;
  readonly locale: Locale;
  readonly available: boolean;
}

function modelOf({ provider, entry, raw, catalog, locale, available }: Listed): Model {
  const id = textAt(raw, 'id') ?? '';
  const over = objectAt(objectAt(entry, 'modelOverrides'), id);
  const all = { ...raw, ...over };
  const cost = { ...objectAt(raw, 'cost'), ...objectAt(over, 'cost') };
  const [input, output] = [numberAt(cost, 'input'), numberAt(cost, 'output')];
  const builtIn = builtInOf(entry);
  const isOwn = builtIn === undefined && catalog.models(provider) === undefined;
  const [contextWindow, maxTokens] = [numberAt(all, 'contextWindow'), numberAt(all, 'maxTokens')];
  // An engine's list has 0 for what it does not know; of a server of the person, 0 is what the person said.
  const priced = (isOwn && input !== undefined) || (input ?? 0) > 0 || (output ?? 0) > 0;
  return {
    id: `${provider}/${id}`,
    provider,
    providerName: visibleText(builtInName(entry, locale) ?? textAt(entry, 'name') ?? catalog.name(provider) ?? provider, 'name'),
    name: visibleText(builtInName(entry, locale, id) ?? textAt(all, 'name') ?? id, 'name'),
    starred: false,
    available,
    ...(contextWindow !== undefined && { contextWindow }),
    ...(priced && input !== undefined && { inputCost: input }),
    ...(priced && output !== undefined && { outputCost: output }),
    ...(maxTokens !== undefined && { maxTokens }),
    ...(Array.isArray(all.input) && { images: all.input.includes('image') }),
    ...(typeof all.reasoning === 'boolean' && { reasoning: all.reasoning }),
    ...(isOwn && { own: true }),
    ...(builtIn?.demo === true && { demo: true }),
    thinkingLevels: thinkingLevels(all),
  };
}

/** The same rules as the engine: only `off` without reasoning, no level whose name is null, and `xhigh` only if it is named. */
function thinkingLevels(model: Json): Model['thinkingLevels'] {
  if (model.reasoning !== true) return ['off'];
  const names = objectAt(model, 'thinkingLevelMap');
  return levels.filter(level => names[level] !== null && (level !== 'xhigh' || names[level] !== undefined));
}

function numberAt(value: Json, key: string): number | undefined {
  const found = value[key];
  return typeof found === 'number' && Number.isFinite(found) ? found : undefined;
}
