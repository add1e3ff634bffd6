import { type AppError, defineErrors } from '@atelier/kernel';

/** A request that gets nothing, and the sentence that says why. */
export interface Refusal {
  readonly status: number;
  readonly error: AppError;
}

/** Why the loopback server gave nothing. The first sentence is the heading of the screen that a person sees. */
export const refusalErrors = defineErrors({
  'refused/ticket': {
    fr: 'Cette adresse d’Atelier a déjà servi, ou elle est trop ancienne. Elle n’ouvre qu’une visite, pour que personne d’autre ne puisse l’employer. Ouvrez la dernière adresse que le terminal affiche, ou relancez « npm start » pour en avoir une nouvelle.',
    en: 'This address of Atelier was used before, or is too old. It is good for one visit, so that nobody else can use it. Open the last address that the terminal printed, or run "npm start" again to get a new one.',
  },
  'refused/not-signed-in': {
    fr: 'Atelier ne reconnaît pas cette fenêtre. Elle date d’avant son dernier démarrage, ou d’un navigateur qu’il n’a pas laissé entrer. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier does not know this window. It is older than the last start of Atelier, or belongs to a browser that was not let in. Open the address that the terminal printed, or run "npm start" again.',
  },
  'refused/other-name': {
    fr: 'Atelier ne répond pas sous ce nom. Il n’est qu’à {origin}, car un site étranger peut donner un autre nom à cette machine. Ouvrez l’adresse que le terminal affiche, ou relancez « npm start ».',
    en: 'Atelier does not answer under this name. It is at {origin} only, because a foreign site can give this machine another name. Open the address that the terminal printed, or run "npm start" again.',
  },
  'refused/other-site': {
    fr: 'Un autre site a voulu ouvrir Atelier. Atelier ne répond qu’à sa propre page, et rien n’a été fait. Revenez à sa fenêtre, ou ouvrez l’adresse que le terminal affiche.',
    en: 'Another site tried to open Atelier. Atelier answers its own page only, and nothing was done. Go back to its window, or open the address that the terminal printed.',
  },
  'refused/no-origin': {
    fr: 'Cette connexion à Atelier ne dit pas de quelle page elle vient. Seule la page d’Atelier peut se connecter. Ouvrez l’adresse que le terminal affiche.',
    en: 'This connection to Atelier does not say which page it comes from. Only the page of Atelier may connect. Open the address that the terminal printed.',
  },
  'refused/method': {
    fr: 'Atelier ne sert ici que des lectures, et la demande était {method}. Rien n’a été fait. Ouvrez l’adresse que le terminal affiche.',
    en: 'Atelier only serves reads here, and this was a {method}. Nothing was done. Open the address that the terminal printed.',
  },
  'refused/frame-alone': {
    fr: 'Une extension ne se montre que dans Atelier. Seule, elle pourrait se faire passer pour lui. Ouvrez-la depuis la fenêtre d’Atelier.',
    en: 'An extension shows itself only inside Atelier. Alone, it could pass itself off as Atelier. Open it from the window of Atelier.',
  },
  'refused/failed': {
    fr: 'Atelier n’a pas pu répondre. Un fichier de sa page manque ou se construit en ce moment. Rechargez ; si cela persiste, relancez « npm start ».',
    en: 'Atelier could not answer. A file of its page is missing, or is being built just now. Reload; if this stays, run "npm start" again.',
  },
  'refused/nothing-here': {
    fr: 'Il n’y a rien à cette adresse d’Atelier. Elle est peut-être d’une autre version, ou mal recopiée. Ouvrez {origin}, ou l’adresse que le terminal affiche.',
    en: 'There is nothing at this address of Atelier. It may be of another version, or copied wrongly. Open {origin}, or the address that the terminal printed.',
  },
});
