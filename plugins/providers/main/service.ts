import type { Locale } from '@atelier/kernel';
import type { ProvidersService } from '../contract/index.ts';
import { credentialOf } from './files/auth-file.ts';
import type { Parts } from './handlers.ts';
import { keylessIn } from './known-local.ts';
import { defaultModel, listModels } from './models.ts';

/** What other plugins ask of providers. */
export function providersService({ state, catalog, flows }: Parts): ProvidersService {
  const models = async () => listModels(await state.readAnyway(), await catalog());
  return {
    prepare: directory => state.prepare(directory),
    listModels: models,
    defaultModel: async () => defaultModel(await models()),
    keyless: async () => keylessIn(await state.readAnyway()),
    async authStatus() {
      const { auth } = await state.readAnyway();
      return Object.entries(auth).flatMap(([provider, entry]): Awaited<ReturnType<ProvidersService['authStatus']>>[number][] => {
        const credential = credentialOf(entry);
        if (credential === undefined) return [];
        if (credential.type === 'api_key') return [{ provider, type: 'api-key' }];
        return [{ provider, type: 'oauth', expires: credential.expires, expired: credential.expires < Date.now() }];
      });
    },
    login: async (provider: string, locale?: Locale) => ({ flow: flows.begin(provider, locale) }),
    nextSteps: (flow, after) => flows.after(flow, after),
    reply: async (flow, prompt, text) => flows.reply(flow, prompt, text),
    cancelPrompt: async (flow, prompt) => flows.cancelPrompt(flow, prompt),
    cancelLogin: flow => flows.cancel(flow),
  };
}
