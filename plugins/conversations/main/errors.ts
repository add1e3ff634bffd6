import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'conversations/rebuilt': {
    en: 'The list of your conversations was missing. It was rebuilt from their session files, with their messages ({count} in all). {set}{gone}{cut} Look the list through.',
    fr: 'La liste de vos conversations manquait. Elle a été refaite à partir de leurs fichiers de session, avec leurs messages ({count} en tout). {set}{gone}{cut} Parcourez la liste pour vérifier.',
  },
  'conversations/not-found': {
    en: 'Atelier did not find the conversation {conversation}, because it was deleted or the list is still being rebuilt. Choose another one in the list, or try again in a moment.',
    fr: 'Atelier n’a pas trouvé la conversation {conversation}, car elle a été supprimée ou la liste se reconstruit encore. Choisissez-en une autre dans la liste, ou réessayez dans un instant.',
  },
  'conversations/project-not-found': {
    en: 'Atelier did not find the project {project}, because it was removed from the list. Add its folder again.',
    fr: 'Atelier n’a pas trouvé le projet {project}, car il a été retiré de la liste. Ajoutez de nouveau son dossier.',
  },
  'conversations/folder-missing': {
    en: 'The folder {folder} was not added, because it does not exist or is not a folder. Check its path, then add it again.',
    fr: 'Le dossier {folder} n’a pas été ajouté, car il n’existe pas ou n’est pas un dossier. Vérifiez son chemin, puis ajoutez-le de nouveau.',
  },
  'conversations/folder-refused': {
    en: 'The folder {folder} was not added, because it cannot be a project: {reason}. Choose another folder.',
    fr: 'Le dossier {folder} n’a pas été ajouté, car il ne peut pas être un projet : {reason}. Choisissez un autre dossier.',
  },
  'conversations/instructions-not-created': {
    en: 'AGENTS.md was not created in {folder}, because the system refused it: {reason}. Check that you may write there, then try again.',
    fr: 'AGENTS.md n’a pas été créé dans {folder}, car le système l’a refusé : {reason}. Vérifiez que vous pouvez y écrire, puis réessayez.',
  },
  'conversations/too-late': {
    en: 'What was deleted could not be brought back, because the ten seconds for that are over.',
    fr: 'Ce qui a été supprimé n’a pas pu être rétabli, car les dix secondes prévues pour cela sont écoulées.',
  },
  'conversations/nothing-to-send': {
    en: 'The message was not sent, because it contains neither text nor a file. Write something, then send it again.',
    fr: 'Le message n’a pas été envoyé, car il ne contient ni texte ni fichier. Écrivez quelque chose, puis envoyez-le de nouveau.',
  },
  'conversations/pictures-unread': {
    en: 'The message was not sent, because nobody has said that {model} reads images, and it would get the text alone. Send it without them, choose another model, or say in Settings > Providers & Models that it reads them.',
    fr: 'Le message n’a pas été envoyé, car rien ne dit que {model} lit les images : il ne recevrait que le texte. Envoyez-le sans elles, choisissez un autre modèle, ou indiquez dans Réglages > Fournisseurs et modèles qu’il les lit.',
  },
  'conversations/earlier-pictures-unread': {
    en: 'The message was not sent, because this conversation has images, and nobody has said that {model} reads any: it would get the conversation without them. Send it without them, choose another model, or say in Settings > Providers & Models that it reads them.',
    fr: 'Le message n’a pas été envoyé, car cette conversation contient des images et rien ne dit que {model} les lit : il la recevrait sans elles. Envoyez-le sans elles, choisissez un autre modèle, ou indiquez dans Réglages > Fournisseurs et modèles qu’il les lit.',
  },
  'conversations/read-only': {
    en: 'The message was not sent, because this conversation is read-only: {reason}.',
    fr: 'Le message n’a pas été envoyé, car cette conversation est en lecture seule : {reason}.',
  },
  'conversations/entry-missing': {
    en: 'Atelier did not find this message in the conversation, because the conversation was rewound or reloaded. Choose the message again.',
    fr: 'Atelier n’a pas trouvé ce message dans la conversation, car celle-ci a été ramenée en arrière ou rechargée. Choisissez de nouveau le message.',
  },
  'conversations/open-mode-of-extension': {
    en: '{extension} may not choose open mode for a conversation: there, tools reach the whole machine. Only you can, under the message field.',
    fr: '{extension} ne peut pas choisir le mode ouvert pour une conversation : les outils y atteignent toute la machine. Vous seul le pouvez, sous le champ de message.',
  },
  'conversations/offered-model': {
    en: '{extension} may not choose the model {model}: it was offered by {by}, and only you may send your words to it. Choose it yourself under the message field.',
    fr: '{extension} ne peut pas choisir le modèle {model} : il est proposé par {by}, et vous seul pouvez lui envoyer vos mots. Choisissez-le vous-même sous le champ de message.',
  },
  'conversations/title-empty': {
    en: 'The title was not changed, because it contains no visible character. Write another one.',
    fr: 'Le titre n’a pas été modifié, car il ne contient aucun caractère visible. Écrivez-en un autre.',
  },
  'conversations/session-gone': {
    en: 'The session file {file} of this conversation no longer exists, because it was moved or deleted. What Atelier has stored of it is shown; put the file back to continue the conversation.',
    fr: 'Le fichier de session {file} de cette conversation n’existe plus, car il a été déplacé ou supprimé. Ce qu’Atelier en a enregistré est affiché ; remettez le fichier en place pour poursuivre la conversation.',
  },
  'conversations/session-shorter': {
    en: 'The session file {file} of this conversation has become shorter: another program has cut it or replaced it, and messages are missing in it. What Atelier has stored of it is shown; put the complete file back, or rebuild the index of this conversation to show only what the file holds now.',
    fr: 'Le fichier de session {file} de cette conversation est devenu plus court : un autre programme l’a coupé ou remplacé, et il y manque des messages. Ce qu’Atelier en a enregistré est affiché ; remettez le fichier complet en place, ou reconstruisez l’index de cette conversation pour n’afficher que ce que le fichier contient encore.',
  },
  'conversations/session-doubled': {
    en: 'The session file {file} is not shown, because {other} belongs to the same conversation and is the one in use. Compare the two, and delete the one that is not needed.',
    fr: 'Le fichier de session {file} n’est pas affiché, car {other} appartient à la même conversation et c’est lui qui est utilisé. Comparez les deux, puis supprimez celui qui est inutile.',
  },
  'conversations/session-unnamed': {
    en: 'The session file {file} is not shown, because nothing in it says to which conversation it belongs. Import it, or delete it.',
    fr: 'Le fichier de session {file} n’est pas affiché, car rien n’y indique à quelle conversation il appartient. Importez-le ou supprimez-le.',
  },
  'conversations/already-sent': {
    en: 'The message was not sent, because another window has just sent this draft. Write the next one, or look at the conversation.',
    fr: 'Le message n’a pas été envoyé, car une autre fenêtre vient d’envoyer ce brouillon. Écrivez le suivant, ou regardez la conversation.',
  },
  'conversations/attachment-too-large': {
    en: '{name} was not attached, because it is {size}, and a file may be at most {most} here. Attach a smaller one, or choose open access, in which only the path of a large file is sent.',
    fr: '{name} n’a pas été joint, car il pèse {size}, et un fichier peut peser ici {most} au plus. Joignez-en un plus petit, ou choisissez l’accès ouvert, où seul le chemin des gros fichiers est envoyé.',
  },
  'conversations/attachment-cut': {
    en: 'Only the first {most} of {name} are sent, because the file is {size}. Choose open access to give the model the whole file by its path.',
    fr: 'Seuls les premiers {most} de {name} sont envoyés, car le fichier pèse {size}. Choisissez l’accès ouvert pour donner au modèle le fichier entier par son chemin.',
  },
  'conversations/attachment-by-path': {
    en: 'Only the path of {name} is sent, because the file is {size}, more than the {most} that fit into a message. The model reads it with its tools.',
    fr: 'Seul le chemin de {name} est envoyé, car le fichier pèse {size}, plus que les {most} qui tiennent dans un message. Le modèle le lit avec ses outils.',
  },
  'conversations/attachment-torn': {
    en: '{name} was not attached, because not all of it arrived. Attach it again.',
    fr: '{name} n’a pas été joint, car il n’est pas arrivé en entier. Joignez-le de nouveau.',
  },
  'conversations/attachment-gone': {
    en: 'The message was not sent, because one of its attached files was removed. Attach the file again.',
    fr: 'Le message n’a pas été envoyé, car l’un de ses fichiers joints a été retiré. Joignez de nouveau le fichier.',
  },
  'conversations/attachment-missing': {
    en: 'The message was not sent, because the content of {name} is no longer on the disk: another program has removed it. Remove the file from the message, or attach it again.',
    fr: 'Le message n’a pas été envoyé, car le contenu de {name} n’est plus sur le disque : un autre programme l’a supprimé. Retirez le fichier du message, ou joignez-le de nouveau.',
  },
  'conversations/upload-gone': {
    en: 'The file was not attached, because Atelier was restarted or waited too long for it. Attach it again.',
    fr: 'Le fichier n’a pas été joint, car Atelier a redémarré ou l’a attendu trop longtemps. Joignez-le de nouveau.',
  },
  'conversations/not-an-image': {
    en: '{name} was not attached, because its content is not an image that a model can read. Attach it as PNG, JPEG, GIF or WebP.',
    fr: '{name} n’a pas été joint, car son contenu n’est pas une image qu’un modèle peut lire. Joignez-le en PNG, JPEG, GIF ou WebP.',
  },
  'conversations/picture-too-large': {
    en: '{name} was not attached, because an image may be at most {most}, and this one is {is}. Make it smaller, then attach it again.',
    fr: '{name} n’a pas été joint, car une image peut peser au plus {most}, et celle-ci pèse {is}. Réduisez-la, puis joignez-la de nouveau.',
  },
  'conversations/too-many-attachments': {
    en: '{name} was not attached, because a message can have at most {most} files. Remove one, or send it with the next message.',
    fr: '{name} n’a pas été joint, car un message accepte au plus {most} fichiers. Retirez-en un, ou envoyez-le avec le message suivant.',
  },
  'conversations/folder-gone': {
    en: 'The files of {folder} were not listed, because the folder no longer exists. Put it back, or move the conversation to another project.',
    fr: 'Les fichiers de {folder} n’ont pas été listés, car le dossier n’existe plus. Remettez-le en place, ou déplacez la conversation vers un autre projet.',
  },
});
