import { defineErrors } from '@atelier/kernel';

/** What the person is told where the first start of a new version does not come about. */
export const updateErrors = defineErrors({
  'update/no-space': {
    en: 'Atelier {to} was not started: before it touches your data it copies them, and the disk of {folder} has {free} MB free where {need} MB are needed. Free some space and start it again; your data are unchanged.',
    fr: 'Atelier {to} n’a pas démarré : avant de toucher à vos données, il les copie, et le disque de {folder} n’a que {free} Mo libres sur les {need} Mo nécessaires. Libérez de la place et relancez-le ; vos données sont inchangées.',
  },
  'update/copy-failed': {
    en: 'Atelier {to} was not started: the copy of your data that it makes first failed ({reason}). Free space on the disk of {folder} or mend its rights, and start it again; your data are unchanged.',
    fr: 'Atelier {to} n’a pas démarré : la copie de vos données qu’il fait d’abord a échoué ({reason}). Libérez de la place sur le disque de {folder} ou corrigez ses droits, puis relancez-le ; vos données sont inchangées.',
  },
  'update/rehearsal-failed': {
    en: 'Atelier {to} was not started: tried out on a copy, it could not take over the data of {id} ({reason}). Go on with Atelier {from}, which finds your data unchanged, and report this.',
    fr: 'Atelier {to} n’a pas démarré : essayé sur une copie, il n’a pas pu reprendre les données de {id} ({reason}). Continuez avec Atelier {from}, qui retrouve vos données inchangées, et signalez-le.',
  },
  'update/start-failed': {
    en: 'Atelier {to} was started {tries} times and never came up. Your data as Atelier {from} left them are in {copy}: start with --restore to put them back, then use Atelier {from} again.',
    fr: 'Atelier {to} a été lancé {tries} fois sans jamais démarrer. Vos données telles qu’Atelier {from} les a laissées sont dans {copy} : lancez-le avec --restore pour les reprendre, puis utilisez de nouveau Atelier {from}.',
  },
  'update/not-settled': {
    en: 'Atelier {to} runs, but {id} could not take over its data ({reason}). Your data as Atelier {from} left them are in {copy}: end Atelier and start it with --restore to put them back.',
    fr: 'Atelier {to} fonctionne, mais {id} n’a pas pu reprendre ses données ({reason}). Vos données telles qu’Atelier {from} les a laissées sont dans {copy} : quittez Atelier et lancez-le avec --restore pour les reprendre.',
  },
  'update/copy-damaged': {
    en: 'Atelier did not put back your data: {file} in the copy {copy} is missing or is not what was copied. Nothing was changed. Keep that folder, and take the file from a backup of yours.',
    fr: 'Atelier n’a pas repris vos données : {file} de la copie {copy} manque ou n’est plus ce qui avait été copié. Rien n’a changé. Gardez ce dossier et reprenez le fichier d’une sauvegarde à vous.',
  },
  'update/nothing-to-restore': {
    en: 'Atelier has nothing to put back: {folder} holds no copy from before an update. Start it without --restore.',
    fr: 'Atelier n’a rien à reprendre : {folder} ne contient aucune copie d’avant une mise à jour. Lancez-le sans --restore.',
  },
  'update/record-unreadable': {
    en: 'Atelier was not started: {file}, which says which version last had your data, cannot be read ({reason}). Mend its rights, or move it away if it is damaged; your data are unchanged.',
    fr: 'Atelier n’a pas démarré : {file}, qui dit quelle version a eu vos données en dernier, est illisible ({reason}). Corrigez ses droits, ou déplacez-le s’il est abîmé ; vos données sont inchangées.',
  },
});
