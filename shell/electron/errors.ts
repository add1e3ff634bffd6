import { defineErrors } from '@atelier/kernel';

/** The errors of the desktop shell. */
export const desktopErrors = defineErrors({
  'desktop/process-gone': {
    fr: 'Atelier n’a pas obtenu de réponse à « {ask} » : l’autre processus s’est arrêté. Réessayez ; s’il ne revient pas, redémarrez Atelier.',
    en: 'Atelier got no answer to "{ask}": the other process has stopped. Try again; if it does not come back, restart Atelier.',
  },
  'desktop/ask-failed': {
    fr: 'Un processus d’Atelier n’a pas pu répondre à la demande « {ask} » d’un autre : {why}. Réessayez, puis redémarrez Atelier.',
    en: 'One of Atelier’s processes could not answer "{ask}" to another: {why}. Try again, then restart Atelier.',
  },
  'desktop/kernel-stopped': {
    fr: 'Le noyau d’Atelier s’est arrêté {times} fois de suite (code {code}) et n’a pas été relancé. Redémarrez Atelier ; les journaux du dossier {logs} disent pourquoi.',
    en: 'Atelier’s kernel stopped {times} times in a row (code {code}) and was not restarted. Restart Atelier; the logs in the folder {logs} say why.',
  },
});
