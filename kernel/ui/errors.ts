import { defineErrors } from '@atelier/kernel';

/** What a page says when its connection does not do as asked. */
export const linkErrors = defineErrors({
  'link/closed': {
    fr: 'Atelier n’a pas répondu à {call} : la liaison est coupée. Elle se rétablit d’elle-même ; réessayez ensuite.',
    en: 'Atelier did not answer {call}: the connection is gone. It comes back by itself; try again then.',
  },
  'link/cancelled': {
    fr: '{call} a été interrompu parce que celui qui l’a demandé n’en a plus besoin.',
    en: '{call} was cancelled because whoever asked for it no longer needs it.',
  },
  'link/not-admitted': {
    fr: 'Atelier a redémarré et ne reconnaît plus cette fenêtre. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier was started again and does not know this window any more. Open the address that the terminal printed, or run "npm start" again.',
  },
  'link/refused': {
    fr: 'La page n’a pas pu se connecter à Atelier ({address}). Vérifiez qu’Atelier est ouvert, puis rechargez la page.',
    en: 'The page could not connect to Atelier ({address}). See that Atelier is open, then reload the page.',
  },
});
