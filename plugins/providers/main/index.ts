import { BlackBox, defineExtension, Extensions, noticeOf, PersonNotices, type Publisher } from '@atelier/kernel';
import type { ProvidersShape } from '../contract/index.ts';
import { BuiltInProviders, modelsChanged, Providers, ProvidersChannel, testerWanted } from '../contract/index.ts';
import { openCatalog } from './catalog.ts';
import { DirectoryState, type StateOptions } from './directory-state.ts';
import { enginePrograms } from './engine-programs.ts';
import { errors } from './errors.ts';
import { channelHandlers, type Parts, type Tester } from './handlers.ts';
import { openFlows } from './oauth/flows.ts';
import { offeredProviders } from './offered.ts';
import { openProbeCache } from './probe-cache.ts';
import { providersService } from './service.ts';
import { Statuses } from './status/statuses.ts';
import { followTheme } from './theme.ts';

export default defineExtension({
  async activate(ctx) {
    const contributed = ctx.contributions(BuiltInProviders);
    const brought = offeredProviders(contributed, ctx.get(Extensions));
    let publisher: Publisher<ProvidersShape> | undefined;
    const restored: StateOptions['restored'] = (file, why, keptAs, isBack = true) => {
      const restoredFile = () =>
        keptAs === undefined ? errors['providers/empty-file-restored']({ file }) : errors['providers/file-restored']({ file, why, keptAs });
      const notice = isBack ? restoredFile() : errors['providers/file-moved-away']({ file, keptAs });
      ctx.log.warn(notice.message);
      void ctx
        .get(PersonNotices)
        .raise(noticeOf(notice))
        .catch(error => ctx.log.warn(String(error)));
    };
    const state = new DirectoryState({
      directory: ctx.paths.profile('agentDirectory'),
      workspace: ctx.paths.profile('workspace'),
      log: ctx.log,
      brought,
      restored,
      async changed(what) {
        publisher?.emit(what === 'providers' ? 'providersChanged' : 'modelsChanged', null);
        if (what === 'models') void theme.then(({ read }) => read());
        await ctx.run(modelsChanged, {}).catch(error => ctx.log.warn(String(error)));
      },
    });
    const theme = followTheme(ctx, state);
    await theme;
    const programs = enginePrograms(ctx.paths.assets);
    const catalog = openCatalog(programs, ctx.paths.data, ctx.log);
    const statuses = new Statuses({
      state,
      catalog: catalog.read,
      changed() {
        publisher?.emit('providersChanged', null);
        publisher?.emit('modelsChanged', null);
      },
      signal: ctx.signal,
    });
    const flows = openFlows({
      program: () => [programs.oauth],
      crashed: how =>
        void ctx
          .get(BlackBox)
          .note({ is: 'sign-in-ended', how })
          .catch(error => ctx.log.warn(String(error))),
      keep: async (provider, credential) => {
        await state.change(async files => {
          await files.auth.update(now => ({ ...now, [provider]: { ...credential, type: 'oauth' } }));
        });
        await statuses.used(`${provider}/`, undefined);
      },
    });
    let program: string | undefined;
    const tester: Tester = {
      use(file) {
        program = file;
      },
      async program() {
        if (program === undefined) await ctx.run(testerWanted, {});
        return program;
      },
    };
    const parts: Parts = { state, brought, catalog: catalog.read, probes: openProbeCache(), tester, flows, statuses };
    publisher = ctx.serve(ProvidersChannel, channelHandlers(parts));
    ctx.provide(Providers, providersService(parts));
    contributed.watch(() => void state.builtInsChanged().catch(error => ctx.log.warn(String((error as Error).message))));
    ctx.defer('the engine’s own list of models', () => catalog.close());
    ctx.defer('sign-ins that are going on', () => flows.cancelAll());
    ctx.defer('the agent’s files', () => state.close());
  },
});
