import { ExchangeExport } from './export/exchange-export.ts';
import { ExchangeImport } from './import/exchange-import.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'exchange-import': ExchangeImport,
  'exchange-export': ExchangeExport,
};
