import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, defineExtension, type Program } from '@atelier/kernel';
import { UpdatesChannel } from '../contract/index.ts';
import { builtInChangelog } from './built-in-changelog.ts';
import { openFacts } from './facts.ts';
import { migrations } from './migrations/index.ts';
import { builtInFeed } from './release-feed.ts';
import { type UpdateOptions, Updater } from './updater.ts';

const hour = 60 * 60 * 1000;
const afterStart = 60 * 1000;
/** Of a program that has no version, such as a test's. */
const nobody: Program = { version: '0.0.0', installed: 'source' };

export default defineExtension({
  async activate(ctx) {
    const facts = openFacts(ctx.database(migrations));
    // Optional: where it is not installed, its package cannot be imported either.
    const settings = await import('@atelier/settings/contract').then(
      ({ Settings }) => ctx.find(Settings),
      () => undefined,
    );
    const desktop = ctx.get(Desktop);

    const options = async (): Promise<UpdateOptions> => {
      const set = (await settings?.read(ctx.id, 'updates-options')) ?? {};
      const own =
        typeof set.feed === 'string' && set.feed.trim() !== '' ? { feed: set.feed.trim(), key: String(set.key ?? '') } : builtInFeed;
      return { automatic: set.automatic !== false, channel: set.channel === 'beta' ? 'beta' : 'stable', ...own };
    };
    const updater = new Updater({
      program: (await desktop.program()) ?? nobody,
      facts,
      folder: join(ctx.paths.data, 'download'),
      machine: { platform: process.platform, arch: process.arch },
      options,
      desktop,
      now: Date.now,
      changed: status => channel.emit('statusChanged', status),
      signal: ctx.signal,
    });

    const channel = ctx.serve(UpdatesChannel, {
      read: async () => updater.status,
      async check() {
        await updater.check();
        return updater.status;
      },
      async download() {
        // What cannot begin is said to whoever asked; how it goes on, by the event.
        const going = updater.download();
        await Promise.race([going, Promise.resolve()]);
        return null;
      },
      async pause() {
        updater.pause();
        return null;
      },
      apply: async () => ({ done: await updater.apply() }),
      changelog: async ({ locale }) => changelog(ctx.paths.assets, locale),
    });

    const look = (): void => void updater.checkDaily().catch(error => ctx.log.warn(String(error)));
    const first = setTimeout(look, afterStart).unref();
    const clock = setInterval(look, hour).unref();
    ctx.defer('daily look for updates', () => {
      clearTimeout(first);
      clearInterval(clock);
    });
  },
});

/** 7.8: a program whose changelog is missing shows the one it has in itself. */
function changelog(assets: string, locale: 'fr' | 'en'): { readonly text: string; readonly builtIn: boolean } {
  try {
    return { text: readFileSync(join(assets, 'changelog', `${locale}.md`), 'utf8'), builtIn: false };
  } catch {
    return { text: builtInChangelog[locale], builtIn: true };
  }
}
