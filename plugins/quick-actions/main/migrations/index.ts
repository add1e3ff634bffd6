import { createSuggestions } from './0010-create-suggestions.ts';

/** In the order in which they run. A new one gets the next ten and a file of its own. */
export const migrations = [createSuggestions];
