import type { ProvidersService } from '../contract/index.ts';
import { credentialOf } from './files/auth-file.ts';
import type { Parts } from './handlers.ts';
import { keylessIn } from './known-local.ts';
import { defaultModel, listModels } from './models.ts';

/** The service `Providers` for other plugins. */
export function providersService({ state, brought, catalog, flows, tester, statuses }: Parts): ProvidersService {
  const models = async () => listModels(await state.readOrLast(), await catalog());
  return {
    prepare: () => state.prepare(),
    listModels: models,
    async defaultModel() {
      const offered = new Set((await brought.entries()).map(({ value }) => value.id));
      return defaultModel(await models(), model => offered.has(model.provider));
    },
    offererOf: model => brought.offererOf(model),
    keyless: async () => keylessIn(await state.readOrLast()),
    async authStatus() {
      const { auth } = await state.readOrLast();
      return Object.entries(auth).flatMap(([provider, entry]): Awaited<ReturnType<ProvidersService['authStatus']>>[number][] => {
        const credential = credentialOf(entry);
        if (credential === undefined) return [];
        if (credential.type === 'api_key') return [{ provider, type: 'api-key' }];
        return [{ provider, type: 'oauth', expires: credential.expires, expired: credential.expires < Date.now() }];
      });
    },
    login: async (provider, locale, flow) => ({ flow: flows.begin(provider, locale, flow) }),
    nextSteps: (flow, after) => flows.after(flow, after),
    reply: async (flow, prompt, text) => flows.reply(flow, prompt, text),
    cancelPrompt: async (flow, prompt) => flows.cancelPrompt(flow, prompt),
    cancelLogin: flow => flows.cancel(flow),
    used: (model, problem) => statuses.used(model, problem),
    useTester: async program => tester.use(program),
  };
}
