import type { OwnModel, ProvidersShape } from '../contract/index.ts';
import { isLocalNetwork, parseAddress, plainAddress } from './address.ts';
import type { AgentFiles } from './agent-files.ts';
import { builtInOf } from './built-in.ts';
import type { Catalog } from './catalog.ts';
import { asTemplate, keylessSentinel } from './config-value.ts';
import { errors } from './errors.ts';
import type { Json } from './files/agent-file.ts';
import { credentialOf, secretsOf } from './files/auth-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf, withEntry } from './files/models-file.ts';
import { setAsideKey } from './files/models-shape.ts';
import { isKnownLocal } from './known-local.ts';
import { asDefinition } from './listed-models.ts';
import { customGroup, presetOf, presetOfProvider } from './presets.ts';
import { withKey, withoutKey } from './sync.ts';

export type SaveParams = ProvidersShape['calls']['save']['params'];

/** Adds or changes a provider. Its definition is written first, so that a refused definition leaves the keys unchanged. */
export async function saveProvider(files: AgentFiles, params: SaveParams, catalog: Catalog): Promise<void> {
  const { id } = params;
  const key = params.key === undefined ? undefined : checkedKey(id, params.key);
  const preset = params.preset === undefined ? presetOfProvider(id) : presetOf(params.preset);
  if (params.preset !== undefined && preset === undefined) throw errors['providers/unknown-preset']({ preset: params.preset });
  if (preset && preset.group.id !== customGroup && preset.variant.provider !== id)
    throw errors['providers/preset-mismatch']({ id, preset: preset.variant.preset, expected: preset.variant.provider });
  const baseUrl = params.baseUrl === undefined ? undefined : plainAddress(parseAddress(params.baseUrl));
  const before = (await files.auth.read())?.[id];

  await files.models.update(now => {
    const old = entriesOf(now)[id];
    if (old && builtInOf(old)) throw errors['providers/built-in']({ id });
    const api = params.api ?? (old && textAt(old, 'api')) ?? preset?.variant.api ?? 'openai-completions';
    const wanted = { ...params, baseUrl: baseUrl ?? preset?.variant.baseUrl, given: baseUrl !== undefined, api };
    const next = entryOf(wanted, old, catalog, preset?.group.name);
    const isOwn = presetOfProvider(id) === undefined && catalog.models(id) === undefined;
    const withNext = next === undefined ? now : withEntry(now, id, withKeyMark(id, next, key, before, isOwn));
    return withoutAside(withNext, id);
  });
  if (key !== undefined) {
    await files.auth.update(now => (key === '' || key === keylessSentinel ? withoutKey(now, id) : withKey(now, id, key)));
    await forget(files, before);
  }
}

/** Removes a provider from all three files, with its stars and the copies of broken files that hold its secrets. */
export async function removeProvider(files: AgentFiles, id: string): Promise<void> {
  const { models, auth } = await files.read();
  const entry = entriesOf(models)[id];
  if (entry && builtInOf(entry)) throw errors['providers/built-in']({ id });
  const known = entry !== undefined || Object.hasOwn(auth, id) || Object.hasOwn(objectAt(models, setAsideKey), id);
  if (!known) throw errors['providers/unknown-provider']({ id });
  const credential = auth[id];
  await files.auth.update(now => withoutKey(now, id));
  await files.models.update(now => withoutAside(withEntry(now, id, undefined), id));
  await files.settings.update(now => withoutModelsOf(now, id));
  await forget(files, credential);
}

/** A pasted key in the form in which it is written; empty if the key is to be removed. */
function checkedKey(id: string, pasted: string): string {
  const key = pasted.trim();
  if (key === keylessSentinel || key === '') return key;
  if (key.startsWith('!')) throw errors['providers/key-command']({ id });
  if (/[^\x21-\x7e]/.test(key)) throw errors['providers/key-invalid']({ id });
  return asTemplate(key);
}

interface Wanted extends Omit<SaveParams, 'baseUrl' | 'api'> {
  readonly baseUrl: string | undefined;
  /** Whether the person gave the address, and not the preset. */
  readonly given: boolean;
  readonly api: string;
}

