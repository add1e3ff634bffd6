import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { UpdatesChannel } from '../contract/index.ts';
import { UpdatesNotice } from './updates-notice.ts';
import { UpdatesSection } from './updates-section.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'updates-section': UpdatesSection, 'updates-notice': UpdatesNotice };

/** The commands that run in the window. */
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
