import { defineErrors } from '@atelier/kernel';

/** Errors when the first start of a new version fails. */
export const updateErrors = defineErrors({
  'update/no-space': {
    en: 'Atelier {to} was not started: before it touches your data it copies them, and the disk of {folder} has {free} MB free where {need} MB are needed. Free some space and start it again; your data are unchanged.',
    fr: 'Atelier {to} n’a pas démarré : avant de toucher à vos données, il les copie, et le disque de {folder} n’a que {free} Mo libres sur les {need} Mo nécessaires. Libérez de la place et relancez-le ; vos données sont inchangées.',
  },
  'update/copy-failed': {
    en: 'Atelier {to} was not started: it first copies your data, and that copy failed ({reason}). Free space on the disk of {folder} or correct its permissions, and start it again; your data are unchanged.',
    fr: 'Atelier {to} n’a pas démarré : il copie d’abord vos données, et cette copie a échoué ({reason}). Libérez de la place sur le disque de {folder} ou corrigez ses droits, puis relancez-le ; vos données sont inchangées.',
  },
  'update/rehearsal-failed': {
    en: 'Atelier {to} was not started: in a trial on a copy, it could not convert the data of {id} ({reason}). Continue with Atelier {from}, whose data are unchanged, and report this.',
    fr: 'Atelier {to} n’a pas démarré : essayé sur une copie, il n’a pas pu convertir les données de {id} ({reason}). Continuez avec Atelier {from}, qui retrouve vos données inchangées, et signalez-le.',
  },
  'update/start-failed': {
    en: 'Atelier {to} was started {tries} times and never finished starting. Your data as Atelier {from} left them are in {copy}: start with --restore to restore them, then use Atelier {from} again.',
    fr: 'Atelier {to} a été lancé {tries} fois sans jamais finir de démarrer. Vos données telles qu’Atelier {from} les a laissées sont dans {copy} : lancez-le avec --restore pour les restaurer, puis utilisez de nouveau Atelier {from}.',
  },
  'update/not-settled': {
    en: 'Atelier {to} runs, but {id} could not convert its data ({reason}). Your data as Atelier {from} left them are in {copy}: quit Atelier and start it with --restore to restore them.',
    fr: 'Atelier {to} fonctionne, mais {id} n’a pas pu convertir ses données ({reason}). Vos données telles qu’Atelier {from} les a laissées sont dans {copy} : quittez Atelier et lancez-le avec --restore pour les restaurer.',
  },
  'update/copy-damaged': {
    en: 'Atelier did not restore your data: {file} in the copy {copy} is missing, or has changed since it was copied. Nothing was changed. Keep that folder, and take the file from one of your own backups.',
    fr: 'Atelier n’a pas restauré vos données : {file} manque dans la copie {copy}, ou a changé depuis la copie. Rien n’a changé. Gardez ce dossier et reprenez le fichier dans l’une de vos propres sauvegardes.',
  },
  'update/nothing-to-restore': {
    en: 'Atelier has nothing to restore: {folder} contains no copy from before an update. Start it without --restore.',
    fr: 'Atelier n’a rien à restaurer : {folder} ne contient aucune copie d’avant une mise à jour. Lancez-le sans --restore.',
  },
  'update/record-unreadable': {
    en: 'Atelier was not started: {file}, which records the version that last used your data, cannot be read ({reason}). Correct its permissions, or move it away if it is damaged; your data are unchanged.',
    fr: 'Atelier n’a pas démarré : {file}, qui indique la dernière version à avoir utilisé vos données, est illisible ({reason}). Corrigez ses droits, ou déplacez-le s’il est endommagé ; vos données sont inchangées.',
  },
});
