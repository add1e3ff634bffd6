import { defineErrors } from '@atelier/kernel';

/** None of them quotes a memory. */
export const errors = defineErrors({
  'memory/unknown': {
    en: 'Atelier has no memory with the id {id}: it was forgotten, or never stored. Look it up in the list again.',
    fr: 'Atelier n’a aucun souvenir portant l’identifiant {id} : il a été oublié ou n’a jamais été enregistré. Cherchez-le de nouveau dans la liste.',
  },
  'memory/not-active': {
    en: 'Memory {id} was not changed: it was superseded or forgotten before. Change the memory that took its place, or undo that first.',
    fr: 'Le souvenir {id} n’a pas été modifié : il a déjà été remplacé ou oublié. Modifiez celui qui a pris sa place, ou annulez d’abord ce changement.',
  },
  'memory/secret': {
    en: 'Atelier did not remember this: it holds what looks like a {what}, and memories are sent to models. Leave it out and try again.',
    fr: 'Atelier n’a pas retenu ceci : on y trouve ce qui ressemble à {what}, et les souvenirs sont envoyés aux modèles. Retirez-le et réessayez.',
  },
  'memory/forgotten': {
    en: 'Atelier did not remember this again, because you had it forgotten. To keep it after all, write it down in the memories yourself.',
    fr: 'Atelier n’a pas retenu ceci de nouveau, car vous l’aviez fait oublier. Pour le garder malgré tout, écrivez-le vous-même dans les souvenirs.',
  },
  'memory/outdated': {
    en: 'Atelier did not remember this: it was corrected after it was said. What took its place stays.',
    fr: 'Atelier n’a pas retenu ceci : cela a été corrigé après avoir été dit. Ce qui l’a remplacé est conservé.',
  },
  'memory/nothing-to-undo': {
    en: 'Atelier found no change of memories to undo: a change can be undone once, for an hour. Restore a backup in Settings > Storage if you need an older state.',
    fr: 'Atelier n’a trouvé aucun changement de souvenirs à annuler : un changement ne s’annule qu’une fois, pendant une heure. Restaurez une sauvegarde dans Paramètres > Stockage s’il vous faut un état plus ancien.',
  },
  'memory/unreadable-import': {
    en: 'Atelier found no memories in this text: it reads its own exports, lists in Markdown, and JSON lists of texts. Choose another file.',
    fr: 'Atelier n’a trouvé aucun souvenir dans ce texte : il lit ses propres exports, les listes en Markdown et les listes JSON de textes. Choisissez un autre fichier.',
  },
  'memory/search-ended': {
    en: 'Atelier could not search the memories: the search ended ({why}). It starts again with the next question.',
    fr: 'Atelier n’a pas pu chercher dans les souvenirs : la recherche s’est arrêtée ({why}). Elle redémarrera à la prochaine question.',
  },
});

/** What looks like a secret, in both languages. */
export const secretNames = {
  key: { en: 'key, a token or a password', fr: 'une clé, un jeton ou un mot de passe' },
  card: { en: 'card number', fr: 'un numéro de carte' },
} as const;
