import { defineErrors } from '@atelier/kernel';

/** Errors of an extension before, while and after it runs. */
export const extensionErrors = defineErrors({
  'extension/manifest-unreadable': {
    en: 'The extension in {folder} is switched off: its package.json cannot be read ({reason}). Correct the file, or remove the folder.',
    fr: 'L’extension dans {folder} est désactivée : son package.json est illisible ({reason}). Corrigez le fichier ou supprimez le dossier.',
  },
  'extension/manifest-invalid': {
    en: 'The extension {id} is switched off: its package.json does not match the manifest schema. {violations} Correct it, or remove the extension.',
    fr: 'L’extension {id} est désactivée : son package.json ne respecte pas le schéma du manifeste. {violations} Corrigez-le ou retirez l’extension.',
  },
  'extension/duplicate-id': {
    en: 'The extension {id} in {folder} is switched off: {other} has the same name and comes first. Rename one of them, or remove one.',
    fr: 'L’extension {id} dans {folder} est désactivée : {other} porte le même nom et passe avant. Renommez ou retirez l’une des deux.',
  },
  'extension/name-reserved': {
    en: 'The extension in {folder} is switched off: its name, {id}, is that of Atelier itself. Remove it, or rename it.',
    fr: 'L’extension dans {folder} est désactivée : son nom, {id}, est celui d’Atelier lui-même. Retirez-la ou renommez-la.',
  },
  'extension/word-taken': {
    en: '{id} is switched off: the names of what it adds begin with "{word}", and so do those of {other}, so it could answer in place of {other}. Remove one of them.',
    fr: '{id} est désactivée : les noms de ce qu’elle ajoute commencent par « {word} », comme ceux de {other} ; elle pourrait répondre à sa place. Retirez l’une des deux.',
  },
  'extension/word-in-use': {
    en: '{id} cannot be installed: the names of what it adds begin with "{word}", and so do those of {other}, which is already installed. Remove {other} first, or do without {id}.',
    fr: '{id} ne peut pas être installée : les noms de ce qu’elle ajoute commencent par « {word} », comme ceux de {other}, qui est déjà installée. Retirez d’abord {other}, ou renoncez à {id}.',
  },
  'extension/engine-mismatch': {
    en: '{id} {version} is switched off: it needs Atelier {range}, but this is version {have}. Update Atelier, or install a version of {id} made for it.',
    fr: '{id} {version} est désactivée : elle demande Atelier {range}, mais vous avez la version {have}. Mettez Atelier à jour ou installez une version de {id} qui convient à la vôtre.',
  },
  'extension/requirement-missing': {
    en: '{id} {version} is switched off: it needs {need} {range}, which is not installed. Install {need}, or remove {id}.',
    fr: '{id} {version} est désactivée : elle demande {need} {range}, qui n’est pas installée. Installez {need} ou retirez {id}.',
  },
  'extension/requirement-version': {
    en: '{id} {version} is switched off: it needs {need} {range}, but {have} is installed. Update {need}, or install another version of {id}.',
    fr: '{id} {version} est désactivée : elle demande {need} {range}, mais {have} est installée. Mettez {need} à jour ou installez une autre version de {id}.',
  },
  'extension/requirement-off': {
    en: '{id} {version} is switched off: it needs {need}, which is also switched off. Switch {need} on, or see why it is refused.',
    fr: '{id} {version} est désactivée : elle demande {need}, qui l’est aussi. Activez {need} ou regardez pourquoi elle est refusée.',
  },
  'extension/cycle': {
    en: '{id} {version} is switched off: it requires itself through {path}. One of these must move the other to atelier.optional.',
    fr: '{id} {version} est désactivée : elle dépend d’elle-même par {path}. L’une d’elles doit déplacer l’autre dans atelier.optional.',
  },
  'extension/profile-closed': {
    en: '{id} asked for "{name}" of the profile, which is not handed to it. Keep files in ctx.paths.data; only a bundled extension can be named in a row of schemas/profile/layout.mjs.',
    fr: '{id} a demandé « {name} » du profil, qui ne lui est pas remis. Gardez les fichiers dans ctx.paths.data ; seule une extension fournie peut être nommée dans une ligne de schemas/profile/layout.mjs.',
  },
  'extension/profile-link': {
    en: '{id} was not handed "{name}" of the profile: {path} is a link, and what it leads to is no part of the profile. Put the folder itself back in its place, then start Atelier again.',
    fr: '{id} n’a pas reçu « {name} » du profil : {path} est un lien, et ce vers quoi il mène ne fait pas partie du profil. Remettez le dossier lui-même à sa place, puis relancez Atelier.',
  },
  'extension/undeclared-dependency': {
    en: '{id} asked for {what} without listing {owner}. Add "{owner}" to atelier.requires or atelier.optional in its package.json.',
    fr: '{id} a demandé {what} sans déclarer {owner}. Ajoutez « {owner} » à atelier.requires ou à atelier.optional dans son package.json.',
  },
  'extension/manifest-too-large': {
    en: 'The extension {id} is switched off: its package.json is larger than {kilobytes} kB or nested deeper than {mostLevels} levels. Make it smaller, or remove the extension.',
    fr: 'L’extension {id} est désactivée : son package.json dépasse {kilobytes} ko ou compte plus de {mostLevels} niveaux imbriqués. Réduisez-le ou retirez l’extension.',
  },
  'extension/not-owner': {
    en: '{id} tried to {verb} {what}, which belongs to {owner}. Use a name that starts with "{id}:", or ask the authors of {owner}.',
    fr: '{id} a tenté l’action {verb} sur {what}, qui appartient à {owner}. Utilisez un nom qui commence par « {id}: » ou adressez-vous aux auteurs de {owner}.',
  },
  'extension/unknown-token': {
    en: '{id} asked for {key}, which no extension provides; {owner} provides {known}. Ask for one of those, or update {owner}.',
    fr: '{id} a demandé {key}, qu’aucune extension ne fournit ; {owner} fournit {known}. Demandez l’un de ceux-là ou mettez {owner} à jour.',
  },
  'extension/already-provided': {
    en: '{id} provides {key} twice. Provide it once, in activate.',
    fr: '{id} fournit {key} deux fois. Ne le fournissez qu’une fois, dans activate.',
  },
  'extension/not-given': {
    en: '{id} may not run "{command}": no entry of its points under atelier.runs names it. Run only commands that such an entry of their own extension names.',
    fr: '{id} ne peut pas exécuter « {command} » : aucune entrée de ses points listés sous atelier.runs ne la nomme. N’exécutez que les commandes que nomme une entrée de leur propre extension.',
  },
  'extension/unknown-point': {
    en: '{id} contributes to {point}, which {owner} does not have; {meant}it has {known}. Correct the name in atelier.contributes, or update {owner}.',
    fr: '{id} ajoute une contribution à {point}, que {owner} n’a pas ; {meant}elle a {known}. Corrigez le nom dans atelier.contributes ou mettez {owner} à jour.',
  },
  'extension/invalid-contribution': {
    en: '{id} contributes an entry to {point} that does not match its schema. {violations} Correct the entry; the rest of {id} works without it.',
    fr: '{id} ajoute à {point} une entrée qui ne respecte pas son schéma. {violations} Corrigez-la ; le reste de {id} fonctionne sans elle.',
  },
  'extension/contribution-name': {
    en: '{id} names a contribution "{name}", but its names must start with "{word}". Rename it; the rest of {id} works without it.',
    fr: '{id} nomme une contribution « {name} », mais ses noms doivent commencer par « {word} ». Renommez-la ; le reste de {id} fonctionne sans elle.',
  },
  'extension/duplicate-contribution': {
    en: '{id} contributes "{name}" to {point}, but {other} already has one with that name. Rename it; the rest of {id} works without it.',
    fr: '{id} ajoute à {point} la contribution « {name} », mais {other} en a déjà une de ce nom. Renommez-la ; le reste de {id} fonctionne sans elle.',
  },
  'extension/channel-taken': {
    en: '{id} cannot serve the channel "{channel}": it belongs to {other}. Choose another channel name in atelier.channels.',
    fr: '{id} ne peut pas servir le canal « {channel} » : il appartient à {other}. Choisissez un autre nom dans atelier.channels.',
  },
  'extension/activation-failed': {
    en: '{id} {version} could not start: {reason} See its log, fix the cause and try again; everything it had set up was removed.',
    fr: '{id} {version} n’a pas pu démarrer : {reason} Consultez son journal, corrigez, puis réessayez ; tout ce qu’elle avait mis en place a été retiré.',
  },
  'extension/activation-timeout': {
    en: '{id} {version} could not start: activate took longer than {seconds} s. Move long work into a handler, then try again.',
    fr: '{id} {version} n’a pas pu démarrer : activate a duré plus de {seconds} s. Déplacez le travail long dans un gestionnaire, puis réessayez.',
  },
  'extension/no-activate': {
    en: '{id} {version} could not start: {file} has no default export with activate. Export defineExtension({ activate(ctx) { … } }) as default.',
    fr: '{id} {version} n’a pas pu démarrer : {file} n’a pas d’export par défaut avec activate. Exportez defineExtension({ activate(ctx) { … } }) par défaut.',
  },
  'extension/is-off': {
    en: '{what} needs {id}, which is switched off. Switch it on in the extensions panel.',
    fr: '{what} a besoin de {id}, qui est désactivée. Activez-la dans le panneau des extensions.',
  },
  'extension/quarantined': {
    en: '{id} {version} is off because it crashed three times within five minutes. See its log; switch it on again to give it another chance.',
    fr: '{id} {version} est désactivée parce qu’elle a planté trois fois en cinq minutes. Consultez son journal ; réactivez-la pour lui donner une autre chance.',
  },
  'extension/held-back': {
    en: '{id} {version} is held back: Atelier was starting it when it stopped answering, or when it was ended twice in a row. See its log or update it; switch it on again to give it another chance.',
    fr: '{id} {version} est retenue : Atelier la démarrait quand il a cessé de répondre, ou quand il a été interrompu deux fois de suite. Consultez son journal ou mettez-la à jour ; réactivez-la pour lui donner une autre chance.',
  },
  'extension/manifest-held-back': {
    en: 'The extension in {folder} is held back: Atelier was ended twice in a row while it read its package.json. It is read again once that file has changed; update the extension, or remove the folder.',
    fr: 'L’extension dans {folder} est retenue : Atelier a été interrompu deux fois de suite en lisant son package.json. Il sera relu une fois ce fichier modifié ; mettez l’extension à jour ou supprimez le dossier.',
  },
  'extension/safe-start': {
    en: '{id} is off for this start only: this is a safe start, with nothing but the plugins that come with Atelier. Start as usual again, or switch it on to start it alone.',
    fr: '{id} est désactivée pour ce démarrage seulement : c’est un démarrage sûr, avec les seuls plugins livrés avec Atelier. Revenez au démarrage habituel, ou activez-la pour ne démarrer qu’elle.',
  },
  'extension/blocked': {
    en: '{id} {version} is off because a list of blocked extensions names it: {why} Update it, go back to an earlier version, or remove it.',
    fr: '{id} {version} est désactivée parce qu’une liste d’extensions bloquées la nomme : {why} Mettez-la à jour, revenez à une version antérieure, ou retirez-la.',
  },
  'extension/no-replacement': {
    en: '{by} cannot replace the view {view}: no extension that is switched on offers it. Look at the list of views again; the extension may have been switched off.',
    fr: '{by} ne peut pas remplacer la vue {view} : aucune extension active ne la propose. Regardez à nouveau la liste des vues ; l’extension a peut-être été désactivée.',
  },
  'extension/unknown-view': {
    en: 'There is no view "{view}". Check its id, or install the extension that provides it.',
    fr: 'Il n’y a pas de vue « {view} ». Vérifiez son identifiant ou installez l’extension qui la fournit.',
  },
  'extension/unknown': {
    en: 'There is no extension {id}. Check the name, or install it.',
    fr: 'Il n’y a pas d’extension {id}. Vérifiez le nom ou installez-la.',
  },
  'extension/stopped': {
    en: '{id} used ctx.{verb} after it had been stopped. End its work when ctx.signal aborts.',
    fr: '{id} a utilisé ctx.{verb} après son arrêt. Terminez son travail quand ctx.signal émet « abort ».',
  },
  'extension/right-missing': {
    en: '{id} used {what} without requesting the right to it. Add {line} to atelier.rights in its package.json.',
    fr: '{id} a utilisé {what} sans en demander le droit. Ajoutez {line} à atelier.rights dans son package.json.',
  },
  'extension/right-not-granted': {
    en: '{id} may not use {what}: it requests {line}, and you have not granted it. Grant it in the details of {id}, or leave it refused.',
    fr: '{id} ne peut pas utiliser {what} : elle demande {line}, que vous n’avez pas accordé. Accordez-le dans les détails de {id} ou laissez-le refusé.',
  },
  'extension/not-allowed': {
    en: '{id} may not {verb}: only extensions that come with Atelier may. Offer the person a button for it instead.',
    fr: '{id} ne peut pas {verb} : seules les extensions livrées avec Atelier le peuvent. Proposez plutôt un bouton à la personne.',
  },
  'extension/no-access-row': {
    en: '{id} may not call {what}: {owner} does not declare who may call it, so no other extension may. Ask the authors of {owner} to give it a row in their access table.',
    fr: '{id} ne peut pas appeler {what} : {owner} ne déclare pas qui en a le droit, donc aucune autre extension ne l’a. Demandez aux auteurs de {owner} d’ajouter une ligne à leur table d’accès.',
  },
  'extension/reserved-scope': {
    en: '{id} is refused: names that begin with {scope} are those of the plugins that come with Atelier. Give the package a name in a scope of your own.',
    fr: '{id} est refusée : les noms qui commencent par {scope} sont ceux des extensions livrées avec Atelier. Donnez au paquet un nom dans une portée à vous.',
  },
  'extension/foreign-command': {
    en: '{id} names the command {command} in an entry of {point}, and may not run it: only commands of its own, and those that their owner opens to everybody, can be named. The entry is left out.',
    fr: '{id} nomme la commande {command} dans une entrée de {point} et ne peut pas l’exécuter : seules ses propres commandes, et celles que leur propriétaire ouvre à toutes, peuvent être nommées. L’entrée est ignorée.',
  },
  'extension/built-in': {
    en: '{id} comes with Atelier, so it can be neither replaced nor removed. Switch it off instead, or install an extension of another name.',
    fr: '{id} est livrée avec Atelier : elle ne peut être ni remplacée ni retirée. Désactivez-la plutôt, ou installez une extension d’un autre nom.',
  },
  'extension/by-hand': {
    en: '{id} is in {folder}, where it was put by hand, so Atelier does not change that folder. Move it away yourself, then try again.',
    fr: '{id} se trouve dans {folder}, où elle a été déposée à la main ; Atelier ne touche pas à ce dossier. Déplacez-le vous-même, puis réessayez.',
  },
  'extension/cleanup-failed': {
    en: '{id} was stopped, but cleaning up "{label}" failed: {reason} Restart Atelier if part of it remains.',
    fr: '{id} a été arrêtée, mais le nettoyage de « {label} » a échoué : {reason} Redémarrez Atelier s’il en reste une partie.',
  },
  'extension/undeclared': {
    en: '{id} used {what}, which its package.json does not name. Add {line} there.',
    fr: '{id} a utilisé {what}, que son package.json ne nomme pas. Ajoutez-y {line}.',
  },
});
