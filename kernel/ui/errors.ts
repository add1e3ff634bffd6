import { defineErrors } from '@atelier/kernel';

/** The errors of a page's connection. */
export const linkErrors = defineErrors({
  'link/closed': {
    fr: 'Atelier n’a pas répondu : la connexion est coupée. Elle se rétablit d’elle-même ; réessayez ensuite.',
    en: 'Atelier did not answer: the connection is lost. It is restored automatically; try again then.',
  },
  'link/cancelled': {
    fr: 'Cela a été interrompu, car ce n’est plus nécessaire.',
    en: 'This was cancelled, because it is not needed any more.',
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
