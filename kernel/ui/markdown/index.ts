import { UiCode } from './ui-code.ts';
import { UiMarkdown } from './ui-markdown.ts';

export type { LinkDetail, PictureDetail } from './actions.ts';
export { UiCode } from './ui-code.ts';
export { loadMarkdown, UiMarkdown } from './ui-markdown.ts';
export { visibleText } from './visible-text.ts';

/** The elements of text and code, by their tags; neither works without the other. */
export const markdownElements = { 'ui-code': UiCode, 'ui-markdown': UiMarkdown };
