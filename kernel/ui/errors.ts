import { defineErrors } from '@atelier/kernel';

/** The errors of a page's connection. */
export const linkErrors = defineErrors({
  'link/closed': {
    fr: 'Atelier n’a pas répondu à {call} : la connexion est coupée. Elle se rétablit d’elle-même ; réessayez ensuite.',
    en: 'Atelier did not answer {call}: the connection is lost. It is restored automatically; try again then.',
  },
  'link/cancelled': {
    fr: '{call} a été interrompu parce que l’appelant n’en a plus besoin.',
    en: '{call} was cancelled because its caller no longer needs it.',
  },
  'link/not-admitted': {
    fr: 'Atelier a redémarré et ne reconnaît plus cette fenêtre. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier was restarted and no longer recognises this window. Open the address that the terminal printed, or run "npm start" again.',
  },
  'link/refused': {
    fr: 'La page n’a pas pu se connecter à Atelier ({address}). Vérifiez qu’Atelier est ouvert, puis rechargez la page.',
    en: 'The page could not connect to Atelier ({address}). Check that Atelier is open, then reload the page.',
  },
});
