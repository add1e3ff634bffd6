import { CloudSettings } from './cloud-settings.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'cloud-settings': CloudSettings };
