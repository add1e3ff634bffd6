import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { UpdatesChannel } from '../contract/index.ts';

/** What the window itself does when it is asked. */
export const commands = {
  'updates.show': (view: ViewHost) => show(view),
  'updates.check': async (view: ViewHost) => {
    const shown = await show(view);
    await view.connect(UpdatesChannel).call('check', {});
    return shown;
  },
};

function show(view: ViewHost): Promise<unknown> {
  return view.connect(WindowChannel).call('open', { view: 'settings.page', params: { section: 'updates' } });
}
