import { type Locale, visibleText } from '@atelier/kernel';
import type { Provider, Status } from '../contract/index.ts';
import { accessOf } from './access.ts';
import { shownAddress } from './address.ts';
import { builtInName, builtInOf } from './built-in.ts';
import type { Catalog } from './catalog.ts';
import { isCommand } from './config-value.ts';
import { errors } from './errors.ts';
import type { AgentContents } from './files/agent-contents.ts';
import type { Json } from './files/agent-file.ts';
import { credentialOf } from './files/auth-file.ts';
import { isObject, objectAt, textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';
import { missingFor, modelsShape, setAsideKey } from './files/models-shape.ts';
import { faultText } from './files/shape.ts';
import { isKnownLocal } from './known-local.ts';
import { modelsOf } from './models.ts';
import { nameOf, presetOfProvider } from './presets.ts';
import type { Known, Statuses } from './status/statuses.ts';

/** Every provider in the agent's files, with its kind of access and its problem. Contains no part of a key. */
export function listProviders(
  contents: AgentContents,
  catalog: Catalog,
  locale: Locale,
  statuses: KnownStatuses = nothingKnown,
  now = Date.now(),
): Provider[] {
  const entries = entriesOf(contents.models);
  const aside = objectAt(contents.models, setAsideKey);
  const ids = [...new Set([...Object.keys(entries), ...Object.keys(contents.auth), ...Object.keys(aside)])];
  return ids.map(id => {
    const provider = providerOf(id, entries[id], contents.auth[id], aside[id], catalog, locale, now);
    const status = statusOf(provider, statuses.of(id, contents), locale);
    return { ...provider, ...(status && { status }), ...(statuses.isAsking(id) && { asking: true }) };
  });
}

const nothingKnown: KnownStatuses = { of: () => undefined, isAsking: () => false };

/** What was found out about providers since the app was started. */
export type KnownStatuses = Pick<Statuses, 'of' | 'isAsking'>;

/** What a fault of the files proves comes first, then what the provider itself has answered. */
function statusOf({ kind, problem, access }: Provider, known: Known | undefined, locale: Locale): Status | undefined {
  if (kind === 'demo') return undefined;
  if (problem !== undefined) return { is: stateOfFault(problem.code), message: problem.message };
  if (access === 'none') return { is: 'needs-key' };
  if (known === undefined) return undefined;
  const { is, at, milliseconds, why } = known;
  return { is, at, ...(milliseconds !== undefined && { milliseconds }), ...(why && { message: why.in(locale) }) };
}

function stateOfFault(code: string): Status['is'] {
  if (code === 'providers/sign-in-expired') return 'refused';
  return code === 'providers/command-refused' ? 'needs-key' : 'unreachable';
}

function providerOf(
  id: string,
  entry: Json | undefined,
  stored: unknown,
  aside: unknown,
  catalog: Catalog,
  locale: Locale,
  now: number,
): Provider {
  const preset = presetOfProvider(id);
  const { access, expires } = accessOf(id, entry, stored, now);
  const baseUrl = entry && textAt(entry, 'baseUrl');
  const api = entry && textAt(entry, 'api');
  const models = modelsOf(id, entry ?? {}, stored, catalog);
  const apis = models.map(model => textAt(model, 'api') ?? api ?? preset?.variant.api ?? '');
  const name = visibleText(
    (entry && (builtInName(entry, locale) ?? textAt(entry, 'name'))) ?? nameOf(id) ?? catalog.name(id) ?? id,
    'name',
  );
  const problem = problemOf({ id, name }, entry, stored, aside, access, catalog);
  return {
    id,
    name,
    ...(preset && { group: preset.group.id, icon: preset.group.icon }),
    kind: kindOf(id, entry, preset !== undefined || catalog.models(id) !== undefined),
    ...(baseUrl !== undefined
      ? { baseUrl: shownAddress(baseUrl) }
      : preset?.variant.baseUrl !== undefined && { baseUrl: preset.variant.baseUrl }),
    ...(api !== undefined && { api }),
    access,
    ...(expires !== undefined && { expires }),
    apis: [...new Set(apis)].filter(Boolean).toSorted(),
    models: models.length,
    ...(problem && { problem: { code: problem.code, message: problem.in(locale) } }),
  };
}

function kindOf(id: string, entry: Json | undefined, known: boolean): Provider['kind'] {
  if (entry && builtInOf(entry)?.demo) return 'demo';
  if (isKnownLocal(id, entry)) return 'local';
  return known ? 'preset' : 'custom';
}

function problemOf(
  { id, name }: Pick<Provider, 'id' | 'name'>,
  entry: Json | undefined,
  stored: unknown,
  aside: unknown,
  access: Provider['access'],
  catalog: Catalog,
) {
  if (aside !== undefined) {
    const [fault] = modelsShape({ providers: { [id]: aside } });
    const why = fault ? faultText({ ...fault, path: fault.path.slice(2) }) : { en: 'its entry', fr: 'son entrée' };
    return errors['providers/entry-invalid']({ id, why });
  }
  const credential = credentialOf(stored);
  if (hasCommand(entry) || (credential?.type === 'api_key' && isCommand(credential.key)))
    return errors['providers/command-refused']({ id });
  if (access === 'expired') return errors['providers/sign-in-expired']({ id, name });
  const missing = entry !== undefined && catalog.models(id) === undefined ? missingFor(entry) : undefined;
  if (missing !== undefined) return errors['providers/entry-incomplete']({ id, why: missing });
  if (stored !== undefined && (credential === undefined || !isObject(stored)))
    return errors['providers/entry-incomplete']({ id, why: 'auth.json: type / key' });
  return undefined;
}

/** Whether the engine would run a command for the key or a header of a provider or of one of its models. */
function hasCommand(entry: Json | undefined): boolean {
  if (entry === undefined) return false;
  const models = [...(Array.isArray(entry.models) ? entry.models : []), ...Object.values(objectAt(entry, 'modelOverrides'))];
  const headers = [entry, ...models].flatMap(one => (isObject(one) ? Object.values(objectAt(one, 'headers')) : []));
  return [entry.apiKey, ...headers].some(isCommand);
}
