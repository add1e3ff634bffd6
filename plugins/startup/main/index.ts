import { Desktop, defineExtension } from '@atelier/kernel';
import { StartupChannel } from '../contract/index.ts';

export default defineExtension({
  activate(ctx) {
    const desktop = ctx.get(Desktop);
    const channel = ctx.serve(StartupChannel, {
      read: () => desktop.startupBehaviour(),
      async save(change) {
        const now = await desktop.setStartupBehaviour(change);
        channel.emit('behaviourChanged', now);
        return now;
      },
    });
  },
});
