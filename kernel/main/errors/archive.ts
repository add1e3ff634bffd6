import { defineErrors } from '@atelier/kernel';
import { bareReasonOf } from '../reason.ts';

/** Errors of an export of everything, and of an import of one. */
export const archiveErrors = defineErrors({
  'export/no-folder': {
    en: 'Nothing was exported: {folder} is not a folder. Choose a folder that exists, with its full path.',
    fr: 'Rien n’a été exporté : {folder} n’est pas un dossier. Choisissez un dossier existant, avec son chemin complet.',
  },
  'export/inside-profile': {
    en: 'Nothing was exported: {folder} is inside the profile, and the archive would contain itself. Choose a folder outside of {profile}.',
    fr: 'Rien n’a été exporté : {folder} est dans le profil, et l’archive se contiendrait elle-même. Choisissez un dossier hors de {profile}.',
  },
  'export/file-exists': {
    en: 'Nothing was exported: {file} exists. Choose another name, or move that file away.',
    fr: 'Rien n’a été exporté : {file} existe déjà. Choisissez un autre nom, ou déplacez ce fichier.',
  },
  'export/passphrase-short': {
    en: 'Nothing was exported: the passphrase for the keys has fewer than {least} characters. Choose a longer one, such as several words.',
    fr: 'Rien n’a été exporté : la phrase secrète des clés a moins de {least} caractères. Choisissez-en une plus longue, par exemple plusieurs mots.',
  },
  'export/failed': {
    en: 'The archive {file} was not made: {reason}. Free space or choose another folder, then try again; nothing was left behind.',
    fr: 'L’archive {file} n’a pas été faite : {reason}. Libérez de la place ou choisissez un autre dossier, puis réessayez ; rien n’est resté.',
  },
  'import/no-file': {
    en: 'Nothing was imported: {file} cannot be opened ({reason}). Give the full path of an archive that you may read.',
    fr: 'Rien n’a été importé : {file} ne peut pas être ouvert ({reason}). Donnez le chemin complet d’une archive que vous pouvez lire.',
  },
  'import/not-an-archive': {
    en: 'Nothing was imported: {file} is no archive of an Atelier profile ({reason}). Choose a file that "Export everything" made.',
    fr: 'Rien n’a été importé : {file} n’est pas une archive d’un profil Atelier ({reason}). Choisissez un fichier fait par « Tout exporter ».',
  },
  'import/damaged': {
    en: 'Nothing was imported: the archive {file} is damaged or was changed at "{path}" ({reason}). Copy it again from where it was made.',
    fr: 'Rien n’a été importé : l’archive {file} est endommagée ou a été modifiée à « {path} » ({reason}). Copiez-la de nouveau depuis son origine.',
  },
  'import/unfit': {
    en: 'Nothing was imported: the archive {file} contains "{path}", which does not belong in one ({reason}). Export again, and do not change the archive.',
    fr: 'Rien n’a été importé : l’archive {file} contient « {path} », qui n’a rien à y faire ({reason}). Exportez de nouveau, sans modifier l’archive.',
  },
  'import/newer': {
    en: 'Nothing was imported: {what} in the archive is of a newer version ({found}) than this Atelier knows ({known}). Update Atelier, then import again.',
    fr: 'Rien n’a été importé : {what} dans l’archive vient d’une version plus récente ({found}) que celle connue de cet Atelier ({known}). Mettez Atelier à jour, puis importez de nouveau.',
  },
  'import/too-large': {
    en: 'Nothing was imported: the archive {file} unpacks to {need} MB, far more than an archive of its size holds. Export again where it was made.',
    fr: 'Rien n’a été importé : l’archive {file} se décompresse en {need} Mo, bien plus qu’une archive de sa taille. Exportez de nouveau depuis son origine.',
  },
  'import/no-space': {
    en: 'Nothing was imported: the archive needs {need} MB, and the disk of {folder} has {free} MB free. Free some space, then import again.',
    fr: 'Rien n’a été importé : l’archive demande {need} Mo, et le disque de {folder} n’en a que {free} de libres. Libérez de la place, puis importez de nouveau.',
  },
  'import/passphrase-wrong': {
    en: 'Nothing was imported: the passphrase does not open the keys in {file}. Enter it again, or import without the keys by leaving it empty.',
    fr: 'Rien n’a été importé : la phrase secrète n’ouvre pas les clés de {file}. Saisissez-la de nouveau, ou importez sans les clés en la laissant vide.',
  },
  'import/no-keys': {
    en: 'Nothing was imported: a passphrase was given, but no keys are in {file}. Import it without a passphrase.',
    fr: 'Rien n’a été importé : une phrase secrète a été donnée, mais {file} ne contient pas de clés. Importez-la sans phrase secrète.',
  },
  'import/failed': {
    en: 'Nothing was imported from {file}: {reason}. Free space or correct the permissions of {folder}, then import again; your data are unchanged.',
    fr: 'Rien n’a été importé de {file} : {reason}. Libérez de la place ou corrigez les droits de {folder}, puis importez de nouveau ; vos données sont inchangées.',
  },
  'import/place-linked': {
    en: 'Nothing was imported: {path} in this profile is a link, or on another disk, so it cannot be replaced as a whole. Put the folder itself there, then import again.',
    fr: 'Rien n’a été importé : {path} dans ce profil est un lien, ou sur un autre disque, et ne peut donc pas être remplacé d’un bloc. Remettez-y le dossier lui-même, puis importez de nouveau.',
  },
  'import/not-kept': {
    en: 'It cannot be brought back: what was here then is not kept in this profile any more.',
    fr: 'Impossible de le rétablir : ce qu’il y avait alors n’est plus gardé dans ce profil.',
  },
  'import/under-way': {
    en: 'An import has begun and is not finished. Start Atelier: it finishes it, and then another one can be imported.',
    fr: 'Un import a commencé et n’est pas terminé. Démarrez Atelier : il le terminera, et un autre pourra ensuite être importé.',
  },
  'import/plan-damaged': {
    en: 'Atelier was not started: {file}, which says how far an import is, is damaged. If {backups} has no new folder "replaced-…", nothing was moved yet: move {folder} away and start again. Otherwise put back what is in that folder first.',
    fr: 'Atelier n’a pas démarré : {file}, qui dit où en est un import, est endommagé. Si {backups} n’a pas de nouveau dossier « replaced-… », rien n’a encore été déplacé : déplacez {folder} et relancez. Sinon, remettez d’abord en place ce que contient ce dossier.',
  },
  'import/stuck': {
    en: 'Atelier was not started: the import from {createdAt} is half done and could not be finished ({reason}). Correct the permissions or the space of {folder} and start again; what was there before is in {aside}.',
    fr: 'Atelier n’a pas démarré : l’import du {createdAt} est à moitié fait et n’a pas pu être terminé ({reason}). Corrigez les droits ou la place de {folder} et relancez ; ce qu’il y avait avant est dans {aside}.',
  },
});

