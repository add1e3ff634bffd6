import { visibleText } from '@atelier/kernel';

/** A name of others on one line, in which nothing is hidden or turns the text around it. */
export const shown = (name: string): string => visibleText(name, 'code').replaceAll('\n', '⏎').replaceAll('\t', '⇥');
