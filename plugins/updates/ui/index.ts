import { UpdatesNotice } from './updates-notice.ts';
import { UpdatesSection } from './updates-section.ts';

export { commands } from './commands.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'updates-section': UpdatesSection, 'updates-notice': UpdatesNotice };
