import { SpecialistsPanel } from './specialists-panel.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'specialists-panel': SpecialistsPanel };
