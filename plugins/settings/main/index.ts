import { defineExtension } from '@atelier/kernel';
import { SettingsChannel } from '../contract/index.ts';

export default defineExtension({
  activate(ctx) {
    ctx.serve(SettingsChannel, { readSettings: async () => [] });
  },
});
