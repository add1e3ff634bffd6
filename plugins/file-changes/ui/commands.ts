import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';

/** What the window itself does when it is asked. */
export const commands = {
  'file-changes.show': (view: ViewHost) => view.connect(WindowChannel).call('open', { view: 'file-changes.panel' }),
  'file-changes.openRewind': (view: ViewHost, args: unknown) =>
    view.connect(WindowChannel).call('open', { view: 'file-changes.rewind', params: args as Record<string, unknown> }),
};
