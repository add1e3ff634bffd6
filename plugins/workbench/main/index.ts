import { defineExtension, Person } from '@atelier/kernel';
import { appearanceChosen, type Preferences, Workbench, WorkbenchChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { openPreferences } from './preferences.ts';

export default defineExtension({
  activate(ctx) {
    const preferences = openPreferences(ctx.database(migrations));
    const person = ctx.get(Person);
    const channel = ctx.serve(WorkbenchChannel, {
      readPreferences: async () => preferences.all(),
      savePreferences: async change => {
        save(change);
        const { appearance } = change;
        // Whoever stores it elsewhere, too, is not waited for.
        if (appearance !== undefined) void ctx.run(appearanceChosen, { appearance }).catch(error => ctx.log.warn(String(error)));
        return null;
      },
      rememberCommand: async ({ command }) => {
        preferences.remember(command);
        channel.emit('preferencesChanged', preferences.all());
        return null;
      },
    });
    const save = (change: Preferences) => {
      preferences.save(change);
      channel.emit('preferencesChanged', preferences.all());
    };
    ctx.provide(Workbench, {
      locale: () => person.language(),
      appearance: async () => preferences.all().appearance,
      setAppearance: async appearance => save({ appearance }),
      show: async (view, params) => channel.emit('showRequested', { view, ...(params !== undefined && { params: { ...params } }) }),
    });
  },
});
