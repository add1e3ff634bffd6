import { defineErrors } from '@atelier/kernel';

/** Errors between an extension and the disk. */
export const storageErrors = defineErrors({
  'storage/newer-database': {
    fr: 'Les données de {owner} viennent d’une version plus récente d’Atelier (étape {found}, alors que cette version s’arrête à {known}). Elles n’ont pas été modifiées : installez la version la plus récente pour les ouvrir.',
    en: 'The data of {owner} come from a newer Atelier (step {found}; this version knows steps up to {known}). They were not changed: install the newer version to open them.',
  },
  'storage/read-only': {
    fr: 'Rien n’a été enregistré : les données de {owner} viennent d’une version plus récente d’Atelier (étape {found}, alors que cette version s’arrête à {known}). On peut les lire ; pour les modifier, installez la version la plus récente.',
    en: 'Nothing was saved: the data of {owner} come from a newer Atelier (step {found}; this version knows steps up to {known}). They can be read; to change them, install the newer version.',
  },
  'storage/migration-failed': {
    fr: 'Les données de {owner} n’ont pas pu passer à l’étape {id} ({name}) : {reason}. Elles sont inchangées ; revenez à la version précédente de {owner} ou mettez-la à jour.',
    en: 'The data of {owner} could not be migrated to step {id} ({name}): {reason}. They are unchanged; go back to the previous version of {owner}, or update it.',
  },
  'storage/migrations-unordered': {
    fr: 'La liste des migrations de {owner} est fausse à l’étape {id} : les numéros doivent être des multiples de dix, chacun plus grand que le précédent. Corrigez les numéros dans {owner}.',
    en: 'The list of migrations of {owner} is wrong at step {id}: numbers must be multiples of ten, each greater than the one before. Correct the numbers in {owner}.',
  },
  'storage/locked': {
    fr: 'Un autre programme verrouille la base de données de {owner} depuis plusieurs secondes. Fermez ce programme, puis réessayez.',
    en: 'Another program has kept the database of {owner} locked for several seconds. Close that program, then try again.',
  },
  'storage/corrupt': {
    fr: 'La base de données de {owner} est endommagée ({reason}). Redémarrez Atelier : le fichier sera mis de côté et la dernière bonne sauvegarde restaurée.',
    en: 'The database of {owner} is damaged ({reason}). Restart Atelier: the file will be set aside and the last good backup restored.',
  },
  'storage/index-damaged': {
    fr: 'Un index de recherche de {owner} est endommagé ({reason}) ; les données elles-mêmes sont lisibles. Reconstruisez l’index depuis {owner}.',
    en: 'A search index of {owner} is damaged ({reason}); the data themselves can be read. Rebuild the index from {owner}.',
  },
  'storage/full': {
    fr: '{owner} n’a pas pu écrire : le disque est plein. Ce qui était enregistré l’est toujours ; libérez de la place, puis réessayez.',
    en: '{owner} could not write: the disk is full. What was saved is still saved; free some space, then try again.',
  },
  'storage/over-budget': {
    fr: '{owner} peut garder {megabytes} Mo sur cet ordinateur, et ce serait davantage. Rien n’a été écrit et rien n’est perdu : supprimez d’abord quelque chose, ou augmentez son budget dans Extensions. Son auteur peut demander plus avec atelier.rights.storage.',
    en: '{owner} may keep {megabytes} MB on this computer, and this would be more. Nothing was written and nothing is lost: remove something first, or raise its budget under Extensions. Its author can ask for more with atelier.rights.storage.',
  },
  'storage/not-writable': {
    fr: '{owner} ne peut pas écrire dans {file} : {reason}. Donnez à votre compte le droit d’écrire dans ce fichier et son dossier, puis réessayez.',
    en: '{owner} cannot write {file}: {reason}. Give your account write permission for the file and its folder, then try again.',
  },
  'storage/cannot-open': {
    fr: '{owner} ne peut pas ouvrir {file} : {reason}. Vérifiez que votre compte peut lire ce fichier et son dossier.',
    en: '{owner} cannot open {file}: {reason}. Check that your account can read the file and its folder.',
  },
  'storage/disk-failed': {
    fr: 'Le disque a refusé une opération de {owner} sur {file} : {reason}. Vérifiez l’état du disque et gardez une copie de vos données.',
    en: 'The disk refused an operation of {owner} on {file}: {reason}. Check the health of the disk and keep a copy of your data.',
  },
  'storage/constraint': {
    fr: 'Une écriture de {owner} contredit une règle de sa base de données : {reason}. Rien n’a été écrit ; signalez-le à l’auteur de {owner}.',
    en: 'A write of {owner} breaks a rule of its database: {reason}. Nothing was written; tell the author of {owner}.',
  },
  'storage/bad-statement': {
    fr: 'Une instruction SQL de {owner} est incorrecte : {reason}. Corrigez-la dans {owner}.',
    en: 'An SQL statement of {owner} is wrong: {reason}. Correct it in {owner}.',
  },
  'storage/statement-refused': {
    fr: '{owner} a demandé {statement} à sa base de données, ce qui est refusé : {reason}. Retirez cette instruction de {owner}.',
    en: '{owner} asked its database for {statement}, which is refused: {reason}. Remove the statement from {owner}.',
  },
  'storage/async-transaction': {
    fr: '{owner} a passé une fonction asynchrone à transaction() : rien n’a été écrit. Dans {owner}, attendez avant la transaction.',
    en: '{owner} passed an async function to transaction(): nothing was written. In {owner}, await before the transaction.',
  },
  'storage/already-open': {
    fr: '{owner} a ouvert deux fois la base de données {file}. Dans {owner}, ouvrez-la une seule fois et partagez la connexion.',
    en: '{owner} opened the database {file} twice. In {owner}, open it once and share the connection.',
  },
  'storage/closed': {
    fr: 'La base de données de {owner} est fermée, car {owner} s’est arrêté. Relancez {owner} pour continuer.',
    en: 'The database of {owner} is closed, because {owner} has stopped. Start {owner} again to continue.',
  },
  'storage/backup-failed': {
    fr: 'La copie de sécurité de la base de données de {owner} a échoué : {reason}. Rien n’a changé ; vérifiez l’espace libre et les droits du dossier {folder}.',
    en: 'The safety copy of the database of {owner} failed: {reason}. Nothing was changed; check the free space and the permissions of the folder {folder}.',
  },
  'storage/no-such-backup': {
    fr: 'La sauvegarde {name} de {owner} n’existe plus. Consultez de nouveau la liste des sauvegardes.',
    en: 'The backup {name} of {owner} is not there any more. Look at the list of backups again.',
  },
  'storage/newer-backup': {
    fr: 'Cette sauvegarde de {owner} vient d’une version plus récente d’Atelier (étape {found}, alors que cette version s’arrête à {known}). Rien n’a changé : choisissez-en une plus ancienne ou installez la version la plus récente.',
    en: 'This backup of {owner} comes from a newer Atelier (step {found}; this version knows steps up to {known}). Nothing was changed: choose an older one, or install the newer version.',
  },
  'storage/backup-damaged': {
    fr: 'La sauvegarde {name} de {owner} est endommagée et n’a pas été restaurée. Rien n’a changé : choisissez-en une autre.',
    en: 'The backup {name} of {owner} is damaged and was not restored. Nothing was changed: choose another one.',
  },
  'storage/not-open': {
    fr: 'Les données de {owner} ne sont pas ouvertes : {owner} est arrêté ou n’en garde pas. Activez {owner}, puis réessayez.',
    en: 'The data of {owner} are not open: {owner} is switched off or keeps none. Switch {owner} on, then try again.',
  },
  'storage/symlink': {
    fr: '{file} est un lien vers un autre endroit ; Atelier ne suit pas de lien pour ses propres fichiers. Remplacez le lien par le fichier lui-même.',
    en: '{file} is a link to another place; Atelier does not follow links for its own files. Replace the link with the file itself.',
  },
  'storage/not-a-file': {
    fr: '{file} devrait être un fichier ordinaire et n’en est pas un. Déplacez ce qui s’y trouve, puis réessayez.',
    en: '{file} should be an ordinary file and is not. Move away what is there, then try again.',
  },
  'storage/file-locked': {
    fr: '{file} est utilisé par {holder}, qui ne l’a pas libéré à temps. Fermez ce programme, puis réessayez.',
    en: '{file} is in use by {holder}, which did not release it in time. Close that program, then try again.',
  },
  'storage/file-newer': {
    fr: '{file} vient d’une version plus récente d’Atelier (format {found} ; cette version connaît {known}). Atelier le lit, mais ne le modifie pas : installez la version la plus récente.',
    en: '{file} comes from a newer Atelier (format {found}; this version knows {known}). Atelier reads it but does not change it: install the newer version.',
  },
  'storage/file-refused': {
    fr: 'Une modification de {file} a été refusée, car le résultat ne serait pas valable : {why}. Le fichier est inchangé ; corrigez la valeur.',
    en: 'A change of {file} was refused, because the result would not be valid: {why}. The file is unchanged; correct the value.',
  },
  'storage/secret-unreadable': {
    fr: 'Le secret « {name} » de {id} ne peut pas être déchiffré : la clé qui l’a chiffré a changé, ou il est endommagé. Saisissez-le de nouveau.',
    en: 'The secret "{name}" of {id} cannot be decrypted: the key that encrypted it has changed, or it is damaged. Enter it again.',
  },
});
