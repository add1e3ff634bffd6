import { defineKit as define } from '@atelier/kernel/kit';

/** Defines the elements of the design kit before a view's own. */
export const defineKit = (): void => void define();
