import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'conversations/not-found': {
    en: 'Atelier did not find the conversation {conversation}, because it was deleted. Choose another one in the list.',
    fr: 'Atelier n’a pas trouvé la conversation {conversation}, car elle a été supprimée. Choisissez-en une autre dans la liste.',
  },
  'conversations/project-not-found': {
    en: 'Atelier did not find the project {project}, because it was taken out of the list. Add its folder again.',
    fr: 'Atelier n’a pas trouvé le projet {project}, car il a été retiré de la liste. Ajoutez de nouveau son dossier.',
  },
  'conversations/folder-missing': {
    en: 'The folder {folder} was not added, because it is not there or is no folder. Check its path, then add it again.',
    fr: 'Le dossier {folder} n’a pas été ajouté, car il n’existe pas ou n’est pas un dossier. Vérifiez son chemin, puis ajoutez-le de nouveau.',
  },
  'conversations/folder-refused': {
    en: 'The folder {folder} was not added, because it cannot be a project: {reason}. Choose another folder.',
    fr: 'Le dossier {folder} n’a pas été ajouté, car il ne peut pas être un projet : {reason}. Choisissez un autre dossier.',
  },
  'conversations/too-late': {
    en: 'What was deleted could not be brought back, because the ten seconds for that are over.',
    fr: 'Ce qui a été supprimé n’a pas pu être rétabli, car les dix secondes prévues pour cela sont écoulées.',
  },
  'conversations/nothing-to-send': {
    en: 'The message was not sent, because it holds neither text nor a file. Write something, then send it again.',
    fr: 'Le message n’a pas été envoyé, car il ne contient ni texte ni fichier. Écrivez quelque chose, puis envoyez-le de nouveau.',
  },
  'conversations/read-only': {
    en: 'The message was not sent, because this conversation can only be read: {reason}.',
    fr: 'Le message n’a pas été envoyé, car cette conversation ne peut être que lue : {reason}.',
  },
  'conversations/entry-missing': {
    en: 'Atelier did not find this message in the conversation, because the conversation was rewound or read anew. Choose the message again.',
    fr: 'Atelier n’a pas trouvé ce message dans la conversation, car celle-ci a été ramenée en arrière ou relue. Choisissez de nouveau le message.',
  },
  'conversations/title-empty': {
    en: 'The title was not changed, because it holds no letter that can be seen. Write another one.',
    fr: 'Le titre n’a pas été modifié, car il ne contient aucun caractère visible. Écrivez-en un autre.',
  },
});
