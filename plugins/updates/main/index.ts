import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Desktop, defineExtension, type Locale, type Program } from '@atelier/kernel';
import { UpdatesChannel } from '../contract/index.ts';
import { openFacts } from './facts.ts';
import { migrations } from './migrations/index.ts';
import { Updater } from './updater.ts';

const intervalMs = 60 * 60 * 1000;
const firstCheckMs = 60 * 1000;
/** For hosts without a program, such as tests. */
const noProgram: Program = { version: '0.0.0', installed: 'source' };

export default defineExtension({
  async activate(ctx) {
    const facts = openFacts(ctx.database(migrations));
    // The settings plugin is optional: if it is missing, its package cannot be imported.
    const settings = await import('@atelier/settings/contract').then(
      ({ Settings }) => ctx.find(Settings),
      () => undefined,
    );
    const updater = new Updater(ctx, facts, (await ctx.get(Desktop).program()) ?? noProgram, settings);
    const channel = ctx.serve(UpdatesChannel, {
      read: async () => updater.status,
      async check() {
        await updater.check();
        return updater.status;
      },
      async download() {
        // Rejects only if the download cannot start; its progress and end are reported by the event.
        const download = updater.download();
        await Promise.race([download, Promise.resolve()]);
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

    const check = (): void => void updater.checkDaily().catch(error => ctx.log.warn(String(error)));
    const timeout = setTimeout(check, firstCheckMs).unref();
    const interval = setInterval(check, intervalMs).unref();
    ctx.defer('daily look for updates', () => {
      clearTimeout(timeout);
      clearInterval(interval);
    });
  },
});

/** The changelog file, or a built-in text if it is missing. */
function changelog(assets: string, locale: 'fr' | 'en'): { readonly text: string; readonly builtIn: boolean } {
  try {
    return { text: readFileSync(join(assets, 'changelog', `${locale}.md`), 'utf8'), builtIn: false };
  } catch {
    return { text: builtInChangelog[locale], builtIn: true };
  }
}

const builtInChangelog: Readonly<Record<Locale, string>> = {
  en: 'The list of changes that came with this version is missing. What a newer version brings is shown here before you take it.',
  fr: 'La liste des changements livrée avec cette version manque. Ce qu’apporte une nouvelle version s’affiche ici avant que vous ne l’installiez.',
};
