import { defineErrors } from '@atelier/kernel';

/** Why the conflicts of a merge are not resolved here, or not taken as they were resolved. */
export const resolvingErrors = defineErrors({
  'agent/git-too-many-conflicts': {
    en: 'Nothing was begun: {count} files are in conflict, and at most {most} are resolved here. Merge {branch} into {base} in a terminal, or in smaller steps.',
    fr: 'Rien n’a commencé : {count} fichiers sont en conflit, et {most} au plus sont résolus ici. Fusionnez {branch} dans {base} dans un terminal, ou par étapes plus petites.',
  },
  'agent/git-not-resolvable': {
    en: 'Nothing was begun: Atelier could not store {path} as it is in the merge, because it is a submodule, or git changes its content (Git LFS, git-crypt, line ends). Merge {branch} into {base} in a terminal.',
    fr: 'Rien n’a commencé : Atelier ne pourrait pas enregistrer {path} tel qu’il est dans la fusion, car c’est un sous-module, ou git en change le contenu (Git LFS, git-crypt, fins de ligne). Fusionnez {branch} dans {base} dans un terminal.',
  },
  'agent/git-beside-conflicts': {
    en: 'Nothing was merged, because files without a conflict differ from the merge: {paths}. Have them put back as they were, or leave the result.',
    fr: 'Rien n’a été fusionné, car des fichiers sans conflit diffèrent de la fusion : {paths}. Faites-les remettre comme ils étaient, ou laissez le résultat.',
  },
});
