import { defineExtension, Person } from '@atelier/kernel';
import { Workbench, WorkbenchChannel } from '../contract/index.ts';
import { migrations } from './migrations/index.ts';
import { openPreferences } from './preferences.ts';

export default defineExtension({
  activate(ctx) {
    const preferences = openPreferences(ctx.database(migrations));
    const person = ctx.get(Person);
    const channel = ctx.serve(WorkbenchChannel, {
      readPreferences: async () => preferences.all(),
      savePreferences: async change => {
        preferences.save(change);
        channel.emit('preferencesChanged', preferences.all());
        return null;
      },
    });
    ctx.provide(Workbench, {
      locale: () => person.language(),
      show: async (view, params) => channel.emit('showRequested', { view, ...(params !== undefined && { params: { ...params } }) }),
    });
  },
});
