import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'file-changes/not-changed': {
    en: 'There is no change to show for {name}: this conversation has not changed it, or the change was reverted. Look at the list of changes again.',
    fr: 'Il n’y a pas de modification à afficher pour {name} : cette conversation ne l’a pas modifié, ou la modification a été annulée. Consultez de nouveau la liste des modifications.',
  },
  'file-changes/edited-since': {
    en: '{name} was not reverted, because it was edited after this conversation changed it, and that edit would be lost. {standing} of its {all} parts can still be reverted one by one.',
    fr: 'Les modifications de {name} n’ont pas été annulées, car le fichier a été modifié après que cette conversation l’a changé, et cette modification serait perdue. {standing} de ses {all} parties peuvent encore être annulées une à une.',
  },
  'file-changes/hunk-edited-since': {
    en: 'This part of {name} was not reverted, because its lines were edited after the conversation changed them. Edit the file by hand instead.',
    fr: 'Cette partie de {name} n’a pas été annulée, car ses lignes ont été modifiées après la conversation. Modifiez plutôt le fichier à la main.',
  },
  'file-changes/hunk-gone': {
    en: 'This part of {name} was not reverted, because the file has changed since it was shown. Look at its changes again, then revert.',
    fr: 'Cette partie de {name} n’a pas été annulée, car le fichier a changé depuis son affichage. Consultez de nouveau ses modifications, puis annulez-la.',
  },
  'file-changes/not-kept': {
    en: '{name} cannot be reverted, because its earlier content was not kept: it is larger than 5 MB, could not be read, or was not known before a command changed it. Restore it from Git or a backup.',
    fr: 'Les modifications de {name} ne peuvent pas être annulées, car son contenu antérieur n’a pas été conservé : il dépasse 5 Mo, n’a pas pu être lu, ou n’était pas connu avant qu’une commande ne le modifie. Restaurez-le depuis Git ou une sauvegarde.',
  },
  'file-changes/no-room': {
    en: 'Nothing was changed, because what stands in {name} now could not be kept, and so could not be brought back: it is larger than 5 MB, or the contents kept for this conversation have reached 256 MB. Save the file elsewhere, and change it by hand.',
    fr: 'Rien n’a été modifié, car le contenu actuel de {name} n’a pas pu être conservé et ne pourrait donc pas être rétabli : il dépasse 5 Mo, ou les contenus conservés pour cette conversation ont atteint 256 Mo. Enregistrez le fichier ailleurs, puis modifiez-le à la main.',
  },
  'file-changes/not-written': {
    en: 'Nothing was changed, because {name} could not be written: {reason}. Fix that, then try again.',
    fr: 'Rien n’a été modifié, car {name} n’a pas pu être écrit : {reason}. Corrigez cela, puis réessayez.',
  },
  'file-changes/half-written': {
    en: '{name} could not be written ({reason}), and then these files could not be put back as they were: {files}. Their content is kept; Atelier tries again at the next start.',
    fr: '{name} n’a pas pu être écrit ({reason}), puis ces fichiers n’ont pas pu être remis en l’état : {files}. Leur contenu est conservé ; Atelier réessaiera au prochain démarrage.',
  },
  'file-changes/nothing-to-undo': {
    en: 'There is nothing to undo: this revert has already been undone, or its conversation was deleted.',
    fr: 'Il n’y a rien à rétablir : cela a déjà été fait, ou la conversation a été supprimée.',
  },
  'file-changes/nothing-to-redo': {
    en: 'There is nothing to redo: a new message was sent since the rewind, or it has already been redone.',
    fr: 'Il n’y a rien à rétablir : un nouveau message a été envoyé depuis le retour en arrière, ou celui-ci a déjà été annulé.',
  },
  'file-changes/busy': {
    en: 'The conversation was not rewound, because the agent is still working in it. Stop it first, then rewind.',
    fr: 'La conversation n’est pas revenue en arrière, car l’agent y travaille encore. Arrêtez-le d’abord, puis revenez en arrière.',
  },
});
