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
  'agent/git-remote-files': {
    en: 'Git could not read {address}: {reason}. Check the address and the branch, and that you may read it, then try again.',
    fr: 'Git n’a pas pu lire {address} : {reason}. Vérifiez l’adresse, la branche et votre droit de la lire, puis réessayez.',
  },
  'agent/git-worktree-unknown': {
    en: 'The worktree {folder} was not removed: Atelier did not create it, or it is no longer what Atelier created. Remove it in a terminal if it is yours.',
    fr: 'Le worktree {folder} n’a pas été supprimé : Atelier ne l’a pas créé, ou il n’est plus ce qu’Atelier a créé. Supprimez-le dans un terminal s’il est à vous.',
  },
  'agent/git-worktree-orphaned': {
    en: 'The worktree {folder} was not removed: its repository is not at {repository} any more, so git cannot tell what would be lost. If the repository was moved, run `git worktree repair {folder}` in it; if it is gone, look through the folder, then delete it yourself.',
    fr: 'Le worktree {folder} n’a pas été supprimé : son dépôt n’est plus à {repository}, git ne peut donc pas dire ce qui serait perdu. Si le dépôt a été déplacé, lancez-y `git worktree repair {folder}` ; s’il n’existe plus, parcourez le dossier, puis supprimez-le vous-même.',
  },
  'agent/git-worktree-aside': {
    en: 'The worktree {folder} was not removed: something took its place while that was tried, and all that was in it is kept in {away}. Move away what is in {folder} now; the worktree is then put back there as soon as the list of worktrees is looked at, or Atelier starts.',
    fr: 'Le worktree {folder} n’a pas été supprimé : quelque chose a pris sa place pendant l’opération, et tout ce qu’il contenait est gardé dans {away}. Déplacez ce qui est maintenant dans {folder} ; le worktree y est remis dès que la liste des worktrees est affichée, ou qu’Atelier démarre.',
  },
  'agent/git-worktree-changed': {
    en: 'The worktree {folder} was not removed: it has changes that are not committed, or files in a submodule. Commit or discard them, remove the files of the submodule, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : il a des modifications qui ne sont pas dans un commit, ou des fichiers dans un sous-module. Validez-les ou annulez-les, supprimez les fichiers du sous-module, puis réessayez.',
  },
  'agent/git-snapshot-gone': {
    en: 'Nothing was brought back in {folder}: what was kept is not there any more. It is kept for 30 days.',
    fr: 'Rien n’a été rétabli dans {folder} : ce qui était gardé n’y est plus. C’est gardé 30 jours.',
  },
  'agent/git-worktree-ignored': {
    en: 'The worktree {folder} was not removed: {path}, which git ignores, would be lost with it. Move or delete that file, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : {path}, que git ignore, serait perdu avec lui. Déplacez ou supprimez ce fichier, puis réessayez.',
  },
  'agent/git-worktree-nested': {
    en: 'The worktree {folder} was not removed: {path} in it is a repository of its own that git ignores, and its commits would be lost with it. Move or delete it, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : {path} y est un dépôt à part entière que git ignore, et ses commits seraient perdus avec lui. Déplacez-le ou supprimez-le, puis réessayez.',
  },
  'agent/git-worktree-detached': {
    en: 'The worktree {folder} was not removed: no branch is checked out there, or a rebase or merge is not finished, so commits in it would be on no branch. Finish that and check out a branch in a terminal, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : aucune branche n’y est active, ou un rebase ou une fusion n’est pas terminé, si bien que des commits ne seraient sur aucune branche. Terminez cela et activez une branche dans un terminal, puis réessayez.',
  },
  'agent/git-worktree-overlooked': {
    en: 'The worktree {folder} was not removed: git was told to overlook changes of {path} (assume-unchanged or skip-worktree), and they would be lost with it. Let git see them with `git update-index`, commit or discard them, then try again.',
    fr: 'Le worktree {folder} n’a pas été supprimé : git ne doit pas voir les modifications de {path} (assume-unchanged ou skip-worktree), qui seraient perdues avec lui. Rendez-les visibles avec `git update-index`, validez-les ou annulez-les, puis réessayez.',
  },
  'agent/git-in-the-way': {
    en: 'Nothing was merged into {branch}: it is checked out in {folder}, where {path}, which git does not follow, would be written over. Move that file, then merge again.',
    fr: 'Rien n’a été fusionné dans {branch} : elle est active dans {folder}, où {path}, que git ne suit pas, serait remplacé. Déplacez ce fichier, puis fusionnez de nouveau.',
  },
  'agent/git-locked': {
    en: 'Nothing was changed in {folder}: another git is at work there, or was killed and left the file {lock} behind. Wait for it; if no git runs any more, remove that file; on Linux, Commit… offers it in a conversation that works there.',
    fr: 'Rien n’a changé dans {folder} : un autre git y travaille, ou a été tué et a laissé le fichier {lock}. Attendez-le ; si aucun git ne tourne plus, supprimez ce fichier ; sous Linux, « Valider… » le propose dans une conversation qui y travaille.',
  },
  'agent/git-unfinished': {
    en: 'Nothing was changed in {folder}: a merge, a rebase or the like is not finished there. Finish or abort it in a terminal, then try again.',
    fr: 'Rien n’a changé dans {folder} : une fusion, un rebase ou une opération semblable n’y est pas terminé. Terminez-le ou abandonnez-le dans un terminal, puis réessayez.',
  },
  'agent/git-filtered': {
    en: '{path} was not staged in {folder}: a filter of git changes its content, such as Git LFS or git-crypt, and Atelier does not run it. Stage it in a terminal.',
    fr: '{path} n’a pas été indexé dans {folder} : un filtre de git en change le contenu, comme Git LFS ou git-crypt, et Atelier ne le lance pas. Indexez-le dans un terminal.',
  },
  'agent/git-file-name': {
    en: '{path} was not staged in {folder}: its name holds bytes that are no UTF-8 text, so it cannot be chosen alone. Stage all, or stage it in a terminal.',
    fr: '{path} n’a pas été indexé dans {folder} : son nom contient des octets qui ne sont pas du texte UTF-8, il ne peut donc pas être choisi seul. Indexez tout, ou indexez-le dans un terminal.',
  },
  'agent/git-changed-since': {
    en: '{path} was not put back in {folder}: it was changed after its changes were discarded. Move it away, then try again.',
    fr: '{path} n’a pas été remis dans {folder} : il a changé après l’annulation de ses modifications. Déplacez-le, puis réessayez.',
  },
  'agent/git-detached': {
    en: 'Nothing was committed in {folder}: no branch is checked out there. Create a branch in a terminal, then try again.',
    fr: 'Aucun commit n’a été fait dans {folder} : aucune branche n’y est active. Créez une branche dans un terminal, puis réessayez.',
  },
  'agent/git-nothing-staged': {
    en: 'Nothing was committed in {folder}: nothing is staged. Stage the files to commit, then try again.',
    fr: 'Aucun commit n’a été fait dans {folder} : rien n’est indexé. Indexez les fichiers à valider, puis réessayez.',
  },
  'agent/git-part-not-text': {
    en: 'The part of {path} was not staged: it holds bytes that are no UTF-8 text, which a part cannot carry unchanged. Stage the whole file.',
    fr: 'La partie de {path} n’a pas été indexée : elle contient des octets qui ne sont pas du texte UTF-8, qu’une partie ne peut pas transmettre tels quels. Indexez le fichier entier.',
  },
  'agent/git-hooks': {
    en: 'Nothing was committed in {folder}: its repository has hooks, programs that run at a commit, and you have not trusted them as they are now. Look at them and trust them, then commit again; what is staged stays staged.',
    fr: 'Aucun commit n’a été fait dans {folder} : son dépôt a des hooks, des programmes lancés lors d’un commit, et vous ne leur avez pas fait confiance tels qu’ils sont. Regardez-les et faites-leur confiance, puis validez de nouveau ; ce qui est indexé le reste.',
  },
  'agent/git-push-hooks': {
    en: '{branch} was not pushed: the repository of {folder} has a hook that checks what is pushed (pre-push), and you have not trusted it as it is now. Look at it and trust it, then push again.',
    fr: '{branch} n’a pas été envoyée : le dépôt de {folder} a un hook qui vérifie ce qui est envoyé (pre-push), et vous ne lui avez pas fait confiance tel qu’il est. Regardez-le et faites-lui confiance, puis envoyez de nouveau.',
  },
  'agent/git-merge-hooks': {
    en: 'Nothing was merged in {folder}: its repository has hooks that check commits, and Atelier runs them only when you commit or push. Merge in a terminal.',
    fr: 'Rien n’a été fusionné dans {folder} : son dépôt a des hooks qui vérifient les commits, et Atelier ne les lance que lors d’un commit ou d’un envoi. Fusionnez dans un terminal.',
  },
  'agent/git-hooks-other': {
    en: 'Nothing was committed or pushed in {folder}: git’s settings name hooks there that Atelier cannot run: {names}. Do it in a terminal; what is staged stays staged.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : les réglages de git y nomment des hooks qu’Atelier ne peut pas lancer : {names}. Faites-le dans un terminal ; ce qui est indexé le reste.',
  },
  'agent/git-hooks-outside': {
    en: 'Nothing was committed or pushed in {folder}: its hook {path} lies outside of the repository (core.hooksPath), and Atelier runs none from there. Do it in a terminal, or move your hooks into the repository.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : son hook {path} est hors du dépôt (core.hooksPath), et Atelier n’en lance aucun de là. Faites-le dans un terminal, ou déplacez vos hooks dans le dépôt.',
  },
  'agent/git-hooks-unread': {
    en: 'Nothing was committed or pushed in {folder}: {path} in the folder of its hooks could not be read as a whole, so these hooks cannot be trusted as they are. Remove it or make it readable, or do it in a terminal.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : {path}, dans le dossier de ses hooks, n’a pas pu être lu en entier, on ne peut donc pas faire confiance à ces hooks tels qu’ils sont. Supprimez-le ou rendez-le lisible, ou faites-le dans un terminal.',
  },
  'agent/git-worktree-filtered': {
    en: 'No worktree was created of {folder}: the filter {filter} of git changes {path} in it, and Atelier does not run it, so that file would not be as you have it. Create the worktree in a terminal.',
    fr: 'Aucun worktree n’a été créé de {folder} : le filtre {filter} de git y change {path}, et Atelier ne le lance pas ; ce fichier ne serait donc pas comme vous l’avez. Créez le worktree dans un terminal.',
  },
  'agent/git-hook-refused': {
    en: 'Nothing was committed or pushed in {folder}: the project’s hook {hook} refused it. Correct what it says, stage that, then try again. It said: “{output}”.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : le hook {hook} du projet l’a refusé. Corrigez ce qu’il dit, indexez-le, puis réessayez. Il a dit : « {output} ».',
  },
  'agent/git-hook-late': {
    en: 'Nothing was committed or pushed in {folder}: the project’s hook {hook} did not come to an end and was ended with everything it had started. Run it in a terminal to see what it waits for, then try again. Its last words: “{output}”.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : le hook {hook} du projet ne se terminait pas et a été arrêté, avec tout ce qu’il avait lancé. Lancez-le dans un terminal pour voir ce qu’il attend, puis réessayez. Ses derniers mots : « {output} ».',
  },
  'agent/git-hook-failed': {
    en: 'Nothing was committed or pushed in {folder}: the project’s hook {hook} could not be run to its end. {reason} Correct that, or do it in a terminal.',
    fr: 'Rien n’a été validé ni envoyé dans {folder} : le hook {hook} du projet n’a pas pu être mené à terme. {reason} Corrigez cela, ou faites-le dans un terminal.',
  },
  'agent/git-hook-message': {
    en: 'Nothing was committed in {folder}: the project’s hooks left no message. Write another one, then commit again.',
    fr: 'Aucun commit n’a été fait dans {folder} : les hooks du projet n’ont laissé aucun message. Écrivez-en un autre, puis validez de nouveau.',
  },
  'agent/git-signing': {
    en: 'Nothing was committed in {folder}: its repository says otherwise than your own settings how you sign ({setting}), and Atelier signs only as yours say. Give {setting} in your own settings with `git config --global`, or commit in a terminal; what is staged stays staged.',
    fr: 'Aucun commit n’a été fait dans {folder} : son dépôt dit autre chose que vos propres réglages sur votre signature ({setting}), et Atelier ne signe que selon les vôtres. Donnez {setting} dans vos propres réglages avec `git config --global`, ou validez dans un terminal ; ce qui est indexé le reste.',
  },
  'agent/git-sign-failed': {
    en: 'Nothing was committed in {folder}: the commit could not be signed: {reason}. Check your key and its program with `git commit -S` in a terminal, then commit again; what is staged stays staged.',
    fr: 'Aucun commit n’a été fait dans {folder} : le commit n’a pas pu être signé : {reason}. Vérifiez votre clé et son programme avec `git commit -S` dans un terminal, puis validez de nouveau ; ce qui est indexé le reste.',
  },
  'agent/git-identity': {
    en: 'Nothing was committed in {folder}: git does not know your name and mail address. Set user.name and user.email with `git config --global`, then try again.',
    fr: 'Aucun commit n’a été fait dans {folder} : git ne connaît ni votre nom ni votre adresse. Définissez user.name et user.email avec `git config --global`, puis réessayez.',
  },
  'agent/git-no-base': {
    en: 'Nothing was merged from {folder}: it has no branch of its own, or the branch to merge into could not be told. Merge in a terminal.',
    fr: 'Rien n’a été fusionné depuis {folder} : ce dossier n’a pas de branche à lui, ou la branche de destination n’a pas pu être déterminée. Fusionnez dans un terminal.',
  },
  'agent/git-checked-out': {
    en: 'Nothing was merged into {branch}: it is checked out in {folder}, with changes that are not committed. Commit them there, then merge again.',
    fr: 'Rien n’a été fusionné dans {branch} : elle est active dans {folder}, avec des modifications qui ne sont pas dans un commit. Validez-les, puis fusionnez de nouveau.',
  },
  'agent/git-merge-attribute': {
    en: 'Nothing was merged in {folder}: both sides have changed {path}, and the attributes of git (.gitattributes) say how that file is merged, which Atelier does not do. Merge in a terminal.',
    fr: 'Rien n’a été fusionné dans {folder} : les deux côtés ont modifié {path}, et les attributs de git (.gitattributes) disent comment ce fichier est fusionné, ce qu’Atelier ne fait pas. Fusionnez dans un terminal.',
  },
  'agent/git-pushed': {
    en: 'The last commit of {folder} was not amended: a branch of a server has it already. Make a new commit.',
    fr: 'Le dernier commit de {folder} n’a pas été modifié : une branche d’un serveur l’a déjà. Faites un nouveau commit.',
  },
  'agent/git-push-refused': {
    en: '{branch} was not pushed: its server refused it, because it has commits that this repository has not, or protects the branch. Pull or rebase in a terminal, or push another branch, then try again.',
    fr: '{branch} n’a pas été envoyée : son serveur l’a refusée, car il a des commits que ce dépôt n’a pas, ou protège la branche. Récupérez-les dans un terminal, ou envoyez une autre branche, puis réessayez.',
  },
  'agent/git-sides-moved': {
    en: 'Nothing was merged, because {base} or {branch} has moved since the conflicts were resolved. Look at what is in conflict now, and resolve that.',
    fr: 'Rien n’a été fusionné, car {base} ou {branch} a avancé depuis que les conflits ont été résolus. Regardez ce qui est en conflit maintenant, et résolvez-le.',
  },
  'agent/git-marks-left': {
    en: 'Nothing was merged, because {path} still has the marks of a conflict. Resolve it, then take the result.',
    fr: 'Rien n’a été fusionné, car {path} contient encore les marques d’un conflit. Résolvez-le, puis prenez le résultat.',
  },
  'agent/git-conflict': {
    en: 'Nothing was committed in {folder}: {path} is in conflict. Resolve it, stage it, then try again.',
    fr: 'Aucun commit n’a été fait dans {folder} : {path} est en conflit. Résolvez-le, indexez-le, puis réessayez.',
  },
  'agent/git-settings': {
    en: 'Nothing was changed in {folder}: git could not read your settings and those of the repository: {reason}. Correct that, then try again.',
    fr: 'Rien n’a changé dans {folder} : git n’a pas pu lire vos réglages et ceux du dépôt : {reason}. Corrigez cela, puis réessayez.',
  },
});
