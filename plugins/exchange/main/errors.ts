import { defineErrors } from '@atelier/kernel';

/** The errors of imports and exports. None of them quotes the content of a file. */
export const errors = defineErrors({
  'exchange/missing': {
    en: 'Atelier found nothing at {file}. Check the path, or choose the file again.',
    fr: 'Atelier n’a rien trouvé à l’emplacement {file}. Vérifiez le chemin ou choisissez de nouveau le fichier.',
  },
  'exchange/unreadable': {
    en: 'Atelier could not read {file}: the system answered {why}. Check the permissions of the file and of its folder, then try again.',
    fr: 'Atelier n’a pas pu lire {file} : le système a répondu {why}. Vérifiez les droits du fichier et de son dossier, puis réessayez.',
  },
  'exchange/not-a-zip': {
    en: 'Atelier could not open {file} as a zip archive: {why}. The download may be incomplete; download it again.',
    fr: 'Atelier n’a pas pu ouvrir {file} comme archive zip : {why}. Le téléchargement est peut-être incomplet ; téléchargez-la de nouveau.',
  },
  'exchange/zip-bomb': {
    en: 'Atelier did not open {file}: unpacked, it would be far larger than any data export. Archives that are made to fill a disk are like this. Nothing was read.',
    fr: 'Atelier n’a pas ouvert {file} : décompressée, cette archive serait bien plus grande que n’importe quel export de données, comme celles qui sont faites pour remplir un disque. Rien n’a été lu.',
  },
  'exchange/no-conversations': {
    en: 'Atelier found no conversations in {file}: it knows the data exports of ChatGPT and Claude, and the session files of Codex, Claude Code, opencode, pi and its own. Choose one of those.',
    fr: 'Atelier n’a trouvé aucune conversation dans {file} : il connaît les exports de données de ChatGPT et de Claude, et les fichiers de session de Codex, Claude Code, opencode, pi et les siens. Choisissez l’un d’eux.',
  },
  'exchange/torn': {
    en: '{file} stops in the middle, so the rest is missing. What comes before can be imported; for the rest, download or copy the file again.',
    fr: '{file} s’interrompt au milieu : la suite manque. Ce qui précède peut être importé ; pour la suite, téléchargez ou copiez de nouveau le fichier.',
  },
  'exchange/broken-conversation': {
    en: 'The conversation “{title}” was left out, because its part of {file} cannot be read. The others are not affected.',
    fr: 'La conversation « {title} » a été laissée de côté, car sa partie de {file} est illisible. Les autres ne sont pas touchées.',
  },
  'exchange/too-large': {
    en: '{file} contains a conversation of {size} MB; the most that Atelier reads is {limit} MB. This conversation was left out; the others are not affected.',
    fr: '{file} contient une conversation de {size} Mo ; Atelier en lit {limit} Mo au plus. Cette conversation a été laissée de côté ; les autres ne sont pas touchées.',
  },
  'exchange/newer-format': {
    en: '{file} was written by a newer {program} (format {version}; Atelier knows up to {known}), so it was left out, because it could be misread. Update Atelier, then try again.',
    fr: '{file} a été écrit par une version plus récente de {program} (format {version} ; Atelier connaît jusqu’à {known}) : il a été laissé de côté, car il pourrait être mal lu. Mettez Atelier à jour, puis réessayez.',
  },
  'exchange/database-unreadable': {
    en: 'Atelier could not read opencode’s database {file}: {why}. Close opencode and try again, or export its sessions with “opencode export”.',
    fr: 'Atelier n’a pas pu lire la base d’opencode {file} : {why}. Fermez opencode et réessayez, ou exportez ses sessions avec « opencode export ».',
  },
  'exchange/too-many-files': {
    en: 'Atelier did not read {file}: this folder contains more than {limit} files. Choose the folder that contains the sessions.',
    fr: 'Atelier n’a pas lu {file} : ce dossier contient plus de {limit} fichiers. Choisissez directement le dossier des sessions.',
  },
  'exchange/not-carried': {
    en: 'The conversation “{title}” was not imported: {why}. Nothing of it was kept; the others are not affected.',
    fr: 'La conversation « {title} » n’a pas été importée : {why}. Rien n’en a été conservé ; les autres ne sont pas touchées.',
  },
  'exchange/gone': {
    en: 'The conversation “{title}” was not imported: the file has changed since you opened it, and the conversation is no longer in it. Open the file again.',
    fr: 'La conversation « {title} » n’a pas été importée : le fichier a changé depuis que vous l’avez ouvert, et elle n’y est plus. Rouvrez-le.',
  },
  'exchange/unknown-task': {
    en: 'Atelier no longer knows this import or export; Atelier may have restarted in the meantime. Start again.',
    fr: 'Atelier ne connaît plus cet import ou cet export ; il a peut-être redémarré entre-temps. Recommencez.',
  },
  'exchange/upload-too-large': {
    en: 'A window can send Atelier files of up to {limit} MB. Enter the path of the file instead: Atelier then reads it where it is.',
    fr: 'Une fenêtre peut envoyer à Atelier des fichiers de {limit} Mo au plus. Saisissez plutôt le chemin du fichier : Atelier le lira là où il se trouve.',
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
    en: 'Atelier could not write the export to {folder}: the system answered {why}. Check the permissions of the folder and the space on the disk, then try again; no incomplete file was left.',
    fr: 'Atelier n’a pas pu écrire l’export dans {folder} : le système a répondu {why}. Vérifiez les droits du dossier et l’espace disque, puis réessayez ; aucun fichier incomplet n’y est resté.',
  },
  'exchange/no-folder': {
    en: 'Atelier cannot write to {folder}: give the full path of a folder that exists. Create it, or choose another one.',
    fr: 'Atelier ne peut pas écrire dans {folder} : indiquez le chemin complet d’un dossier qui existe. Créez-le ou choisissez-en un autre.',
  },
});
