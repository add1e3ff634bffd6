import { SeatSection } from './seat-section.ts';

/** The elements of this plugin, by the names its manifest gives them. */
export const elements = { 'seat-section': SeatSection };
