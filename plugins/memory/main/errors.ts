import { defineErrors, isAppError } from '@atelier/kernel';

/** None of them quotes a memory. */
export const errors = defineErrors({
  'memory/unknown': {
    en: 'Atelier has no such memory any more: it was forgotten, or never stored. Look it up in the list again.',
    fr: 'Atelier n’a plus ce souvenir : il a été oublié ou n’a jamais été enregistré. Cherchez-le de nouveau dans la liste.',
  },
  'memory/not-active': {
    en: 'This memory was not changed: it was replaced or forgotten before. Change the one that took its place, or undo that first.',
    fr: 'Ce souvenir n’a pas été modifié : il a déjà été remplacé ou oublié. Modifiez celui qui a pris sa place, ou annulez d’abord ce changement.',
  },
  'memory/changed-meanwhile': {
    en: 'Nothing was saved: this memory was changed elsewhere since you opened it. Look at what it says now, and save again if your words are to hold.',
    fr: 'Rien n’a été enregistré : ce souvenir a été modifié ailleurs depuis que vous l’avez ouvert. Regardez ce qu’il dit maintenant, puis enregistrez de nouveau si vos mots doivent valoir.',
  },
  'memory/secret': {
    en: 'Atelier did not remember this: it holds what looks like a {what}, and memories are sent to models. Leave it out and try again.',
    fr: 'Atelier n’a pas retenu ceci : on y trouve ce qui ressemble à {what}, et les souvenirs sont envoyés aux modèles. Retirez-le et réessayez.',
  },
  'memory/forgotten': {
    en: 'Atelier did not remember this again, because you had it forgotten. To keep it after all, write it down in the memories yourself.',
    fr: 'Atelier n’a pas retenu ceci de nouveau, car vous l’aviez fait oublier. Pour le garder malgré tout, écrivez-le vous-même dans les souvenirs.',
  },
  'memory/alike-forgotten': {
    en: 'Atelier did not remember this by itself, because you had something like it forgotten. It waits for your decision in Memory > To decide.',
    fr: 'Atelier n’a pas retenu ceci de lui-même, car vous aviez fait oublier quelque chose de semblable. Cela attend votre décision dans Mémoire > À décider.',
  },
  'memory/own-words': {
    en: 'Atelier did not remember this by itself, because it would take the place of what you wrote down. It waits for your decision in Memory > To decide.',
    fr: 'Atelier n’a pas retenu ceci de lui-même, car cela prendrait la place de ce que vous avez écrit. Cela attend votre décision dans Mémoire > À décider.',
  },
  'memory/order': {
    en: 'Atelier did not remember this by itself, because it orders something, and the person did not say it in these words. It waits for your decision in Memory > To decide.',
    fr: 'Atelier n’a pas retenu ceci de lui-même, car c’est un ordre que la personne n’a pas dit en ces mots. Cela attend votre décision dans Mémoire > À décider.',
  },
  'memory/outdated': {
    en: 'Atelier did not remember this: it was corrected after it was said. What took its place stays.',
    fr: 'Atelier n’a pas retenu ceci : cela a été corrigé après avoir été dit. Ce qui l’a remplacé est conservé.',
  },
  'memory/unknown-proposal': {
    en: 'Atelier has no such proposal any more: it was decided, or the memories that it is about have changed. Look at the list again.',
    fr: 'Cette proposition n’existe plus : elle a été tranchée, ou les souvenirs concernés ont changé. Consultez de nouveau la liste.',
  },
  'memory/capture-unreadable': {
    en: 'Atelier could not read what {model} found to remember: it answered twice without the form that was asked for. Choose another model for memories in the settings, or try again.',
    fr: 'Atelier n’a pas pu lire ce que {model} a trouvé à retenir : il a répondu deux fois sans la forme demandée. Choisissez un autre modèle pour les souvenirs dans les réglages, ou réessayez.',
  },
  'memory/capture-no-model': {
    en: 'This conversation waits to be remembered: the model {model} cannot be used now. Set up its provider, or choose another model for memories in the settings.',
    fr: 'Cette conversation attend d’être retenue : le modèle {model} n’est pas utilisable pour l’instant. Configurez son fournisseur, ou choisissez un autre modèle pour les souvenirs dans les réglages.',
  },
  'memory/capture-demo': {
    en: 'This conversation waits to be remembered: its model is the demo, which understands nothing. Set up a provider, or choose a model for memories in the settings.',
    fr: 'Cette conversation attend d’être retenue : son modèle est celui de la démonstration, qui ne comprend rien. Configurez un fournisseur, ou choisissez un modèle pour les souvenirs dans les réglages.',
  },
  'memory/capture-late': {
    en: 'Atelier did not learn what to remember of this conversation: the model said nothing for ten minutes. It is asked again later.',
    fr: 'Atelier n’a pas su quoi retenir de cette conversation : le modèle n’a rien dit pendant dix minutes. Il sera interrogé de nouveau plus tard.',
  },
  'memory/capture-failed': {
    en: 'Atelier could not look for what to remember in this conversation: {why}. It tries again later.',
    fr: 'Atelier n’a pas pu chercher quoi retenir de cette conversation : {why}. Nouvel essai plus tard.',
  },
  'memory/nothing-to-undo': {
    en: 'Atelier found no change of memories to undo: a change can be undone once, for an hour. Restore a backup in Settings > Storage if you need an older state.',
    fr: 'Atelier n’a trouvé aucun changement de souvenirs à annuler : un changement ne s’annule qu’une fois, pendant une heure. Restaurez une sauvegarde dans Paramètres > Stockage s’il vous faut un état plus ancien.',
  },
  'memory/unreadable-import': {
    en: 'Atelier found no memories in this text: it reads its own exports, lists in Markdown, texts of several lines, and the JSON of other assistants. Choose another file.',
    fr: 'Atelier n’a trouvé aucun souvenir dans ce texte : il lit ses propres exports, les listes en Markdown, les textes de plusieurs lignes et le JSON d’autres assistants. Choisissez un autre fichier.',
  },
  'memory/newer-import': {
    en: 'Atelier imported none of these memories: another version of Atelier wrote them, in a form that this one cannot read. Update Atelier, or export them as Markdown there.',
    fr: 'Atelier n’a importé aucun de ces souvenirs : une autre version d’Atelier les a écrits, sous une forme que celle-ci ne sait pas lire. Mettez Atelier à jour, ou exportez-les là-bas en Markdown.',
  },
  'memory/source-failed': {
    en: 'Nothing was found in {title}, because the extension {from} failed or did not answer within five seconds ({why}). Look at it in the extensions panel.',
    fr: 'Rien n’a été trouvé dans {title}, car l’extension {from} a échoué ou n’a pas répondu en cinq secondes ({why}). Examinez-la dans le panneau des extensions.',
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
  account: { en: 'bank account number', fr: 'un numéro de compte bancaire' },
} as const;

/** What is not stored by itself, but waits for the person. */
export function isToDecide(error: unknown): boolean {
  return isAppError(error) && ['memory/alike-forgotten', 'memory/own-words', 'memory/order'].includes(error.code);
}
