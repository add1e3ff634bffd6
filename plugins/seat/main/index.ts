import { Desktop, defineExtension } from '@atelier/kernel';
import { SeatChannel } from '../contract/index.ts';

export default defineExtension({
  activate(ctx) {
    const desktop = ctx.get(Desktop);
    const channel = ctx.serve(SeatChannel, {
      read: () => desktop.manners(),
      async save(change) {
        const now = await desktop.setManners(change);
        channel.emit('behaviourChanged', now);
        return now;
      },
    });
  },
});
