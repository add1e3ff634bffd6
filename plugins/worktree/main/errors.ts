import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'worktree/no-project': {
    en: 'This conversation belongs to no project, so there is nothing to make a worktree of. Begin one in a project.',
    fr: 'Cette conversation n’appartient à aucun projet : il n’y a rien dont faire un worktree. Commencez-en une dans un projet.',
  },
  'worktree/no-folder': {
    en: 'Git was not used, because this conversation works in no folder. Begin one in a project.',
    fr: 'Git n’a pas été utilisé, car cette conversation ne travaille dans aucun dossier. Commencez-en une dans un projet.',
  },
  'worktree/nothing-to-tell': {
    en: 'No message was written for {folder}, because nothing in it differs as text, or too much. Stage something smaller, or write the message yourself.',
    fr: 'Aucun message n’a été écrit pour {folder}, car rien n’y diffère en texte, ou trop. Indexez moins, ou écrivez le message vous-même.',
  },
  'worktree/has-one': {
    en: 'This conversation works in a worktree already: {folder}.',
    fr: 'Cette conversation travaille déjà dans un worktree : {folder}.',
  },
  'worktree/has-none': {
    en: 'This conversation works in its project’s folder; it has no worktree to leave.',
    fr: 'Cette conversation travaille dans le dossier de son projet ; elle n’a pas de worktree à quitter.',
  },
  'worktree/no-repository': {
    en: '{folder} is in no Git repository, or Git is not installed, so no worktree can be created. Install Git, or create a repository there.',
    fr: '{folder} n’est dans aucun dépôt Git, ou Git n’est pas installé : aucun worktree ne peut être créé. Installez Git, ou créez-y un dépôt.',
  },
  'worktree/no-commit': {
    en: 'The repository in {folder} has no commit yet, and a worktree begins with one. Commit once, then try again.',
    fr: 'Le dépôt de {folder} n’a encore aucun commit, et un worktree en part. Faites un premier commit, puis réessayez.',
  },
  'worktree/no-subfolder': {
    en: 'No worktree was created: in the last commit, {folder} is a link or a file, not the folder that this project works in. Commit the folder, then try again.',
    fr: 'Aucun worktree n’a été créé : dans le dernier commit, {folder} est un lien ou un fichier, et non le dossier où travaille ce projet. Validez le dossier, puis réessayez.',
  },
  'worktree/no-such-task': {
    en: 'These tries are not known any more. Their conversations are in the list.',
    fr: 'Ces essais ne sont plus connus. Leurs conversations sont dans la liste.',
  },
  'worktree/too-many-tries': {
    en: 'No further try was begun: a task has {most} at most. Begin it as a new task.',
    fr: 'Aucun autre essai n’a commencé : une tâche en a {most} au plus. Commencez une nouvelle tâche.',
  },
  'worktree/nothing-away': {
    en: 'Nothing was brought back: no worktree of this conversation was removed with its changes kept.',
    fr: 'Rien n’a été rétabli : aucun worktree de cette conversation n’a été supprimé en gardant ses modifications.',
  },
  'worktree/try-is-away': {
    en: 'This try was not kept: its worktree was removed when another one was kept. Bring it back first, then keep it.',
    fr: 'Cet essai n’a pas été gardé : son worktree a été supprimé quand un autre a été gardé. Rétablissez-le d’abord, puis gardez-le.',
  },
  'worktree/try-failed': {
    en: 'The try could not begin: {reason}. Begin another one.',
    fr: 'L’essai n’a pas pu commencer : {reason}. Commencez-en un autre.',
  },
  'worktree/setup-failed': {
    en: 'The set-up could not begin: {reason}. Run it again.',
    fr: 'La préparation n’a pas pu commencer : {reason}. Relancez-la.',
  },
  'worktree/setup-ended': {
    en: 'The set-up of the worktree failed, so nothing was done in it: {line} ended with code {code}. It last said: {said}. Mend the command in Git, Set-up…; the worktree {folder} is kept.',
    fr: 'La préparation du worktree a échoué, rien n’y a donc été fait : {line} s’est terminée avec le code {code}. Derniers mots : {said}. Corrigez la commande dans Git, Préparation… ; le worktree {folder} est gardé.',
  },
  'worktree/setup-cut': {
    en: 'The set-up of the worktree did not come to its end, so nothing was done in it: {line} was stopped, or took too long. Run it again; the worktree {folder} is kept.',
    fr: 'La préparation du worktree n’est pas allée à son terme, rien n’y a donc été fait : {line} a été arrêtée ou a duré trop longtemps. Relancez-la  ; le worktree {folder} est gardé.',
  },
  'worktree/no-conflict': {
    en: 'There is nothing to resolve: the branch can be merged as it is. Merge it.',
    fr: 'Il n’y a rien à résoudre : la branche peut être fusionnée telle quelle. Fusionnez-la.',
  },
  'worktree/no-resolution': {
    en: 'Nothing was merged: no resolution of this merge is there any more. Have the conflicts resolved again.',
    fr: 'Rien n’a été fusionné : il n’y a plus de résolution de cette fusion. Faites résoudre les conflits à nouveau.',
  },
  'worktree/resolution-stays': {
    en: 'The resolution was left, and nothing was merged. Its worktree stays, because something in it cannot be kept elsewhere: {folder}. Look at it in its conversation, and leave the worktree there.',
    fr: 'La résolution est abandonnée, et rien n’a été fusionné. Son worktree reste, car quelque chose n’y peut être gardé ailleurs : {folder}. Regardez-le dans sa conversation, et quittez-y le worktree.',
  },
  'worktree/resolver-works': {
    en: 'Nothing was merged: the agent is still resolving the conflicts. Wait until it has finished, or stop it in its conversation.',
    fr: 'Rien n’a été fusionné : l’agent résout encore les conflits. Attendez qu’il ait fini, ou arrêtez-le dans sa conversation.',
  },
  'worktree/hooks-changed': {
    en: 'The hooks were not trusted, because they have changed since you looked at them. Look at them again.',
    fr: 'Les hooks n’ont pas reçu votre confiance, car ils ont changé depuis que vous les avez regardés. Regardez-les de nouveau.',
  },
  'worktree/in-use': {
    en: 'The worktree {folder} was not removed: the conversation “{title}” works in it. Let it go back to its project’s folder.',
    fr: 'Le worktree {folder} n’a pas été supprimé : la conversation « {title} » y travaille. Faites-la revenir dans le dossier de son projet.',
  },
  'worktree/not-stored': {
    en: '{folder} is no worktree of Atelier any more. Open the list again.',
    fr: '{folder} n’est plus un worktree d’Atelier. Ouvrez la liste à nouveau.',
  },
  'worktree/not-committed': {
    en: '{count} files in {folder} are not committed, and would be lost with it. Commit or discard them, then try again.',
    fr: '{count} fichiers de {folder} ne sont pas validés et seraient perdus avec lui. Validez-les ou annulez-les, puis réessayez.',
  },
});
