import { type Database, defineExtension } from '@atelier/kernel';
import { Providers, type ProvidersService } from '@atelier/providers/contract';
import { type Ended, OnboardingChannel, type Progress, type Step } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';

export default defineExtension({
  activate(ctx) {
    const progress = openProgress(ctx.database(migrations));
    const providers = ctx.get(Providers);
    const channel = ctx.serve(OnboardingChannel, {
      async read() {
        const current = progress.read();
        return { due: current.ended === 'no' && !(await isSetUp(providers)), progress: current };
      },
      async save(change) {
        channel.emit('progressChanged', progress.save(change));
        return null;
      },
    });
  },
});

/** Whether a model is starred or a provider other than the demo is set up. */
async function isSetUp(providers: ProvidersService): Promise<boolean> {
  const [models, entries, keyless] = await Promise.all([providers.listModels(), providers.authStatus(), providers.keyless()]);
  const demoProviders = new Set(models.filter(({ demo }) => demo === true).map(({ provider }) => provider));
  const ids = [...models.map(({ provider }) => provider), ...entries.map(({ provider }) => provider), ...keyless];
  return models.some(({ starred }) => starred) || ids.some(id => !demoProviders.has(id));
}

const steps: readonly string[] = ['look', 'provider', 'models', 'check', 'telemetry', 'done'] satisfies readonly Step[];

interface ProgressStore {
  read(): Progress;
  /** Returns the new progress. */
  save(change: { readonly step?: Step; readonly ended?: Ended }): Progress;
}

/** The table `progress`, which has one row. */
function openProgress(db: Database): ProgressStore {
  const one = db.prepare<{ step: string; ended: Ended }>('SELECT step, ended FROM progress');
  const write = db.prepare('UPDATE progress SET step = ?, ended = ?');
  const read = (): Progress => {
    const { step = 'look', ended = 'no' } = one.get() ?? {};
    // A step that this version does not have is replaced by the first one.
    return { step: steps.includes(step) ? (step as Step) : 'look', ended };
  };
  return {
    read,
    save(change) {
      const next = { ...read(), ...change };
      write.run(next.step, next.ended);
      return next;
    },
  };
}
