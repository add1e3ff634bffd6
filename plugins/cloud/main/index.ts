import { defineExtension, Inspection, isAppError, noticeOf, PersonNotices } from '@atelier/kernel';
import { Workbench } from '@atelier/workbench/contract';
import { CloudChannel } from '../contract/index.ts';
import { Clouds } from './clouds.ts';
import { Connections } from './connections.ts';
import { migrations } from './migrations/index.ts';
import { TokenStore } from './tokens.ts';

export default defineExtension({
  activate(ctx) {
    const clouds = new Clouds({
      connections: new Connections(ctx.database(migrations)),
      tokens: new TokenStore(ctx),
      // The browser host has no scheme of the system: the browser is led back to a port of this machine.
      hasScheme: process.versions.electron !== undefined,
      signal: ctx.signal,
      now: Date.now,
      log: ctx.log,
      keyStore: async () => (await ctx.get(Inspection).about()).secrets,
      changed: () => channel.emit('changed', null),
      tell: error => void tell(error),
    });
    const channel = ctx.serve(CloudChannel, clouds.handlers);
    ctx.defer('the sign-in that is under way', () => clouds.close());

    const tell = async (error: unknown): Promise<void> => {
      if (isAppError(error)) await ctx.get(PersonNotices).raise(noticeOf(error));
      else ctx.log.warn('A sign-in failed.', { error });
    };
    const show = (setting?: string) =>
      ctx.get(Workbench).show('settings.page', { section: 'cloud', ...(setting !== undefined && { setting }) });

    // Neither fails: the kernel would quote the link, which holds a code.
    ctx.handle('cloud.askToConnect', async args => {
      const { params = {} } = (args ?? {}) as { readonly params?: Readonly<Record<string, unknown>> };
      try {
        clouds.askToConnect(String(params.base_url ?? ''));
        await show('connect');
      } catch (error) {
        await tell(error);
      }
      return null;
    });
    ctx.handle('cloud.finishSignIn', async args => {
      await clouds.takeLink(String((args as { readonly url?: unknown } | undefined)?.url ?? ''));
      await show();
      return null;
    });
  },
});
