import { Desktop, defineExtension, noticeOf, PersonNotices } from '@atelier/kernel';
import { StartupChannel } from '../contract/index.ts';
import { startupErrors } from './errors.ts';

export default defineExtension({
  activate(ctx) {
    const desktop = ctx.get(Desktop);
    // As long as nothing here connects to the cloud. What follows the path may hold a code, which belongs into no notice.
    ctx.handle('startup.openCloudLink', async args => {
      const [link = ''] = (args as { readonly url: string }).url.split('?', 1);
      await ctx.get(PersonNotices).raise(noticeOf(startupErrors['startup/no-cloud']({ link })));
    });
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
