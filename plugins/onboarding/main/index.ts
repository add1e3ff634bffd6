import { defineExtension } from '@atelier/kernel';
import { Providers, type ProvidersService } from '@atelier/providers/contract';
import { OnboardingChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { openProgress } from './progress.ts';

export default defineExtension({
  activate(ctx) {
    const progress = openProgress(ctx.database(migrations));
    const providers = ctx.get(Providers);
    const channel = ctx.serve(OnboardingChannel, {
      async read() {
        const now = progress.read();
        return { due: now.ended === 'no' && !(await isSetUp(providers)), progress: now };
      },
      async save(change) {
        channel.emit('progressChanged', progress.save(change));
        return null;
      },
    });
  },
});

/** A model is starred, or a provider is there that somebody set up. The demo is neither. */
async function isSetUp(providers: ProvidersService): Promise<boolean> {
  const [models, entries, keyless] = await Promise.all([providers.listModels(), providers.authStatus(), providers.keyless()]);
  const demos = new Set(models.filter(({ demo }) => demo === true).map(({ provider }) => provider));
  const ids = [...models.map(({ provider }) => provider), ...entries.map(({ provider }) => provider), ...keyless];
  return models.some(({ starred }) => starred) || ids.some(id => !demos.has(id));
}
