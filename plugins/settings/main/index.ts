import { Desktop, defineExtension, definePoint, Extensions, Inspection, Person } from '@atelier/kernel';
import { ownId, Sections, Settings, SettingsChannel, type StoredSetting, settingChanged } from '../contract/index.ts';
import { settingsErrors } from './errors.ts';
import { migrations } from './migrations/index.ts';
import { storageUsage } from './storage-usage.ts';
import { type Command, openCommandKeys } from './store/command-keys.ts';
import { orLogged, SettingsStore } from './store/settings-store.ts';
import { openSettingsTable } from './store/settings-table.ts';

const Commands = definePoint<Command>('@atelier/kernel:commands@1');
const Keybindings = definePoint<{ readonly command: string; readonly key: string }>('@atelier/kernel:keybindings@1');
const [language, behaviors] = ['language', 'behaviors'];

export default defineExtension({
  async activate(ctx) {
    const settings = new SettingsStore(openSettingsTable(ctx.database(migrations)), ctx.contributions(Sections), Date.now);
    const [person, extensions, desktop, inspection] = [ctx.get(Person), ctx.get(Extensions), ctx.get(Desktop), ctx.get(Inspection)];
    const keys = openCommandKeys(ctx.contributions(Commands), ctx.contributions(Keybindings), person);
    /** Copies the stored language to the kernel, which needs it before any extension runs. */
    const applyLanguage = async () => {
      const stored = settings.all().find(({ from, section, id }) => from === ownId && section === language && id === 'locale');
      if (stored?.value === 'fr' || stored?.value === 'en') await person.chooseLanguage(stored.value);
    };
    const changed = async (from: string, section: string, id: string) => {
      channel.emit('settingsChanged', null);
      await ctx.run(settingChanged, { extension: from, section, id });
    };
    const storedSecrets = async (): Promise<StoredSetting[]> => {
      const found = settings.secrets.map(async key => {
        const exists = await orLogged(extensions.hasSecret(key.from, key.id), ctx.log);
        return exists === true ? [{ ...key, isSecret: true }] : [];
      });
      return (await Promise.all(found)).flat();
    };

    const channel = ctx.serve(SettingsChannel, {
      readSettings: async () => [...settings.all(), ...(await storedSecrets())],
      saveSetting: async ({ from, section, id, value, was }) => {
        settings.save({ from, section, id }, value, was);
        if (from === ownId && section === language) {
          // A reset restores the default language, not the one that was chosen before.
          if (value === undefined) await person.chooseLanguage('fr');
          await applyLanguage();
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
      places: () => storageUsage(inspection, ctx.paths),
      chooseFolder: async () => (await desktop.pickFolder()) ?? null,
      openPlace: async ({ place }) => {
        await desktop.openFolder(ctx.paths.profile(place));
        return null;
      },
    });
    ctx.provide(Settings, asker => ({ read: async (extension, section) => settings.readFor(asker, extension, section) }));
    ctx.handle('settings.speak', async args => {
      const { locale } = args as { readonly locale: 'fr' | 'en' };
      settings.save({ from: ownId, section: language, id: 'locale' }, locale, undefined);
      await applyLanguage();
      await changed(ownId, language, 'locale');
      return null;
    });
    await applyLanguage();

    const { composePrompt } = await import('@atelier/agent/contract').catch(() => ({ composePrompt: undefined }));
    if (composePrompt === undefined) return;
    ctx.tap(composePrompt, async composed => {
      const { promptOn, prompt } = settings.read(ownId, behaviors);
      if (promptOn !== true || typeof prompt !== 'string' || prompt.trim() === '') return composed;
      return { ...composed, sections: [{ title: 'Behaviour', text: prompt }, ...composed.sections] };
    });
  },
});
