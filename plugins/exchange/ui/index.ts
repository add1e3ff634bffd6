import { type ViewHost, WindowChannel } from '@atelier/kernel/ui';
import { ExchangeExport } from './export/exchange-export.ts';
import { ExchangeImport } from './import/exchange-import.ts';

/** The elements that the manifest names. */
export const elements = {
  'exchange-import': ExchangeImport,
  'exchange-export': ExchangeExport,
};

const open = (view: ViewHost, dialog: string, params: Record<string, unknown> = {}) =>
  view.connect(WindowChannel).call('open', { view: dialog, params });

const exportOf = (view: ViewHost, conversation: string | undefined) =>
  open(view, 'exchange.export', conversation === undefined ? {} : { conversation });

/** The commands that run in the window. */
export const commands = {
  'exchange.openImport': (view: ViewHost) => open(view, 'exchange.import'),
  /** Exports the open conversation, if any. */
  'exchange.openExport': (view: ViewHost) => exportOf(view, view.slices.get('conversation')?.id),
  'exchange.exportConversation': (view: ViewHost, args: unknown) => exportOf(view, (args as { conversation: string }).conversation),
};
