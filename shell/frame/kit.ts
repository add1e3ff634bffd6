import { defineKit as define } from '@atelier/kernel/kit';

/** Defines the elements of the design kit before the view's own. */
export const defineKit = (): void => void define();
