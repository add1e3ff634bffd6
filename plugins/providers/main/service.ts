import type { Locale } from '@atelier/kernel';
import type { ProvidersService } from '../contract/index.ts';
import { credentialOf } from './files/auth-file.ts';
import { entriesOf } from './files/models-file.ts';
import type { Parts } from './handlers.ts';
import { isKeyless } from './known-local.ts';
import { defaultModel, listModels } from './models.ts';
import type { Flows } from './oauth/flows.ts';

/** What other plugins ask of providers. */
export function providersService({ state, catalog }: Parts, flows: Flows): ProvidersService {
  const models = async () => listModels(await state.readAnyway(), await catalog());
  return {
    prepare: directory => state.prepare(directory),
    listModels: models,
    defaultModel: async () => defaultModel(await models()),
    async keyless() {
      const read = await state.readAnyway();
      const entries = Object.entries(entriesOf(read.models));
      return entries.filter(([id, entry]) => isKeyless(id, entry) && credentialOf(read.auth[id]) === undefined).map(([id]) => id);
    },
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
