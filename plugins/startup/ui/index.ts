import { StartupSection } from './startup-section.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = {
  'startup-section': StartupSection,
  'startup-safe': async () => (await import('./startup-safe.ts')).StartupSafe,
};
