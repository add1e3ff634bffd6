import { Desktop, defineExtension } from '@atelier/kernel';
import { StartupChannel } from '../contract/index.ts';

export default defineExtension({
  activate(ctx) {
    const desktop = ctx.get(Desktop);
    const channel = ctx.serve(StartupChannel, {
      readStart: async () => {
        const safe = await desktop.safeStart();
        return safe === undefined ? {} : { safe };
      },
      async leaveSafeStart() {
        await desktop.leaveSafeStart();
        return null;
      },
      read: () => desktop.startupBehaviour(),
      async save(change) {
        const now = await desktop.setStartupBehaviour(change);
        channel.emit('behaviourChanged', now);
        return now;
      },
    });
  },
});
