import { defineErrors } from '@atelier/kernel';

/** Why a change to a repository was not made. */
export const gitErrors = defineErrors({
  'agent/git-no-repository': {
    en: 'Git was not used in {folder}: it is in no repository that Atelier can use, or git is not installed. Choose a folder with a repository of its own, or install git.',
    fr: 'Git n’a pas été utilisé dans {folder} : ce dossier n’est dans aucun dépôt qu’Atelier peut utiliser, ou git n’est pas installé. Choisissez un dossier qui a son dépôt, ou installez git.',
  },
  'agent/git-partial': {
    en: 'Nothing was changed in {folder}: a part of its repository is only on its server, and Atelier fetches nothing by itself. Complete it in a terminal with `git fetch --refetch --no-filter`, then try again.',
    fr: 'Rien n’a changé dans {folder} : une partie de son dépôt n’est que sur son serveur, et Atelier ne va rien chercher de lui-même. Complétez-le dans un terminal avec `git fetch --refetch --no-filter`, puis réessayez.',
  },
  'agent/git-remote': {
    en: 'The remote {remote} of {folder} was not used: its address is not the one that was shown, or there is none. Look at its address again, then try again.',
    fr: 'Le dépôt distant {remote} de {folder} n’a pas été utilisé : son adresse n’est pas celle qui a été affichée, ou il n’y en a pas. Vérifiez son adresse, puis réessayez.',
  },
  'agent/git-address': {
    en: 'The remote {remote} of {folder} was not used: {address} is no address of the form https://, http:// or ssh://. Give it such an address, or use it in a terminal.',
    fr: 'Le dépôt distant {remote} de {folder} n’a pas été utilisé : {address} n’est pas une adresse de la forme https://, http:// ou ssh://. Donnez-lui une telle adresse, ou utilisez-le dans un terminal.',
  },
  'agent/git-name': {
    en: 'Git did nothing in {folder}: {name} cannot be the name of a branch or a commit here. Choose another name.',
    fr: 'Git n’a rien fait dans {folder} : {name} ne peut pas être ici le nom d’une branche ou d’un commit. Choisissez un autre nom.',
  },
  'agent/git-large-files': {
    en: '{branch} was not pushed: the repository of {folder} keeps large files with Git LFS, and Atelier does not send those. Push it in a terminal.',
    fr: '{branch} n’a pas été envoyée : le dépôt de {folder} garde de gros fichiers avec Git LFS, et Atelier ne les envoie pas. Envoyez-la dans un terminal.',
  },
  'agent/git-failed': {
    en: 'Git could not finish in {folder}: {reason}. Correct that, then try again.',
    fr: 'Git n’a pas pu finir dans {folder} : {reason}. Corrigez cela, puis réessayez.',
  },
  'agent/git-worktree-unknown': {
    en: 'The worktree {folder} was not removed: Atelier did not create it, or it is no longer what Atelier created. Remove it in a terminal if it is yours.',
    fr: 'Le worktree {folder} n’a pas été supprimé : Atelier ne l’a pas créé, ou il n’est plus ce qu’Atelier a créé. Supprimez-le dans un terminal s’il est à vous.',
  },
  'agent/git-worktree-changed': {
    en: 'The worktree {folder} was not removed: it has changes that are not committed, or submodules. Commit or discard them, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : il a des modifications qui ne sont pas dans un commit, ou des sous-modules. Validez-les ou annulez-les, puis réessayez.',
  },
});
