import { AppError, defineErrors } from '@atelier/kernel';

/** The errors of a window and of its views. */
export const windowErrors = defineErrors({
  'window/unknown-view': {
    en: 'The window cannot show {view}: no extension that is switched on offers a view with that name. Check the name, or switch its extension on.',
    fr: 'La fenêtre ne peut pas afficher {view} : aucune extension active ne propose de vue de ce nom. Vérifiez le nom ou activez son extension.',
  },
  'window/not-openable': {
    en: 'The window cannot open {view}: it is in the slot {slot}, which is always shown. Open a view of main, panel, dialog or palette.',
    fr: 'La fenêtre ne peut pas ouvrir {view} : elle est dans l’emplacement {slot}, toujours affiché. Ouvrez une vue de main, panel, dialog ou palette.',
  },
  'window/invalid': {
    en: '{from} called {call} of the window with invalid values: {why}. Correct the call; the window did nothing.',
    fr: '{from} a appelé {call} de la fenêtre avec des valeurs non valables : {why}. Corrigez l’appel ; la fenêtre n’a rien fait.',
  },
  'window/not-allowed': {
    en: '{from} may not {verb} in this window: only extensions that come with Atelier may. Use a command of one of them instead.',
    fr: '{from} ne peut pas {verb} dans cette fenêtre : seules les extensions livrées avec Atelier le peuvent. Passez par une commande de l’une d’elles.',
  },
  'window/declined': {
    en: 'The address that {from} wanted to open was not opened, because you said no. Try again if that was a mistake.',
    fr: 'L’adresse que {from} voulait ouvrir ne l’a pas été, car vous avez dit non. Recommencez si c’était une erreur.',
  },
  'window/address-refused': {
    en: '{from} may not open {url}: only https and mailto addresses without a name or a password in them are opened. Its author has to use another address.',
    fr: '{from} ne peut pas ouvrir {url} : seules les adresses https et mailto sans nom ni mot de passe sont ouvertes. Son auteur doit utiliser une autre adresse.',
  },
  'window/not-run': {
    en: '{command} was not run: {from} says it runs in the window, but its ui module exports no such command. Its author has to add it.',
    fr: '{command} n’a pas été exécutée : {from} dit qu’elle s’exécute dans la fenêtre, mais son module ui n’exporte pas cette commande. Son auteur doit l’ajouter.',
  },
  'window/not-ours': {
    en: '{command} was not run: only extensions that come with Atelier may run commands inside the window, and {from} does not. Its author has to handle it in its main side.',
    fr: '{command} n’a pas été exécutée : seules les extensions livrées avec Atelier exécutent des commandes dans la fenêtre, et {from} n’en fait pas partie. Son auteur doit la traiter dans sa partie principale.',
  },
  'window/no-element': {
    en: 'The view {view} of {from} cannot be shown: its ui module exports no element "{element}". Its author has to add it to `elements`.',
    fr: 'La vue {view} de {from} ne peut pas être affichée : son module ui n’exporte aucun élément « {element} ». Son auteur doit l’ajouter à `elements`.',
  },
  'window/no-ui': {
    en: 'The view {view} of {from} cannot be shown: this build of the page contains no ui module of {from}. Restart Atelier, which builds it again.',
    fr: 'La vue {view} de {from} ne peut pas être affichée : cette version de la page ne contient pas le module ui de {from}. Redémarrez Atelier, qui la reconstruira.',
  },
  'window/threw': {
    en: 'The view {view} of {from} stopped while drawing: {reason} Try again; if it happens again, tell its author.',
    fr: 'La vue {view} de {from} s’est arrêtée en s’affichant : {reason} Réessayez ; si cela se reproduit, prévenez son auteur.',
  },
});

/** Any thrown value as an error that the page can show. */
export function errorOf(thrown: unknown): AppError {
  if (thrown instanceof AppError) return thrown;
  return AppError.fromRecord({ code: 'window/failed', message: String((thrown as Error)?.message ?? thrown) });
}
