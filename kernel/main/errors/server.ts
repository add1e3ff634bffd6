import { defineErrors } from '@atelier/kernel';

/** Errors of a server that an extension runs. */
export const serverErrors = defineErrors({
  'server/unknown': {
    en: '{id} has no server "{server}". Name one that is listed under atelier.servers in its package.json.',
    fr: '{id} n’a aucun serveur « {server} ». Nommez-en un qui figure sous atelier.servers dans son package.json.',
  },
  'server/not-granted': {
    en: 'The server "{server}" of {id} was not started: the right "servers" was not granted for it. Allow it on the page of the extension.',
    fr: 'Le serveur « {server} » de {id} n’a pas été démarré : le droit « servers » n’est pas accordé. Accordez-le sur la page de l’extension.',
  },
  'server/not-ready': {
    en: 'The server "{server}" of {id} was not ready within {seconds} s. Read the log of the extension, then restart the server.',
    fr: 'Le serveur « {server} » de {id} n’était pas prêt après {seconds} s. Lisez le journal de l’extension, puis redémarrez le serveur.',
  },
  'server/gave-up': {
    en: 'The server "{server}" of {id} ended {times} times within a few minutes and stays stopped ({how}). Read the log of the extension, then restart the server.',
    fr: 'Le serveur « {server} » de {id} s’est arrêté {times} fois en quelques minutes et reste arrêté ({how}). Lisez le journal de l’extension, puis redémarrez le serveur.',
  },
  'server/not-running': {
    en: 'The server "{server}" of {id} is not running, so the call was not made. Switch the extension on, or restart the server.',
    fr: 'Le serveur « {server} » de {id} ne tourne pas : l’appel n’a pas été fait. Activez l’extension, ou redémarrez le serveur.',
  },
});
