import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'automation/unknown': {
    en: 'Atelier has no rule with the id {id}: it was removed, or never saved. Look at the list again.',
    fr: 'Atelier n’a aucune règle portant l’identifiant {id} : elle a été supprimée ou n’a jamais été enregistrée. Consultez de nouveau la liste.',
  },
  'automation/unknown-receipt': {
    en: 'Atelier has no receipt with the id {id} any more: old ones are removed. Look at the list again.',
    fr: 'Atelier n’a plus de reçu portant l’identifiant {id} : les anciens sont supprimés. Consultez de nouveau la liste.',
  },
  'automation/changed': {
    en: 'Nothing was done with the rule {title}, because it was changed meanwhile, in another window or by an extension. Look at it again, then do it once more.',
    fr: 'Rien n’a été fait avec la règle {title}, car elle a été modifiée entre-temps, dans une autre fenêtre ou par une extension. Relisez-la, puis recommencez.',
  },
  'automation/newer': {
    en: 'The rule {title} was made by a newer Atelier, which knows things that this one does not. Update Atelier to change or run it; it can be removed.',
    fr: 'La règle {title} vient d’un Atelier plus récent, qui connaît des choses que celui-ci ignore. Mettez Atelier à jour pour la modifier ou l’exécuter ; elle peut être supprimée.',
  },
  'automation/unreadable': {
    en: 'The rule {title} cannot be read: what the database has of it is damaged. It does not run, and stays as it is until you delete it; write it anew if you need it.',
    fr: 'La règle {title} est illisible : ce que la base de données en contient est endommagé. Elle ne s’exécute pas et reste telle quelle jusqu’à ce que vous la supprimiez ; écrivez-la de nouveau si vous en avez besoin.',
  },
  'automation/no-worktree': {
    en: 'The rule did not run, because it needs a worktree of its own: it names no project. Choose one with git in its fields, or let it work without a worktree.',
    fr: 'La règle ne s’est pas exécutée, car il lui faut un arbre de travail à elle et elle ne nomme aucun projet. Choisissez-en un sous git dans ses champs, ou laissez-la travailler sans arbre de travail.',
  },
  'automation/no-system-scheduler': {
    en: 'Rules do not run while Atelier is closed: the system did not take the times ({program}: {why}). Keep Atelier open, or look at what it says and try again; nothing was left behind.',
    fr: 'Les règles ne s’exécutent pas quand Atelier est fermé : le système n’a pas accepté les heures ({program} : {why}). Laissez Atelier ouvert, ou voyez ce qu’il dit et réessayez ; rien n’est resté.',
  },
  'automation/not-started-so': {
    en: 'Rules do not run while Atelier is closed: this system cannot start Atelier for them, or this is a second profile. Keep Atelier open.',
    fr: 'Les règles ne s’exécutent pas quand Atelier est fermé : ce système ne peut pas le démarrer pour elles, ou c’est un second profil. Laissez Atelier ouvert.',
  },
  'automation/too-often': {
    en: 'The rule {title} waits {minutes} minutes, because it is set off again and again. If that goes on, it waits longer each time, and is switched off after a day. If it sets itself off, change or switch off what does.',
    fr: 'La règle {title} attend {minutes} minutes, car elle est déclenchée sans cesse. Si cela continue, elle attend plus longtemps à chaque fois, et elle est désactivée au bout d’un jour. Si elle se déclenche elle-même, modifiez ou désactivez ce qui le fait.',
  },
  'automation/loops': {
    en: 'The rule {title} was switched off, because it was set off again and again for a day, each time soon after its own run. Look at what sets it off, change that, then switch it on again.',
    fr: 'La règle {title} a été désactivée, car elle a été déclenchée sans cesse pendant un jour, chaque fois peu après sa propre exécution. Voyez ce qui la déclenche, modifiez-le, puis réactivez-la.',
  },
  'automation/bursts': {
    en: 'The rule {title} was switched off, because for a day it was set off again and again more than {most} times in a minute. Let what sets it off do so less often, or give the rule a time to wait between two runs, then switch it on again.',
    fr: 'La règle {title} a été désactivée, car pendant un jour elle a été déclenchée sans cesse plus de {most} fois en une minute. Faites que ce qui la déclenche le fasse moins souvent, ou donnez à la règle une attente entre deux exécutions, puis réactivez-la.',
  },
  'automation/not-ended': {
    en: 'How a run of {title} ended could not be written yet: the disk did not take it. Its receipt says that it runs until then. It is tried again each minute; make room on the disk if it is full.',
    fr: 'La fin d’une exécution de {title} n’a pas encore pu être écrite : le disque l’a refusée. D’ici là, son reçu la dit en cours. Un nouvel essai a lieu chaque minute ; libérez de la place si le disque est plein.',
  },
  'automation/bad-rule': {
    en: 'The rule that {id} proposes was not saved, because it does not have the form of a rule: {where} ({what}). Its author has to correct the extension.',
    fr: 'La règle que propose {id} n’a pas été enregistrée, car elle n’a pas la forme d’une règle : {where} ({what}). Son auteur doit corriger l’extension.',
  },
  'automation/out-of-bounds': {
    en: 'The rule was not saved or switched on. {what} Change it in its sentence or in its fields.',
    fr: 'La règle n’a pas été enregistrée ni activée. {what} Modifiez-la dans sa phrase ou dans ses champs.',
  },
  'automation/unseen': {
    en: 'The rule {title} was not saved or switched on, because it gives to its action more than you are shown: at most {lines} values of {text} characters. Let it give less.',
    fr: 'La règle {title} n’a pas été enregistrée ni activée, car elle donne à son action plus que ce qui vous est montré : au plus {lines} valeurs de {text} caractères. Faites-lui donner moins.',
  },
  'automation/bad-cron': {
    en: 'Atelier cannot read the schedule {cron}: it needs five fields, for minute, hour, day, month and weekday, such as 30 8 * * 1-5.',
    fr: 'Atelier ne peut pas lire la planification {cron} : il faut cinq champs, pour la minute, l’heure, le jour, le mois et le jour de la semaine, comme 30 8 * * 1-5.',
  },
  'automation/never-fires': {
    en: 'The rule was not saved, because the schedule {cron} never comes: there is no such day in any year. Choose another day or month.',
    fr: 'La règle n’a pas été enregistrée, car la planification {cron} n’arrive jamais : ce jour n’existe dans aucune année. Choisissez un autre jour ou un autre mois.',
  },
  'automation/bad-zone': {
    en: 'Atelier does not know the time zone {zone}. Use a name such as Europe/Paris.',
    fr: 'Atelier ne connaît pas le fuseau horaire {zone}. Utilisez un nom comme Europe/Paris.',
  },
  'automation/past': {
    en: 'The rule would run once at a time that has passed, so it would never run. Choose a later time.',
    fr: 'La règle s’exécuterait une seule fois, à un moment déjà passé : elle ne s’exécuterait jamais. Choisissez un moment à venir.',
  },
  'automation/no-command': {
    en: 'The rule was not saved: no extension has the command {command}. Choose one of the list, or let a model run a command of a shell, such as npm test, in an instruction.',
    fr: 'La règle n’a pas été enregistrée : aucune extension n’a la commande {command}. Choisissez-en une dans la liste, ou faites exécuter une commande de shell, comme npm test, par un modèle, dans une consigne.',
  },
  'automation/window-command': {
    en: 'The rule was not saved: the command {command} runs only in a window, and a rule runs without one. Choose another one of the list.',
    fr: 'La règle n’a pas été enregistrée : la commande {command} ne s’exécute que dans une fenêtre, et une règle s’exécute sans elle. Choisissez-en une autre dans la liste.',
  },
  'automation/not-offered': {
    en: 'The rule needs {id} of the extension {from}, which is not installed, is switched off or does not offer it any more. Install it, or choose something else.',
    fr: 'La règle a besoin de {id} de l’extension {from}, qui n’est pas installée, est désactivée ou ne le propose plus. Installez-la, ou choisissez autre chose.',
  },
  'automation/too-many': {
    en: 'The rule was not saved, because there are {most} rules already. Remove some that you do not need.',
    fr: 'La règle n’a pas été enregistrée, car il y a déjà {most} règles. Supprimez celles dont vous n’avez pas besoin.',
  },
  'automation/too-many-proposals': {
    en: 'The rule of {id} was not saved, because {most} of its proposals wait already. Switch on or dismiss some of them first.',
    fr: 'La règle de {id} n’a pas été enregistrée, car {most} de ses propositions attendent déjà. Activez-en ou écartez-en d’abord quelques-unes.',
  },
  'automation/too-many-of': {
    en: 'The rule of {id} was not saved, because there are {most} rules of it already. Remove some that you do not need.',
    fr: 'La règle de {id} n’a pas été enregistrée, car il y a déjà {most} règles de cette extension. Supprimez celles dont vous n’avez pas besoin.',
  },
  'automation/proposed': {
    en: 'The rule {title} did not run, because the extension {id} has only proposed it. Read what it does and switch it on; then it can be run.',
    fr: 'La règle {title} ne s’est pas exécutée, car l’extension {id} l’a seulement proposée. Lisez ce qu’elle fait et activez-la ; elle pourra alors être exécutée.',
  },
  'automation/taken-over': {
    en: '{id} may not change or remove the rule {title} any more, because you have saved it or switched it on since. The extension may propose another one beside it.',
    fr: '{id} ne peut plus modifier ni supprimer la règle {title}, car vous l’avez enregistrée ou activée depuis. L’extension peut en proposer une autre à côté.',
  },
  'automation/running': {
    en: 'The rule {title} runs already. Wait for its end, or stop it first.',
    fr: 'La règle {title} est déjà en cours d’exécution. Attendez sa fin, ou arrêtez-la d’abord.',
  },
  'automation/run-failed': {
    en: 'The rule could not do its work: {why}. Look at what it does, then run it again.',
    fr: 'La règle n’a pas pu faire son travail : {why}. Vérifiez ce qu’elle fait, puis relancez-la.',
  },
  'automation/at-limit': {
    en: 'The run was stopped, because it reached its limit of time, tokens or money. Raise the limit of the rule, or let it do less at once.',
    fr: 'L’exécution a été arrêtée, car elle a atteint sa limite de temps, de jetons ou d’argent. Augmentez la limite de la règle, ou faites-lui faire moins à la fois.',
  },
  'automation/stopped': {
    en: 'The run was stopped before its end. Run the rule again if you need its result.',
    fr: 'L’exécution a été arrêtée avant sa fin. Relancez la règle si vous avez besoin de son résultat.',
  },
  'automation/interrupted': {
    en: 'Atelier ended, or its automations were switched off, while the rule ran. It is not run again by itself, because part of its work may be done; run it now if you want it.',
    fr: 'Atelier s’est arrêté, ou ses automatisations ont été désactivées, pendant l’exécution de la règle. Elle n’est pas relancée d’elle-même, car une partie du travail est peut-être faite ; exécutez-la maintenant si vous le souhaitez.',
  },
  'automation/refused': {
    en: 'The rule did not run, because the conversation that it goes on in has open access or the network, and no person is there to watch. Set that conversation to secure access without the network, or let the rule begin its own.',
    fr: 'La règle ne s’est pas exécutée, car la conversation qu’elle poursuit a l’accès ouvert ou le réseau, et personne n’est là pour surveiller. Passez cette conversation en accès sécurisé sans réseau, ou laissez la règle en commencer une.',
  },
  'automation/not-chosen': {
    en: 'The rule writes its result into {folder}, which you have not chosen for results. Choose the folder in the rule.',
    fr: 'La règle écrit son résultat dans {folder}, que vous n’avez pas choisi pour les résultats. Choisissez le dossier dans la règle.',
  },
  'automation/not-for-others': {
    en: 'The result was not left there, because an extension set off this run, and only your own rules may write into conversations and channels. Choose a notification in the rule.',
    fr: 'Le résultat n’a pas été laissé là, car une extension a déclenché cette exécution, et seules vos propres règles peuvent écrire dans des conversations et des canaux. Choisissez une notification dans la règle.',
  },
  'automation/no-channels': {
    en: 'Channels is switched off. Switch it on in Extensions, or choose another place in the rule.',
    fr: 'Canaux est désactivé. Activez-le dans Extensions, ou choisissez un autre endroit dans la règle.',
  },
  'automation/not-posted': {
    en: 'The result of {title} was not sent: {why}. It is in its receipt.',
    fr: 'Le résultat de {title} n’a pas été envoyé : {why}. Il est dans son reçu.',
  },
  'automation/maybe-posted': {
    en: 'The result may not have arrived, because the connection ended while it was sent. Atelier does not send it twice; say in Channels what to do.',
    fr: 'Le résultat n’est peut-être pas arrivé, car la connexion s’est terminée pendant l’envoi. Atelier ne l’envoie pas deux fois ; dites dans Canaux ce qu’il faut faire.',
  },
  'automation/post-dropped': {
    en: 'The result was not sent, because you dropped it, removed who was to get it, or deleted the conversation. It is in this receipt.',
    fr: 'Le résultat n’a pas été envoyé, car vous l’avez abandonné, avez retiré son destinataire ou supprimé la conversation. Il est dans ce reçu.',
  },
  'automation/post-failed': {
    en: 'The result was not sent: {why}. Send it again in Channels, or choose another place in the rule.',
    fr: 'Le résultat n’a pas été envoyé : {why}. Renvoyez-le dans Canaux, ou choisissez un autre endroit dans la règle.',
  },
  'automation/place-not-chosen': {
    en: 'The rule of {id} was not saved: only you say where results go. Choose it in the rule once it is there.',
    fr: 'La règle de {id} n’a pas été enregistrée : vous seul dites où vont les résultats. Choisissez-le dans la règle une fois qu’elle est là.',
  },
  'automation/wider': {
    en: 'The rule of {id} was not saved: more than secure access, and commands without a question, only you give. Choose them in the rule once it is there.',
    fr: 'La règle de {id} n’a pas été enregistrée : vous seul donnez plus que l’accès sécurisé, ou des commandes sans question. Choisissez-les dans la règle une fois qu’elle est là.',
  },
  'automation/no-folder': {
    en: 'The result could not be written, because the folder {folder} is gone or is not the one that you chose any more. Choose another one in the rule.',
    fr: 'Le résultat n’a pas pu être écrit, car le dossier {folder} n’existe plus ou n’est plus celui que vous avez choisi. Choisissez-en un autre dans la règle.',
  },
  'automation/not-written': {
    en: 'The result was written to {path}, but what is there now is something else. Look at the file, then run the rule again.',
    fr: 'Le résultat a été écrit dans {path}, mais ce qui s’y trouve maintenant est autre chose. Vérifiez le fichier, puis relancez la règle.',
  },
  'automation/not-left': {
    en: 'The result of {title} was not left in its conversation: {why}. Choose another conversation in the rule, or a notification.',
    fr: 'Le résultat de {title} n’a pas été laissé dans sa conversation : {why}. Choisissez une autre conversation dans la règle, ou une notification.',
  },
  'automation/folder-gone': {
    en: 'The rule did not run, because the folder {folder} of its project no longer exists. Put it back, or choose another project in the rule.',
    fr: 'La règle ne s’est pas exécutée, car le dossier {folder} de son projet n’existe plus. Remettez-le, ou choisissez un autre projet dans la règle.',
  },
  'automation/no-project': {
    en: 'The rule works in a project that there is not any more. Choose another one in the rule.',
    fr: 'La règle travaille dans un projet qui n’existe plus. Choisissez-en un autre dans la règle.',
  },
  'automation/no-conversation': {
    en: 'The rule goes on in a conversation that there is not any more. Choose another one in the rule, or let it begin its own.',
    fr: 'La règle poursuit une conversation qui n’existe plus. Choisissez-en une autre dans la règle, ou laissez-la en commencer une.',
  },
  'automation/no-webhook': {
    en: 'The rule {title} has no webhook, because it waits for something else. Choose the webhook in its “When”, and save it.',
    fr: 'La règle {title} n’a pas de webhook, car elle attend autre chose. Choisissez le webhook dans son « Quand », puis enregistrez-la.',
  },
  'automation/hook-port': {
    en: 'Atelier hears no webhook, because another program has port {port}, which their addresses have. Close that program and look here again, or make a new secret: the addresses then get another port.',
    fr: 'Atelier n’entend aucun webhook, car un autre programme occupe le port {port}, celui de leurs adresses. Fermez ce programme et revenez ici, ou créez un nouveau secret : les adresses prendront alors un autre port.',
  },
  'automation/hook-closed': {
    en: 'Atelier hears no webhook, because the system does not let it listen on this computer: {why}. Look here again later, or restart Atelier.',
    fr: 'Atelier n’entend aucun webhook, car le système ne le laisse pas écouter sur cet ordinateur : {why}. Revenez plus tard, ou redémarrez Atelier.',
  },
  'automation/hook-refused': {
    en: 'Atelier takes calls of its webhooks only from programs of this computer, under the address that the rule shows, and not from web pages. Call that address.',
    fr: 'Atelier n’accepte les appels de ses webhooks que des programmes de cet ordinateur, à l’adresse que la règle affiche, et non de pages web. Appelez cette adresse.',
  },
  'automation/hook-method': {
    en: 'Atelier takes calls of its webhooks with POST only. Send the same call with POST.',
    fr: 'Atelier n’accepte les appels de ses webhooks qu’avec POST. Envoyez le même appel avec POST.',
  },
  'automation/hook-unknown': {
    en: 'Atelier has no rule with a webhook at this address, or it is off. Copy the address from the rule, and switch the rule on.',
    fr: 'Atelier n’a aucune règle avec un webhook à cette adresse, ou elle est désactivée. Copiez l’adresse depuis la règle, et activez la règle.',
  },
  'automation/hook-secret': {
    en: 'Atelier refused the call of this webhook, because its secret is missing or is not the newest one. Send it as “Authorization: Bearer …” or as “?secret=…”; the rule can make a new one.',
    fr: 'Atelier a refusé l’appel de ce webhook, car son secret manque ou n’est pas le plus récent. Envoyez-le avec « Authorization: Bearer … » ou « ?secret=… » ; la règle peut en créer un nouveau.',
  },
  'automation/hook-too-long': {
    en: 'Atelier refused the call of this webhook, because its body is longer than 64 kB. Send less.',
    fr: 'Atelier a refusé l’appel de ce webhook, car son contenu dépasse 64 ko. Envoyez-en moins.',
  },
  'automation/hook-too-fast': {
    en: 'Atelier refused the call of this webhook, because it had too many within a minute. Call again in a minute, less often.',
    fr: 'Atelier a refusé l’appel de ce webhook, car il y en a eu trop en une minute. Rappelez dans une minute, moins souvent.',
  },
  'automation/switched-off': {
    en: 'The rule {title} was switched off, because it failed {count} times in a row. Look at its last receipt, then switch it on again.',
    fr: 'La règle {title} a été désactivée, car elle a échoué {count} fois de suite. Consultez son dernier reçu, puis réactivez-la.',
  },
  'automation/not-yours': {
    en: '{id} may not change the rule {title}, because it did not save it. Change it in the automations yourself.',
    fr: '{id} ne peut pas modifier la règle {title}, car ce n’est pas elle qui l’a enregistrée. Modifiez-la vous-même dans les automatisations.',
  },
  'automation/not-for-extensions': {
    en: 'The rule of {id} was not saved: a rule that an extension saves cannot run commands. Use an action of the extension instead.',
    fr: 'La règle de {id} n’a pas été enregistrée : une règle enregistrée par une extension ne peut pas exécuter de commandes. Utilisez plutôt une action de l’extension.',
  },
  'automation/unknown-trigger': {
    en: '{id} told of {trigger}, which it does not offer as a trigger of rules. It must stand in its manifest.',
    fr: '{id} a signalé {trigger}, qu’elle ne propose pas comme déclencheur de règles. Il doit figurer dans son manifeste.',
  },
});
