import { type AppError, defineErrors } from '@atelier/kernel';

/** The status of a refused request, and the sentence that says why. */
export interface Refusal {
  readonly status: number;
  readonly error: AppError;
}

/** Why the loopback server refused a request. The first sentence is the heading of the page that the person sees. */
export const refusalErrors = defineErrors({
  'refused/ticket': {
    fr: 'Cette adresse d’Atelier a déjà servi, ou elle est trop ancienne. Elle ne sert qu’une fois, pour que personne d’autre ne puisse l’utiliser. Ouvrez la dernière adresse que le terminal affiche, ou relancez « npm start » pour en avoir une nouvelle.',
    en: 'This address of Atelier was used before, or is too old. It works only once, so that nobody else can use it. Open the last address that the terminal printed, or run "npm start" again to get a new one.',
  },
  'refused/not-signed-in': {
    fr: 'Atelier ne reconnaît pas cette fenêtre. Elle a été ouverte avant le dernier démarrage d’Atelier, ou dans un navigateur qui n’a pas été admis. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier does not recognise this window. It was opened before the last start of Atelier, or in a browser that was not admitted. Open the address that the terminal printed, or run "npm start" again.',
  },
  'refused/other-name': {
    fr: 'Atelier ne répond pas sous ce nom. Il n’est qu’à {origin}, car un autre site peut donner un autre nom à cette machine. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier does not answer under this name. It is at {origin} only, because another site can give this machine another name. Open the address that the terminal printed, or run "npm start" again.',
  },
  'refused/other-site': {
    fr: 'Un autre site a voulu ouvrir Atelier. Atelier ne répond qu’à sa propre page, et rien n’a été fait. Revenez à sa fenêtre, ou ouvrez l’adresse que le terminal affiche.',
    en: 'Another site tried to open Atelier. Atelier answers only its own page, and nothing was done. Go back to its window, or open the address that the terminal printed.',
  },
  'refused/no-origin': {
    fr: 'Cette connexion à Atelier ne dit pas de quelle page elle vient. Seule la page d’Atelier peut se connecter. Ouvrez l’adresse que le terminal affiche.',
    en: 'This connection to Atelier does not say which page it comes from. Only the page of Atelier may connect. Open the address that the terminal printed.',
  },
  'refused/method': {
    fr: 'Atelier ne répond ici qu’aux demandes de lecture, et celle-ci était {method}. Rien n’a été fait. Ouvrez l’adresse que le terminal affiche.',
    en: 'Atelier answers only read requests here, and this request was {method}. Nothing was done. Open the address that the terminal printed.',
  },
  'refused/frame-alone': {
    fr: 'Une extension ne s’affiche que dans Atelier. Ailleurs, elle pourrait se faire passer pour lui. Ouvrez-la depuis la fenêtre d’Atelier.',
    en: 'An extension is shown only inside Atelier. Outside, it could pretend to be Atelier. Open it from the window of Atelier.',
  },
  'refused/failed': {
    fr: 'Atelier n’a pas pu répondre. Un fichier de sa page manque ou se construit en ce moment. Rechargez ; si cela persiste, relancez « npm start ».',
    en: 'Atelier could not answer. A file of its page is missing, or is being built at the moment. Reload; if this continues, run "npm start" again.',
  },
  'refused/nothing-here': {
    fr: 'Il n’y a rien à cette adresse d’Atelier. Elle est peut-être d’une autre version, ou mal recopiée. Ouvrez {origin}, ou l’adresse que le terminal affiche.',
    en: 'There is nothing at this address of Atelier. It may belong to another version, or have been copied wrongly. Open {origin}, or the address that the terminal printed.',
  },
});
