import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, defineExtension, type Locale, type Program } from '@atelier/kernel';
import { UpdatesChannel } from '../contract/index.ts';
import { openFacts } from './facts.ts';
import { migrations } from './migrations/index.ts';
import { Updater } from './updater.ts';

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
    const updater = new Updater(ctx, facts, (await ctx.get(Desktop).program()) ?? nobody, settings);
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
    updater.open(channel);

    const look = (): void => void updater.checkDaily().catch(error => ctx.log.warn(String(error)));
    const first = setTimeout(look, afterStart).unref();
    const clock = setInterval(look, hour).unref();
    ctx.defer('daily look for updates', () => {
      clearTimeout(first);
      clearInterval(clock);
    });
  },
});

/** Where the changelog is missing, the one that is built in is shown. */
function changelog(assets: string, locale: 'fr' | 'en'): { readonly text: string; readonly builtIn: boolean } {
  try {
    return { text: readFileSync(join(assets, 'changelog', `${locale}.md`), 'utf8'), builtIn: false };
  } catch {
    return { text: builtInChangelog[locale], builtIn: true };
  }
}

/** What is shown where the file that came with the program is missing. */
const builtInChangelog: Readonly<Record<Locale, string>> = {
  en: 'The list of changes that came with this version is missing. What a newer version brings is shown here before you take it.',
  fr: 'La liste des changements livrée avec cette version manque. Ce qu’apporte une nouvelle version s’affiche ici avant que vous ne l’installiez.',
};