/** What an export or a checked import came to, for the person who asked for it. */
export const archiveResults = defineErrors({
  'export/done': {
    en: 'Everything is in {file} ({files} files, {megabytes} MB). No key is in it.',
    fr: 'Tout est dans {file} ({files} fichiers, {megabytes} Mo). Aucune clé n’y est.',
  },
  'export/done-with-keys': {
    en: 'Everything is in {file} ({files} files, {megabytes} MB). The keys are in it, encrypted.',
    fr: 'Tout est dans {file} ({files} fichiers, {megabytes} Mo). Les clés y sont, chiffrées.',
  },
  'export/left-out': {
    en: 'Not exported ({count}): {paths}. The archive says under "leftOut" why.',
    fr: 'Non exporté ({count}) : {paths}. L’archive dit pourquoi sous « leftOut ».',
  },
  'import/checked': {
    en: 'The archive of {createdAt} is checked ({files} files). Quit Atelier if it runs, and start it: it takes the archive over then, and keeps what was there.',
    fr: 'L’archive du {createdAt} est vérifiée ({files} fichiers). Quittez Atelier s’il est ouvert, puis démarrez-le : il la prend alors, et garde ce qu’il y avait.',
  },
  'import/keys-left': {
    en: 'Its keys stay in it, because no passphrase was given.',
    fr: 'Ses clés y restent, faute de phrase secrète.',
  },
  'import/without': {
    en: 'Install these extensions again afterwards: {ids}. Their data come along.',
    fr: 'Réinstallez ensuite ces extensions : {ids}. Leurs données viennent avec.',
  },
});

