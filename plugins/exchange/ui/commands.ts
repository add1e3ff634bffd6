import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';

const open = (view: ViewHost, dialog: string, params?: Record<string, unknown>) =>
  view.connect(WindowChannel).call('open', { view: dialog, ...(params !== undefined && { params }) });

/** What the window itself does when it is asked. */
export const commands = {
  'exchange.openImport': (view: ViewHost) => open(view, 'exchange.import'),
  /** Of the conversation that is named, else of the one on screen. */
  'exchange.openExport': (view: ViewHost, args: unknown) => {
    const named = (args as { conversation?: string } | null | undefined)?.conversation;
    const conversation = named ?? view.slices.get('conversation')?.id;
    return open(view, 'exchange.export', conversation === undefined ? {} : { conversation });
  },
};
