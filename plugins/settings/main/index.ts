import { Desktop, defineExtension, definePoint, Extensions, Inspection, Person } from '@atelier/kernel';
import { type Kept, ownId, Sections, Settings, SettingsChannel, settingChanged } from '../contract/index.ts';
import { settingsErrors } from './errors.ts';
import { openKeptValues } from './keeping/kept-values.ts';
import { type Command, openKeys } from './keeping/keys.ts';
import { KeptSettings, quietly } from './keeping/settings.ts';
import { measured } from './looking/places.ts';
import { migrations } from './migrations/index.ts';

const Commands = definePoint<Command>('@atelier/kernel:commands@1');
const Keybindings = definePoint<{ readonly command: string; readonly key: string }>('@atelier/kernel:keybindings@1');
const [language, behaviors] = ['language', 'behaviors'];

export default defineExtension({
  async activate(ctx) {
    const settings = new KeptSettings(openKeptValues(ctx.database(migrations)), ctx.contributions(Sections), Date.now);
    const [person, extensions, desktop, inspection] = [ctx.get(Person), ctx.get(Extensions), ctx.get(Desktop), ctx.get(Inspection)];
    const keys = openKeys(ctx.contributions(Commands), ctx.contributions(Keybindings), person);
    /** The database says which language it is; the kernel has a copy of it for before anybody is awake. */
    const speak = async () => {
      const kept = settings.all().find(({ from, section, id }) => from === ownId && section === language && id === 'locale');
      if (kept?.value === 'fr' || kept?.value === 'en') await person.chooseLanguage(kept.value);
    };
    const changed = async (from: string, section: string, id: string) => {
      channel.emit('settingsChanged', null);
      await ctx.run(settingChanged, { extension: from, section, id });
    };
    const secrets = async (): Promise<Kept[]> => {
      const asked = settings.secrets.map(async place => {
        const isThere = await quietly(extensions.hasSecret(place.from, place.id), ctx.log);
        return isThere === true ? [{ ...place, isSecret: true }] : [];
      });
      return (await Promise.all(asked)).flat();
    };

    const channel = ctx.serve(SettingsChannel, {
      readSettings: async () => [...settings.all(), ...(await secrets())],
      saveSetting: async ({ from, section, id, value, was }) => {
        settings.save({ from, section, id }, value, was);
        if (from === ownId && section === language) {
          // Taken back, it is French again, and not what it happened to be before.
          if (value === undefined) await person.chooseLanguage('fr');
          await speak();
        }
        await changed(from, section, id);
        return null;
      },
      saveSecret: async ({ from, section, id, text }) => {
        if (settings.fieldOf({ from, section, id }).kind !== 'secret') throw settingsErrors['settings/unknown']({ from, section, id });
        if (text !== undefined && (text.trim() !== text || /[\r\n]/.test(text))) throw settingsErrors['settings/secret-unfit']({});
        await extensions.keepSecret(from, id, text);
        await changed(from, section, id);
        return null;
      },
      readKeys: () => keys.all(),
      saveKeys: async changes => {
        await keys.save(changes);
        channel.emit('keysChanged', null);
        return null;
      },
      places: () => measured(inspection, ctx.paths),
      openPlace: async ({ place }) => {
        await desktop.openFolder(ctx.paths.profile(place));
        return null;
      },
    });
    ctx.provide(Settings, asker => ({ read: async (extension, section) => settings.readFor(asker, extension, section) }));
    ctx.handle('settings.speak', async args => {
      const { locale } = args as { readonly locale: 'fr' | 'en' };
      settings.save({ from: ownId, section: language, id: 'locale' }, locale, undefined);
      await speak();
      await changed(ownId, language, 'locale');
      return null;
    });
    await speak();

    const { composePrompt } = await import('@atelier/agent/contract').catch(() => ({ composePrompt: undefined }));
    if (composePrompt === undefined) return;
    ctx.tap(composePrompt, async composed => {
      const { promptOn, prompt } = settings.read(ownId, behaviors);
      if (promptOn !== true || typeof prompt !== 'string' || prompt.trim() === '') return composed;
      return { ...composed, sections: [{ title: 'Behaviour', text: prompt }, ...composed.sections] };
    });
  },
});
