import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'harness/unknown-candidate': {
    en: 'Atelier has no harness candidate “{id}”: it was removed, or its file is gone. The default one holds; choose another one in Settings > Harness.',
    fr: 'Atelier n’a pas de configuration d’agent « {id} » : elle a été supprimée, ou son fichier a disparu. Celle par défaut s’applique ; choisissez-en une autre dans Paramètres > Configuration d’agent.',
  },
  'harness/fixed-candidate': {
    en: 'The default harness comes with Atelier and is neither changed nor removed. Make a candidate of your own.',
    fr: 'La configuration d’agent par défaut est fournie avec Atelier : elle ne se modifie pas et ne se supprime pas. Créez la vôtre.',
  },
  'harness/too-many-candidates': {
    en: 'The candidate was not saved, because there are {most} already. Remove one that you no longer need, then save it again.',
    fr: 'La configuration n’a pas été enregistrée, car il y en a déjà {most}. Supprimez-en une dont vous n’avez plus besoin, puis enregistrez de nouveau.',
  },
  'harness/left-out': {
    en: 'Of the folders of harness candidates only {most} are read, and {count} are left out. Remove some that you no longer need, then start Atelier again.',
    fr: 'Parmi les dossiers de configurations, seuls {most} sont lus et {count} sont laissés de côté. Supprimez-en dont vous n’avez plus besoin, puis relancez Atelier.',
  },
  'harness/newer-candidate': {
    en: 'The harness candidate “{id}” is not used: a newer version of Atelier wrote its file, which is left as it is. Update Atelier, or choose another one.',
    fr: 'La configuration d’agent « {id} » n’est pas utilisée : une version plus récente d’Atelier a écrit son fichier, qui reste tel quel. Mettez Atelier à jour, ou choisissez-en une autre.',
  },
  'harness/unreadable-candidate': {
    en: 'The harness candidate “{id}” is not used, because its file is no valid candidate ({reason}). Mend meta-harness/candidates/{id}/candidate.json or remove that folder, then restart Atelier.',
    fr: 'La configuration d’agent « {id} » n’est pas utilisée, car son fichier n’en est pas une valable ({reason}). Corrigez meta-harness/candidates/{id}/candidate.json ou supprimez ce dossier, puis redémarrez Atelier.',
  },
  'harness/unreadable-archive': {
    en: 'Atelier could not read its folder of harness candidates ({reason}), so the default one holds. Check the folder meta-harness of the profile, then restart Atelier.',
    fr: 'Atelier n’a pas pu lire son dossier de configurations d’agent ({reason}) ; celle par défaut s’applique. Vérifiez le dossier meta-harness du profil, puis redémarrez Atelier.',
  },
  'harness/optimizer-runs': {
    en: 'The optimizer was not started, because it runs already. Stop it in Settings > Harness, or wait until it has ended.',
    fr: 'L’optimiseur n’a pas été lancé, car il tourne déjà. Arrêtez-le dans Paramètres > Configuration d’agent, ou attendez sa fin.',
  },
  'harness/nothing-promoted': {
    en: 'There is no promotion to undo: the optimizer has promoted nothing since Atelier started, or it was undone. Choose a candidate in the list.',
    fr: 'Il n’y a aucune promotion à annuler : l’optimiseur n’a rien promu depuis le démarrage d’Atelier, ou c’est déjà annulé. Choisissez une configuration dans la liste.',
  },
  'harness/no-proposal': {
    en: 'The optimizer ended, because the model proposed no candidate that can be used ({reason}). Try again, or choose another model.',
    fr: 'L’optimiseur s’est arrêté, car le modèle n’a proposé aucune configuration utilisable ({reason}). Réessayez, ou choisissez un autre modèle.',
  },
  'harness/file-failed': {
    en: 'Atelier could not change its folder of harness candidates ({reason}), so nothing was changed. Check that the disk has room and that the profile can be written, then try again.',
    fr: 'Atelier n’a pas pu modifier son dossier de configurations d’agent ({reason}) ; rien n’a changé. Vérifiez que le disque a de la place et que le profil est accessible en écriture, puis réessayez.',
  },
  'harness/trial-runs': {
    en: 'The trial was not started, because one runs already. Stop it in Settings > Harness, or wait until it has ended.',
    fr: 'L’essai n’a pas été lancé, car un autre est en cours. Arrêtez-le dans Paramètres > Configuration d’agent, ou attendez sa fin.',
  },
  'harness/no-own-tasks': {
    en: 'The trial was not started, because none of your last conversations can be done again: it takes one in a git project whose first turn changed files and ended well, and that is not private.',
    fr: 'L’essai n’a pas été lancé, car aucune de vos dernières conversations ne peut être refaite : il en faut une dans un projet git, non privée, dont le premier tour a modifié des fichiers et s’est bien terminé.',
  },
});
