import { defineErrors } from '@atelier/kernel';

/** What the desktop shell says when one of its processes or the system does not do as asked. */
export const desktopErrors = defineErrors({
  'desktop/process-gone': {
    fr: 'Atelier n’a pas obtenu de réponse à « {ask} » : l’autre processus s’est arrêté. Réessayez ; s’il ne revient pas, redémarrez Atelier.',
    en: 'Atelier got no answer to "{ask}": the other process has stopped. Try again; if it does not come back, restart Atelier.',
  },
  'desktop/ask-failed': {
    fr: 'Atelier n’a pas pu répondre à « {ask} » entre ses processus : {why}. Réessayez, puis redémarrez Atelier.',
    en: 'Atelier could not answer "{ask}" between its processes: {why}. Try again, then restart Atelier.',
  },
  'desktop/kernel-stopped': {
    fr: 'Le noyau d’Atelier s’est arrêté {times} fois de suite (code {code}) et n’a pas été relancé. Redémarrez Atelier ; le dossier {logs} dit pourquoi.',
    en: 'Atelier’s kernel stopped {times} times in a row (code {code}) and was not started again. Restart Atelier; the folder {logs} says why.',
  },
});
