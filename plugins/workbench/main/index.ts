import { defineExtension } from '@atelier/kernel';
import { Workbench, WorkbenchChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { openPreferences } from './preferences.ts';

export default defineExtension({
  activate(ctx) {
    const preferences = openPreferences(ctx.database(migrations));
    const channel = ctx.serve(WorkbenchChannel, {
      readPreferences: async () => preferences.all(),
      savePreferences: async change => {
        preferences.save(change);
        channel.emit('preferencesChanged', preferences.all());
        return null;
      },
    });
    ctx.provide(Workbench, {
      locale: async () => preferences.all().locale ?? 'fr',
      show: async (view, params) => channel.emit('showRequested', { view, ...(params !== undefined && { params: { ...params } }) }),
    });
  },
});
