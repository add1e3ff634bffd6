import { FocusComposerPage } from './page.js';

/** The elements of this extension, by the names its manifest gives them. */
export const elements = { 'focus-composer-page': FocusComposerPage };
