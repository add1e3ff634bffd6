import { defineErrors } from '@atelier/kernel';

/** What the start of the browser host says when it cannot. */
export const startErrors = defineErrors({
  'start/arguments': {
    fr: 'Atelier n’a pas démarré : il ne comprend pas ses arguments ({why}). Voyez « atelier start --help ».',
    en: 'Atelier did not start: it does not understand its arguments ({why}). See "atelier start --help".',
  },
});
