import { defineErrors } from '@atelier/kernel';

/** Everything that can be wrong with a file that comes or goes. None of them quotes what is in it. */
export const errors = defineErrors({
  'exchange/missing': {
    en: 'Atelier found nothing at {file}. Check the path, or choose the file again.',
    fr: 'Atelier n’a rien trouvé à l’emplacement {file}. Vérifiez le chemin ou choisissez de nouveau le fichier.',
  },
  'exchange/unreadable': {
    en: 'Atelier could not read {file}: the system answered {why}. Check the rights of the file and of its folder, then try again.',
    fr: 'Atelier n’a pas pu lire {file} : le système a répondu {why}. Vérifiez les droits du fichier et de son dossier, puis réessayez.',
  },
  'exchange/not-a-zip': {
    en: 'Atelier could not open {file} as a zip archive: {why}. It may not have been downloaded to its end; download it again.',
    fr: 'Atelier n’a pas pu ouvrir {file} comme archive zip : {why}. Son téléchargement n’est peut-être pas allé au bout ; téléchargez-la de nouveau.',
  },
  'exchange/zip-bomb': {
    en: 'Atelier did not open {file}: unpacked it would be far larger than any data export is, as archives are that were made to fill a disk. Nothing was read.',
    fr: 'Atelier n’a pas ouvert {file} : décompressée, elle serait bien plus grande que n’importe quel export de données, comme les archives faites pour remplir un disque. Rien n’a été lu.',
  },
  'exchange/no-conversations': {
    en: 'Atelier found no conversations in {file}: it knows the data exports of ChatGPT and Claude, and the session files of Codex, Claude Code, opencode, pi and its own. Choose one of those.',
    fr: 'Atelier n’a trouvé aucune conversation dans {file} : il connaît les exports de données de ChatGPT et de Claude, et les fichiers de session de Codex, Claude Code, opencode, pi et les siens. Choisissez l’un d’eux.',
  },
  'exchange/torn': {
    en: '{file} breaks off in the middle, so what stood after that is not there. What stands before it can be brought in; for the rest, download or copy the file again.',
    fr: '{file} s’interrompt au milieu : ce qui suivait n’y est pas. Ce qui précède peut être repris ; pour le reste, téléchargez ou copiez de nouveau le fichier.',
  },
  'exchange/broken-conversation': {
    en: 'The conversation “{title}” was left out, because what {file} holds of it cannot be read. The others are not affected.',
    fr: 'La conversation « {title} » a été laissée de côté, car ce que {file} en contient est illisible. Les autres ne sont pas touchées.',
  },
  'exchange/too-large': {
    en: '{file} holds a conversation of {size} MB; Atelier reads up to {limit} MB of one. It was left out, and the others are not affected.',
    fr: '{file} contient une conversation de {size} Mo ; Atelier en lit jusqu’à {limit} Mo. Elle a été laissée de côté, et les autres ne sont pas touchées.',
  },
  'exchange/newer-format': {
    en: '{file} was written by a newer {program} (format {version}; Atelier knows up to {known}), so it was left out rather than read wrongly. Update Atelier, then try again.',
    fr: '{file} a été écrit par une version plus récente de {program} (format {version} ; Atelier connaît jusqu’à {known}) : il a été laissé de côté plutôt que mal lu. Mettez Atelier à jour, puis réessayez.',
  },
  'exchange/database-unreadable': {
    en: 'Atelier could not read opencode’s database {file}: {why}. Close opencode and try again, or export its sessions with “opencode export”.',
    fr: 'Atelier n’a pas pu lire la base d’opencode {file} : {why}. Fermez opencode et réessayez, ou exportez ses sessions avec « opencode export ».',
  },
  'exchange/too-many-files': {
    en: 'Atelier did not read {file}: it holds more than {limit} files. Choose the folder of the sessions itself.',
    fr: 'Atelier n’a pas lu {file} : ce dossier contient plus de {limit} fichiers. Choisissez directement le dossier des sessions.',
  },
  'exchange/not-carried': {
    en: 'The conversation “{title}” was not brought in: {why}. Nothing of it was kept; the others are not affected.',
    fr: 'La conversation « {title} » n’a pas été reprise : {why}. Rien n’en a été gardé ; les autres ne sont pas touchées.',
  },
  'exchange/gone': {
    en: 'The conversation “{title}” was not brought in: the file has changed since you looked, and it is no longer in it. Look at the file again.',
    fr: 'La conversation « {title} » n’a pas été reprise : le fichier a changé depuis que vous l’avez examiné, et elle n’y est plus. Examinez-le de nouveau.',
  },
  'exchange/unknown-task': {
    en: 'Atelier no longer knows this import or export; it may have been restarted meanwhile. Begin again.',
    fr: 'Atelier ne connaît plus cet import ou cet export ; il a peut-être redémarré entre-temps. Recommencez.',
  },
  'exchange/upload-too-large': {
    en: 'Atelier takes files of up to {limit} MB from a window. Write the path of the file instead: then it is read where it lies.',
    fr: 'Atelier prend depuis une fenêtre des fichiers de {limit} Mo au plus. Écrivez plutôt le chemin du fichier : il sera lu là où il se trouve.',
  },
  'exchange/upload-torn': {
    en: 'The window did not send the whole of {file}, so it was not read. Choose it again.',
    fr: 'La fenêtre n’a pas envoyé la totalité de {file} : le fichier n’a pas été lu. Choisissez-le de nouveau.',
  },
  'exchange/nothing-chosen': {
    en: 'Atelier exported nothing, because no conversation was chosen. Choose at least one.',
    fr: 'Atelier n’a rien exporté, car aucune conversation n’a été choisie. Choisissez-en au moins une.',
  },
  'exchange/write-failed': {
    en: 'Atelier could not write the export to {folder}: the system answered {why}. Check the rights of the folder and the space on the disk, then try again; nothing half-written was left.',
    fr: 'Atelier n’a pas pu écrire l’export dans {folder} : le système a répondu {why}. Vérifiez les droits du dossier et l’espace disque, puis réessayez ; rien d’incomplet n’y est resté.',
  },
  'exchange/no-folder': {
    en: 'Atelier cannot write to {folder}: a folder is named by its whole path, and it must be there. Create it, or choose another one.',
    fr: 'Atelier ne peut pas écrire dans {folder} : un dossier se nomme par son chemin complet et doit exister. Créez-le ou choisissez-en un autre.',
  },
});
