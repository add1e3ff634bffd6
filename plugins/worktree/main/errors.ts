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
  'worktree/try-failed': {
    en: 'The try could not begin: {reason}. Begin another one.',
    fr: 'L’essai n’a pas pu commencer : {reason}. Commencez-en un autre.',
  },
  'worktree/not-committed': {
    en: '{count} files in {folder} are not committed, and would be lost with it. Commit or discard them, then try again.',
    fr: '{count} fichiers de {folder} ne sont pas validés et seraient perdus avec lui. Validez-les ou annulez-les, puis réessayez.',
  },
});
