import { join } from 'node:path';
import { Costs, Desktop, defineExtension, type ExtensionContext, Extensions, type Handle, Secrets } from '@atelier/kernel';
import { Badges, Workbench } from '@atelier/workbench/contract';
import { BlameChannel, ExtensionsChannel, type Update } from '../contract/index.ts';
import { BlameSearch } from './blame/blame.ts';
import { openHunt } from './blame/kept-hunt.ts';
import { checkUpdates, handlersOf, type Parts } from './handlers.ts';
import { Installer } from './install/installer.ts';
import { Store } from './install/store.ts';
import { migrations } from './migrations/index.ts';
import { openKeys } from './registry/keys.ts';
import { npmOwnRegistry } from './registry/npm-own.ts';
import { openRegistries } from './registry/registries.ts';
import { openAges } from './supply/ages.ts';
import { openAttestations } from './supply/attestation.ts';
import { openBlockLists } from './supply/block-list.ts';
import { policyForm } from './supply/policy.ts';
import { Supply } from './supply/supply.ts';
import { openUpdates } from './updates.ts';

const panel = 'extensions.panel';
const betweenChecksMs = 6 * 60 * 60 * 1000;

export default defineExtension({
  async activate(ctx) {
    const db = ctx.database(migrations);
    const kernel = ctx.get(Extensions);
    const secrets = ctx.get(Secrets);
    const workbench = ctx.get(Workbench);
    const desktop = ctx.get(Desktop);
    const { installed, node } = await kernel.places();
    const store = new Store(installed);
    const tokens = { keep: (name: string, text: string | undefined) => secrets.keep(name, text), read: (name: string) => ctx.secret(name) };
    const registries = openRegistries(db, tokens, () => npmOwnRegistry(node));
    // Optional: where it is not installed, its package cannot be imported either.
    const settings = await import('@atelier/settings/contract').catch(() => undefined);
    const supply = new Supply({
      keys: openKeys(db, node),
      attestations: openAttestations(node),
      ages: openAges(db, Date.now),
      lists: openBlockLists(db, Date.now),
      values: async () => (await (settings && ctx.find(settings.Settings))?.read(ctx.id, policyForm)) ?? {},
      token: origin => registries.tokenFor(origin),
      now: Date.now,
    });
    const updates = openUpdates(db, supply);
    const npm = { node, cache: join(ctx.paths.data, 'cache'), temp: join(ctx.paths.data, 'temp') };
    const isWaiting = (update: Update | undefined) => update?.kept === false && update.heldUntil === undefined;
    const waiting = () => store.list().filter(({ record }) => isWaiting(updates.of(record))).length;
    const badge = badgeOf(ctx);
    const changed = (): void => {
      const count = waiting();
      badge(count);
      channel.emit('changed', { updates: count });
    };
    const installer = new Installer({
      store,
      registries,
      kernel,
      npm,
      supply,
      log: ctx.log,
      signal: ctx.signal,
      said: (id, step) => channel.emit('progress', { id, step }),
      async approved(id, tools) {
        // Optional: where it is not installed, its package cannot be imported either.
        const { Agent } = await import('@atelier/agent/contract');
        await ctx.find(Agent)?.approveTools(id, tools);
      },
      changed,
    });
    const parts: Parts = {
      store,
      registries,
      updates,
      installer,
      kernel,
      supply,
      log: ctx.log,
      npm,
      signal: ctx.signal,
      changed,
      pickFolder: () => desktop.pickFolder(),
    };
    const search = new BlameSearch({
      kept: openHunt(db),
      kernel,
      costs: ctx.get(Costs),
      log: ctx.log,
      stepped: () => blame.emit('stepped', {}),
    });
    const blame = ctx.serve(BlameChannel, search.handlers());
    const channel = ctx.serve(ExtensionsChannel, handlersOf(parts));
    ctx.handle('extensions.showInstall', async args => {
      // N11: a link shows what it names, and does nothing else.
      const { rest } = args as { rest: readonly string[] };
      await workbench.show(panel, { tab: 'marketplace', id: rest.join('/') });
      return null;
    });
    ctx.handle('extensions.showMarketplace', async () => {
      await workbench.show(panel, { tab: 'marketplace' });
      return null;
    });
    ctx.handle('extensions.checkUpdates', async () => {
      await workbench.show(panel, { tab: 'updates' });
      await checkUpdates(parts, ctx.signal);
      return null;
    });
    ctx.handle('extensions.findCulprit', async () => {
      await workbench.show(panel, { tab: 'installed', dialog: 'blame' });
      return null;
    });
    if (settings) {
      ctx.tap(settings.settingChanged, async ({ extension }) => {
        if (extension === ctx.id) await checkUpdates(parts, ctx.signal);
      });
    }
    ctx.defer('offers', () => installer.close());
    badge(waiting());
    await cleaned(ctx, store);
    // Not waited for: it switches extensions, and whoever does so may be waiting for this one.
    search.resume().catch(error => ctx.log.warn(`The search for what broke something was not resumed: ${error}`));
    // Who installed nothing is asked about by nobody, but for the block list.
    const check = () => {
      checkUpdates(parts, ctx.signal).catch(error => ctx.log.warn(`Updates were not looked for: ${error}`));
    };
    const clock = setInterval(check, betweenChecksMs).unref();
    ctx.defer('update clock', () => clearInterval(clock));
    check();
  },
});

/** The number beside the entry of the sidebar; none where nothing waits. */
function badgeOf(ctx: ExtensionContext): (count: number) => void {
  let shown: { readonly count: number; readonly handle: Handle } | undefined;
  return count => {
    if (shown?.count === count) return;
    void shown?.handle.dispose();
    shown = count === 0 ? undefined : { count, handle: ctx.contribute(Badges, { view: panel, text: String(count), count: true }) };
  };
}

/** What a run that was killed left half-done is put away; it was never in use. */
async function cleaned(ctx: ExtensionContext, store: Store): Promise<void> {
  try {
    const gone = await store.prune();
    if (gone.length > 0) ctx.log.info('Put away what was not finished or is no longer needed.', { names: gone });
  } catch (error) {
    ctx.log.warn(`Could not put away what was not finished: ${error}`);
  }
}
