import { ExtensionRow } from './extension-row.ts';
import { ExtensionsList } from './extensions-list.ts';

/** The elements of this plugin; those that no manifest names are parts of the others. */
export const elements = { 'extensions-list': ExtensionsList, 'extensions-row': ExtensionRow };
