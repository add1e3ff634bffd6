import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';

/** What the window itself does when it is asked. */
export const commands = {
  'settings.open': async (view: ViewHost, args: unknown) => {
    const { section, setting } = (args ?? {}) as { readonly section?: string; readonly setting?: string };
    const params = { ...(section !== undefined && { section }), ...(setting !== undefined && { setting }) };
    return await view.connect(WindowChannel).call('open', { view: 'settings.page', params });
  },
};
