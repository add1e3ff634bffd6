import { DesktopSection } from './desktop-section.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'desktop-section': DesktopSection };
