import type { Handlers, Locale } from '@atelier/kernel';
import type { ProvidersShape } from '../contract/index.ts';
import { parseAddress } from './address.ts';
import type { Catalog } from './catalog.ts';
import { describeModel } from './describe-model.ts';
import type { DirectoryState } from './directory-state.ts';
import { discoverModels } from './discover.ts';
import { errors } from './errors.ts';
import type { AgentContents } from './files/agent-contents.ts';
import { textAt } from './files/json-text.ts';
import { entriesOf } from './files/models-file.ts';
import { withDefault, withStar } from './files/settings-file.ts';
import { keylessIn } from './known-local.ts';
import { detectLocal } from './local.ts';
import { listModels, modelsOf } from './models.ts';
import type { Flows } from './oauth/flows.ts';
import type { OfferedProviders } from './offered.ts';
import { presetGroups, presetOfProvider } from './presets.ts';
import type { ProbeCache } from './probe-cache.ts';
import { listProviders } from './provider-list.ts';
import { removeProvider, saveProvider } from './save.ts';
import { keyOf, questionOf } from './status/question.ts';
import type { Statuses } from './status/statuses.ts';
import { testModel } from './test-model.ts';

/** The program that tests models; the plugin with the conversations' engine sets it. */
export interface Tester {
  program(): Promise<string | undefined>;
  use(program: string): void;
}

export interface Parts {
  readonly state: DirectoryState;
  readonly brought: OfferedProviders;
  readonly catalog: () => Promise<Catalog>;
  readonly probes: ProbeCache;
  readonly tester: Tester;
  readonly flows: Flows;
  readonly statuses: Statuses;
}

/** The handlers of the channel `providers`. */
export function channelHandlers({ state, catalog, probes, tester, statuses }: Parts): Handlers<ProvidersShape> {
  const list = async (locale: Locale) => listProviders(await state.read(), await catalog(), locale, statuses);
  const one = async (id: string, locale: Locale) => {
    const found = (await list(locale)).find(provider => provider.id === id);
    // A provider that the engine knows is not written to the files when it is saved without a key.
    return found ?? { id, name: presetOfProvider(id)?.group.name ?? id, kind: 'preset' as const, access: 'none' as const, models: 0 };
  };
  return {
    list: ({ locale = 'fr' }) => list(locale),
    presets: async () => presetGroups.map(group => ({ ...group, variants: [...group.variants] })),
    async save(params) {
      const { id } = params;
      const known = await catalog();
      await state.change(files => saveProvider(files, params, known));
      probes.forget(id);
      return one(id, params.locale ?? 'fr');
    },
    async ask({ id, locale = 'fr' }) {
      await statuses.ask(id);
      return one(id, locale);
    },
    async describeModel({ model, ...said }) {
      await state.change(files => describeModel(files, model, said));
      return null;
    },
    async remove({ id }) {
      await state.change(files => removeProvider(files, id));
      probes.forget(id);
      return null;
    },
    async probe({ baseUrl, api, provider, key, locale = 'fr' }) {
      const stored = key === undefined && provider !== undefined ? storedKey(await state.read(), provider, baseUrl) : key?.trim();
      const { why, ...result } = await probes.ask(provider, { baseUrl, api, key: stored === '' ? undefined : stored });
      return { ...result, why: why[locale] };
    },
    discoverModels: async ({ id }, signal) => [...(await discoverFor(await state.read(), id, await catalog(), signal))],
    detectLocal: async () => [...(await detectLocal())],
    listModels: async ({ locale }) => {
      const contents = await state.readOrLast();
      return listModels(contents, await catalog(), undefined, locale).map(model => {
        const { is } = statuses.of(model.provider, contents) ?? {};
        return { ...model, ...(is && model.demo !== true && { state: is }) };
      });
    },
    async star({ model, starred }) {
      await state.changeSettings(now => withStar(now, model, starred));
      return null;
    },
    async test({ model, locale = 'fr' }, signal) {
      const directory = await state.directory();
      const keyless = keylessIn(await state.readOrLast());
      const result = await testModel(await tester.program(), { directory, model, keyless, locale }, signal);
      await statuses.used(model, result.problem?.code);
      return result;
    },
    async setDefault({ model }) {
      await state.changeSettings(now => withDefault(now, model ?? undefined));
      return null;
    },
  };
}

/** The stored key of a provider, but only for the origin of that provider's own address. */
function storedKey(contents: AgentContents, provider: string, address: string): string | undefined {
  const entry = entriesOf(contents.models)[provider] ?? {};
  const own = textAt(entry, 'baseUrl') ?? presetOfProvider(provider)?.variant.baseUrl;
  if (own === undefined || !URL.canParse(own) || new URL(own).origin !== parseAddress(address).origin) return undefined;
  return keyOf(contents, provider);
}

async function discoverFor(contents: AgentContents, id: string, catalog: Catalog, signal: AbortSignal) {
  const question = questionOf(contents, id, catalog);
  if (question !== undefined) return discoverModels(question, signal);
  const known = modelsOf(id, entriesOf(contents.models)[id] ?? {}, contents.auth[id], catalog);
  if (known.length === 0) throw errors['providers/unknown-provider']({ id });
  // The server of a sign-in has no list of models, so the engine's own list is used.
  return known.map(one => ({ id: String(one.id), ...(textAt(one, 'name') && { name: String(one.name) }) }));
}
