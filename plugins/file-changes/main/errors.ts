import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'file-changes/not-changed': {
    en: 'There is no change to show for {name}: this conversation has not changed it, or it was taken back. Look at the list of changes again.',
    fr: 'Il n’y a pas de modification à afficher pour {name} : cette conversation ne l’a pas modifié, ou la modification a été annulée. Consultez de nouveau la liste des modifications.',
  },
  'file-changes/edited-since': {
    en: '{name} was not reverted, because it was edited after this conversation changed it, and that edit would be lost. {standing} of its {all} hunks can still be reverted one by one.',
    fr: '{name} n’a pas été rétabli, car il a été modifié après cette conversation, et cette modification serait perdue. {standing} de ses {all} blocs peuvent encore être rétablis un à un.',
  },
  'file-changes/hunk-edited-since': {
    en: 'This part of {name} was not reverted, because its lines were edited after the conversation changed them. Edit the file by hand instead.',
    fr: 'Cette partie de {name} n’a pas été rétablie, car ses lignes ont été modifiées après la conversation. Modifiez plutôt le fichier à la main.',
  },
  'file-changes/hunk-gone': {
    en: 'This part of {name} was not reverted, because the file has changed since it was shown. Look at its changes again, then revert.',
    fr: 'Cette partie de {name} n’a pas été rétablie, car le fichier a changé depuis son affichage. Consultez de nouveau ses modifications, puis rétablissez.',
  },
  'file-changes/not-kept': {
    en: '{name} cannot be taken back, because what stood there before was not kept: it is larger than 5 MB, could not be read, or was not known before a command changed it. Restore it from Git or a backup.',
    fr: '{name} ne peut pas être rétabli, car son contenu antérieur n’a pas été conservé : il dépasse 5 Mo, n’a pas pu être lu, ou n’était pas connu avant qu’une commande ne le modifie. Rétablissez-le depuis Git ou une sauvegarde.',
  },
  'file-changes/not-written': {
    en: 'Nothing was changed, because {name} could not be written: {reason}. See to that, then try again.',
    fr: 'Rien n’a été modifié, car {name} n’a pas pu être écrit : {reason}. Remédiez-y, puis réessayez.',
  },
  'file-changes/half-written': {
    en: '{name} could not be written ({reason}), and then these files could not be put back as they were: {files}. What stood in them is kept; it is tried again at the next start.',
    fr: '{name} n’a pas pu être écrit ({reason}), puis ces fichiers n’ont pas pu être remis en l’état : {files}. Leur contenu est conservé ; une nouvelle tentative aura lieu au prochain démarrage.',
  },
  'file-changes/nothing-to-undo': {
    en: 'There is nothing to undo: this revert was undone already, or its conversation was deleted.',
    fr: 'Il n’y a rien à annuler : ce rétablissement a déjà été annulé, ou sa conversation a été supprimée.',
  },
  'file-changes/nothing-to-redo': {
    en: 'There is nothing to redo: a new message was sent since the rewind, or it was redone already.',
    fr: 'Il n’y a rien à rétablir : un nouveau message a été envoyé depuis le retour en arrière, ou celui-ci a déjà été annulé.',
  },
  'file-changes/busy': {
    en: 'The conversation was not rewound, because the agent is still working in it. Stop it first, then rewind.',
    fr: 'La conversation n’est pas revenue en arrière, car l’agent y travaille encore. Arrêtez-le d’abord, puis revenez en arrière.',
  },
});
