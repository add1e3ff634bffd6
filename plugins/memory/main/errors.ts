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
    en: 'Nothing was done: a memory that this is about was changed elsewhere since you looked at it. Look at what it says now, and do it again if you still want to.',
    fr: 'Rien n’a été fait : un souvenir concerné a été modifié ailleurs depuis que vous l’avez regardé. Regardez ce qu’il dit maintenant, puis recommencez si vous le voulez toujours.',
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
  'memory/too-many-wait': {
    en: 'Atelier did not take this in: fifty memories that {from} wants stored wait for the person’s decision already. They decide in Memory > To decide; try again after that.',
    fr: 'Atelier n’a pas retenu ce souvenir : cinquante autres, proposés par {from}, attendent déjà la décision de la personne dans Mémoire > À décider. Réessayez quand elle aura tranché.',
  },
  'memory/forget-asked': {
    en: 'Atelier did not forget this by itself: an extension forgets at most ten memories an hour, each by its id, and only what it stored itself and nobody else wrote, confirmed or refused to forget. What {from} chose waits for the person’s decision in Memory > To decide, up to 5,000 memories in one question.',
    fr: 'Atelier n’a pas oublié ceci de lui-même : une extension oublie au plus dix souvenirs par heure, chacun par son identifiant, et seulement ce qu’elle a enregistré elle-même et que personne d’autre n’a écrit, confirmé ou refusé d’oublier. Ce que {from} a choisi attend la décision de la personne dans Mémoire > À décider, jusqu’à 5 000 souvenirs par question.',
  },
  'memory/not-said': {
    en: 'Atelier did not remember this by itself, because no message of the person says it in such words. It waits for their decision in Memory > To decide.',
    fr: 'Atelier n’a pas retenu ceci de lui-même, car aucun message de la personne ne le dit en ces mots. Cela attend sa décision dans Mémoire > À décider.',
  },
  'memory/not-agreed': {
    en: 'The person did not agree, so nothing was changed. Do not try it again in other words.',
    fr: 'La personne n’a pas accepté, donc rien n’a été modifié. N’essayez pas de nouveau avec d’autres mots.',
  },
  'memory/no-date': {
    en: 'Memory has nothing of “{at}”, because it is no date. Ask with one as 2026-06-30, or leave it out for now.',
    fr: 'La mémoire n’a rien de « {at} », car ce n’est pas une date. Demandez avec une date comme 2026-06-30, ou laissez-la pour maintenant.',
  },
  'memory/none-here': {
    en: 'Memories are for the person’s own conversations that are not private; there are none here.',
    fr: 'Les souvenirs sont pour les conversations de la personne qui ne sont pas privées ; il n’y en a pas ici.',
  },
  'memory/learning-off': {
    en: 'Atelier remembered nothing: the person has switched off that it learns from conversations. They can write it down in the memories themselves, or switch it on in Settings > Memory.',
    fr: 'Atelier n’a rien retenu : la personne a désactivé l’apprentissage à partir des conversations. Elle peut l’écrire elle-même dans les souvenirs, ou le réactiver dans Paramètres > Mémoire.',
  },
  'memory/untold': {
    en: 'No memory was read: the person has switched off that models are told what Atelier remembers. They can switch it on in Settings > Memory.',
    fr: 'Aucun souvenir n’a été lu : la personne a désactivé l’usage des souvenirs par les modèles. Elle peut le réactiver dans Paramètres > Mémoire.',
  },
  'memory/without': {
    en: 'No memory was read: the person asked for this answer without memories.',
    fr: 'Aucun souvenir n’a été lu : la personne a demandé cette réponse sans souvenirs.',
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
    en: 'Atelier could not look for what to remember in this conversation: something in Atelier itself failed, which its log names. It tries again later.',
    fr: 'Atelier n’a pas pu chercher quoi retenir de cette conversation : quelque chose a échoué dans Atelier même, que son journal nomme. Nouvel essai plus tard.',
  },
  'memory/nothing-to-undo': {
    en: 'Atelier found no change of memories to undo: a change can be undone once, for an hour. Restore a backup in Settings > Storage if you need an older state.',
    fr: 'Atelier n’a trouvé aucun changement de souvenirs à annuler : un changement ne s’annule qu’une fois, pendant une heure. Restaurez une sauvegarde dans Paramètres > Stockage s’il vous faut un état plus ancien.',
  },
  'memory/topic-taken': {
    en: 'Atelier stored nothing yet: “{title}” says something else already (“{content}”). Choose whether the new words replace it, or both are true.',
    fr: 'Atelier n’a encore rien enregistré : « {title} » dit déjà autre chose (« {content} »). Choisissez si les nouveaux mots le remplacent, ou si les deux sont vrais.',
  },
  'memory/unreadable-import': {
    en: 'Atelier found no memories in this text: it reads its own exports, lists in Markdown, texts of several lines, and the JSON of other assistants. Choose another file.',
    fr: 'Atelier n’a trouvé aucun souvenir dans ce texte : il lit ses propres exports, les listes en Markdown, les textes de plusieurs lignes et le JSON d’autres assistants. Choisissez un autre fichier.',
  },
  'memory/import-too-long': {
    en: 'Atelier imported nothing: this document is longer than 200 million characters. Divide it into several files, and import one after the other.',
    fr: 'Atelier n’a rien importé : ce document dépasse 200 millions de caractères. Divisez-le en plusieurs fichiers, et importez-les l’un après l’autre.',
  },
  'memory/upload-gone': {
    en: 'Atelier imported nothing: not all of the document arrived, or it waited for more than ten minutes. Import it again.',
    fr: 'Atelier n’a rien importé : le document n’est pas arrivé en entier, ou a attendu plus de dix minutes. Importez-le à nouveau.',
  },
  'memory/newer-import': {
    en: 'Atelier imported none of these memories: another version of Atelier wrote them, in a form that this one cannot read. Update Atelier, or export them as Markdown there.',
    fr: 'Atelier n’a importé aucun de ces souvenirs : une autre version d’Atelier les a écrits, sous une forme que celle-ci ne sait pas lire. Mettez Atelier à jour, ou exportez-les là-bas en Markdown.',
  },
  'memory/source-failed': {
    en: 'Nothing was found in {title}, because the extension {from} failed or did not answer in time ({why}). Look at it in the extensions panel.',
    fr: 'Rien n’a été trouvé dans {title}, car l’extension {from} a échoué ou n’a pas répondu à temps ({why}). Examinez-la dans le panneau des extensions.',
  },
  'memory/search-ended': {
    en: 'Atelier could not search the memories, because the search ended before it answered. It starts again with the next question.',
    fr: 'Atelier n’a pas pu chercher dans les souvenirs, car la recherche s’est arrêtée avant de répondre. Elle redémarrera à la prochaine question.',
  },
});

/** What looks like a secret, in both languages. */
export const secretNames = {
  key: { en: 'key, a token or a password', fr: 'une clé, un jeton ou un mot de passe' },
  card: { en: 'card number', fr: 'un numéro de carte' },
  account: { en: 'bank account number', fr: 'un numéro de compte bancaire' },
  identity: {
    en: 'number of a passport, of social security or of another paper',
    fr: 'un numéro de passeport, de sécurité sociale ou d’un autre papier',
  },
} as const;

/** What is not stored by itself, but waits for the person. */
export function isToDecide(error: unknown): boolean {
  return isAppError(error) && ['memory/alike-forgotten', 'memory/own-words', 'memory/order', 'memory/not-said'].includes(error.code);
}