/** The provider's entry; undefined if the engine knows the provider and nothing differs from it. */
function entryOf(wanted: Wanted, old: Json | undefined, catalog: Catalog, groupName: string | undefined): Json | undefined {
  const { id, name, given, models } = wanted;
  const known = catalog.models(id);
  const differs = given && wanted.baseUrl !== undefined && known?.some(one => one.baseUrl !== wanted.baseUrl);
  const own = models && definitions(wanted, models, old, known, catalog);
  if (known !== undefined && old === undefined && !differs && (own ?? []).length === 0) return undefined;
  const baseUrl = given || old === undefined ? wanted.baseUrl : (textAt(old, 'baseUrl') ?? wanted.baseUrl);
  if (baseUrl === undefined) throw errors['providers/address-missing']({ id });
  return {
    ...old,
    name: name ?? (old && textAt(old, 'name')) ?? groupName ?? id,
    baseUrl,
    api: wanted.api,
    ...(own && { models: own }),
    ...(own === undefined && old?.models === undefined && known === undefined && { models: [] }),
  };
}

/** Definitions of models that the engine does not know under the same API, with what is known about them. */
function definitions(
  { api }: Wanted,
  models: readonly OwnModel[],
  old: Json | undefined,
  known: readonly Json[] | undefined,
  catalog: Catalog,
): Json[] {
  const before = (Array.isArray(old?.models) ? old.models : []).filter(isObject);
  return models.flatMap((fields): Json[] => {
    const same = known?.find(one => one.id === fields.id) ?? openAiModel(catalog, fields.id, api);
    if (same !== undefined && known?.includes(same) && same.api === api) return [];
    const written = before.find(one => one.id === fields.id);
    return [{ ...(same && apiIndependent(same)), ...written, ...asDefinition(fields) }];
  });
}

/** The engine's data of an OpenAI model, also when another server offers it under the same id. */
function openAiModel(catalog: Catalog, id: string, api: string): Json | undefined {
  return api === 'openai-completions' || api === 'openai-responses' ? catalog.models('openai')?.find(one => one.id === id) : undefined;
}

/** The fields of a model that do not depend on its API. */
function apiIndependent({ name, reasoning, input, cost, contextWindow, maxTokens }: Json): Json {
  return { name, reasoning, input, cost, contextWindow, maxTokens };
}

/** Sets the sentinel for servers of the person without a key: whether they need one, they say themselves. Their key is written here, because `syncKeys` removes leftovers from auth.json. */
function withKeyMark(id: string, entry: Json, key: string | undefined, stored: unknown, isOwn: boolean): Json {
  const { apiKey: _before, ...rest } = entry;
  const wasKeyless = entry.apiKey === keylessSentinel;
  const mayBeKeyless = isOwn || isKnownLocal(id, entry) || isOnNetwork(entry);
  if (key !== undefined && key !== '' && key !== keylessSentinel) return { ...rest, apiKey: key };
  if (key === keylessSentinel) return { ...rest, apiKey: keylessSentinel };
  const hasKey = key === undefined && (credentialOf(stored) !== undefined || (entry.apiKey !== undefined && !wasKeyless));
  if (hasKey) return entry;
  return mayBeKeyless ? { ...rest, apiKey: keylessSentinel } : rest;
}

function isOnNetwork(entry: Json): boolean {
  const address = textAt(entry, 'baseUrl');
  return address !== undefined && URL.canParse(address) && isLocalNetwork(new URL(address).hostname);
}

function withoutAside(config: Json, id: string): Json {
  if (!isObject(config[setAsideKey])) return config;
  const { [setAsideKey]: aside, ...rest } = config;
  const { [id]: _left, ...others } = aside as Record<string, unknown>;
  return Object.keys(others).length === 0 ? rest : { ...rest, [setAsideKey]: others };
}

function withoutModelsOf(settings: Json, id: string): Json {
  const enabled = Array.isArray(settings.enabledModels) ? settings.enabledModels : [];
  const kept = enabled.filter(one => typeof one !== 'string' || !one.startsWith(`${id}/`));
  const lost = settings.defaultProvider === id || (typeof settings.defaultModel === 'string' && settings.defaultModel.startsWith(`${id}/`));
  if (kept.length === enabled.length && !lost) return settings;
  return { ...settings, enabledModels: kept, ...(lost && { defaultProvider: null, defaultModel: null }) };
}

async function forget(files: AgentFiles, credential: unknown): Promise<void> {
  const secrets = secretsOf(credential);
  if (secrets.length === 0) return;
  await files.auth.forgetAside(secrets);
  await files.models.forgetAside(secrets);
}