/** What an import asked for earlier came to, told after the start. */
export const importNotices = defineErrors({
  'notice/profile-imported': {
    en: 'Everything here is what the archive of {createdAt} contained, as you asked. What was here before is kept in {aside}; it can come back under Settings > Storage.',
    fr: 'Tout ici vient de l’archive du {createdAt}, comme vous l’avez demandé. Ce qu’il y avait avant est gardé dans {aside} ; il peut revenir depuis Réglages > Stockage.',
  },
  'notice/content-back': {
    en: 'Everything here is what it was on {until}, as you asked. What was here since is kept in {aside}; it can come back under Settings > Storage.',
    fr: 'Tout ici est comme le {until}, comme vous l’avez demandé. Ce qu’il y avait depuis est gardé dans {aside} ; il peut revenir depuis Réglages > Stockage.',
  },
  'notice/import-without': {
    en: 'These extensions did not come with the import: {ids}. Their data did; install them again to use it, and decide about their rights.',
    fr: 'Ces extensions ne sont pas venues avec l’import : {ids}. Leurs données, si ; réinstallez-les pour les utiliser, et décidez de leurs droits.',
  },
  'notice/import-refused': {
    en: 'The import that you asked for was not done: {reason} Everything is as it was.',
    fr: 'L’import que vous avez demandé n’a pas été fait : {reason} Tout est comme avant.',
  },
});

/** Why a file of an archive is refused, for the sentences above. */
export const archiveReasons = {
  hash: { en: 'it is not what the manifest says', fr: 'ce n’est pas ce que dit le manifeste' },
  missing: { en: 'it is missing', fr: 'il manque' },
  extra: { en: 'the manifest does not list it', fr: 'le manifeste ne le cite pas' },
  doubled: { en: 'it is there twice', fr: 'il y est deux fois' },
  name: { en: 'its name leads elsewhere', fr: 'son nom mène ailleurs' },
  place: { en: 'no export puts a file there', fr: 'aucun export n’y met de fichier' },
  link: { en: 'it is a link or no regular file', fr: 'c’est un lien ou pas un fichier ordinaire' },
  many: { en: 'there are too many files', fr: 'il y a trop de fichiers' },
  large: { en: 'it is too large', fr: 'il est trop grand' },
  form: { en: 'its form is wrong', fr: 'sa forme est incorrecte' },
  noFile: { en: 'there is no file', fr: 'il n’y a pas de fichier' },
  folder: { en: 'it is a folder', fr: 'c’est un dossier' },
  noZip: { en: 'it is no zip file, or only a part of one', fr: 'ce n’est pas un fichier zip, ou seulement une partie d’un' },
  content: { en: 'its content cannot be unpacked', fr: 'son contenu ne peut pas être décompressé' },
  full: { en: 'the disk is full', fr: 'le disque est plein' },
  noRight: { en: 'the system does not allow it', fr: 'le système ne le permet pas' },
  disk: { en: 'the disk refused it', fr: 'le disque l’a refusé' },
  noManifest: { en: 'it has no manifest.json', fr: 'il n’a pas de manifest.json' },
  database: { en: 'the database does not pass its check', fr: 'la base de données ne passe pas sa vérification' },
} as const;

/** Why the disk did not do what an export or an import asked of it, in words. */
export function diskReason(error: unknown): (typeof archiveReasons)[keyof typeof archiveReasons] | string {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === 'ENOSPC' || code === 'EDQUOT') return archiveReasons.full;
  if (code !== undefined && ['EACCES', 'EPERM', 'EROFS', 'ENOENT'].includes(code)) return archiveReasons.noRight;
  return syscall === undefined ? bareReasonOf(error) : archiveReasons.disk;
}
