import { join } from 'node:path';
import { defineExtension, type ExtensionContext, Extensions, Secrets } from '@atelier/kernel';
import { Packages } from '../contract/index.ts';
import { CulpritSearch } from './bisect/culprit-search.ts';
import { handlersOf } from './handlers.ts';
import { Installer } from './install/installer.ts';
import { Store } from './install/store.ts';
import { migrations } from './migrations/index.ts';
import { npmDefaultRegistry } from './npm.ts';
import { clearLeft } from './npm-cache.ts';
import { packagesService } from './packages.ts';
import { Panel } from './panel.ts';
import { openRegistries } from './registry/registries.ts';
import { settingsContract } from './supply/policy.ts';
import { Supply } from './supply/supply.ts';
import { checkUpdates, openUpdates } from './updates.ts';

const checkIntervalMs = 6 * 60 * 60 * 1000;

export default defineExtension({
  async activate(ctx) {
    const db = ctx.database(migrations);
    const secrets = ctx.get(Secrets);
    const { installed, node } = await ctx.get(Extensions).places();
    const store = new Store(installed);
    const tokens = { keep: (name: string, text: string | undefined) => secrets.keep(name, text), read: (name: string) => ctx.secret(name) };
    const registries = openRegistries(db, tokens, () => npmDefaultRegistry(node));
    const supply = new Supply(ctx, db, node, registries);
    const updates = openUpdates(db, supply);
    ctx.provide(Packages, packagesService(registries, supply, ctx.signal));
    const npm = { node, cache: join(ctx.paths.data, 'cache'), temp: join(ctx.paths.data, 'temp') };
    clearLeft(npm).catch(error => ctx.log.warn(`What earlier runs of npm left, also tokens, was not deleted: ${error}`));
    const panel = new Panel(ctx, store, updates);
    const services = { registries, supply, npm, store, panel };
    const installer = new Installer(ctx, services);
    const search = new CulpritSearch(ctx, db);
    panel.serve(handlersOf(ctx, { ...services, installer, updates }));
    const check = async (): Promise<void> => {
      await checkUpdates(ctx, { ...services, updates }, ctx.signal);
      panel.changed();
    };
    ctx.handle('extensions.showInstall', async args => {
      // N11: a link only shows the extension that it names.
      const { rest } = args as { rest: readonly string[] };
      await panel.show({ tab: 'marketplace', id: rest.join('/') });
      return null;
    });
    ctx.handle('extensions.showMarketplace', async () => {
      await panel.show({ tab: 'marketplace' });
      return null;
    });
    ctx.handle('extensions.checkUpdates', async () => {
      await panel.show({ tab: 'updates' });
      await check();
      return null;
    });
    ctx.handle('extensions.findCulprit', async () => {
      await panel.show({ tab: 'installed', dialog: 'blame' });
      return null;
    });
    const settings = await settingsContract();
    if (settings) {
      ctx.tap(settings.settingChanged, async ({ extension }) => {
        if (extension === ctx.id) await check();
      });
    }
    ctx.defer('offers', () => installer.close());
    await pruneStore(ctx, store);
    // Not awaited: it switches extensions, and the kernel may be waiting for this activation.
    search.resume().catch(error => ctx.log.warn(`The search for what broke something was not resumed: ${error}`));
    // Without installed extensions, this only reads the block list.
    const checkOrWarn = () => void check().catch(error => ctx.log.warn(`Updates were not looked for: ${error}`));
    const timer = setInterval(checkOrWarn, checkIntervalMs).unref();
    ctx.defer('update clock', () => clearInterval(timer));
    checkOrWarn();
  },
});

/** Removes what a killed run left unfinished; it was never in use. */
async function pruneStore(ctx: ExtensionContext, store: Store): Promise<void> {
  try {
    const removed = await store.prune();
    if (removed.length > 0) ctx.log.info('Put away what was not finished or is no longer needed.', { names: removed });
  } catch (error) {
    ctx.log.warn(`Could not put away what was not finished: ${error}`);
  }
}
