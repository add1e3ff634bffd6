import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ExchangeExport } from './export/exchange-export.ts';
import { ExchangeImport } from './import/exchange-import.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'exchange-import': ExchangeImport,
  'exchange-export': ExchangeExport,
};

const open = (view: ViewHost, dialog: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: dialog, params });

const exportOf = (view: ViewHost, conversation: string | undefined) =>
  open(view, 'exchange.export', conversation === undefined ? {} : { conversation });

/** What the window itself does when it is asked. */
export const commands = {
  'exchange.openImport': (view: ViewHost) => open(view, 'exchange.import'),
  /** Of the conversation on screen, where there is one. */
  'exchange.openExport': (view: ViewHost) => exportOf(view, view.slices.get('conversation')?.id),
  'exchange.exportConversation': (view: ViewHost, args: unknown) => exportOf(view, (args as { conversation: string }).conversation),
};
