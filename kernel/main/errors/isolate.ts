import { defineErrors } from '@atelier/kernel';

/** Errors of an extension that runs in a process of its own. */
export const isolateErrors = defineErrors({
  'extension/crashed': {
    en: '{id} ended unexpectedly ({how}). Everything it had set up was removed; retry it, or switch it off if it happens again.',
    fr: '{id} s’est arrêtée de façon inattendue ({how}). Tout ce qu’elle avait mis en place a été retiré ; réessayez, ou désactivez-la si cela se répète.',
  },
  'extension/hung': {
    en: '{id} did not respond for {seconds} s and was stopped. Retry it, or report to its author that it blocks.',
    fr: '{id} n’a pas répondu pendant {seconds} s et a été arrêtée. Réessayez, ou signalez à son auteur qu’elle se bloque.',
  },
  'extension/out-of-memory': {
    en: '{id} used more than the {megabytes} MB that it is allowed and was stopped. Retry it, or report it to its author.',
    fr: '{id} a dépassé les {megabytes} Mo autorisés et a été arrêtée. Réessayez, ou signalez-le à son auteur.',
  },
  'extension/flooded': {
    en: '{id} kept sending more than {rate} messages a second and was stopped. Report it to its author.',
    fr: '{id} envoyait sans cesse plus de {rate} messages par seconde et a été arrêtée. Signalez-le à son auteur.',
  },
  'extension/protocol': {
    en: '{id} sent something that is not a message of the extension protocol ({what}) and was stopped. Reinstall it, or report it to its author.',
    fr: '{id} a envoyé autre chose qu’un message du protocole d’extension ({what}) et a été arrêtée. Réinstallez-la, ou signalez-le à son auteur.',
  },
  'extension/slowed': {
    en: '{id} is slowed down, because it uses {what}. It will be stopped if that continues; switch it off, or allow it more under Costs.',
    fr: '{id} est ralentie, car elle utilise {what}. Elle sera arrêtée si cela continue ; désactivez-la, ou accordez-lui davantage sous Coûts.',
  },
  'extension/over-budget': {
    en: '{id} was stopped, because it kept using {what} after it was slowed down. Retry it, allow it more under Costs, or report it to its author.',
    fr: '{id} a été arrêtée, car elle continuait d’utiliser {what} bien que ralentie. Réessayez, accordez-lui davantage sous Coûts, ou signalez-le à son auteur.',
  },
  'extension/gone': {
    en: '{id} has stopped, so {what} was not answered. Start it again to use it.',
    fr: '{id} est arrêtée : {what} reste sans réponse. Redémarrez-la pour l’utiliser.',
  },
  'extension/no-answer': {
    en: '{id} did not answer {what} within {seconds} s. Try again, or report it to its author.',
    fr: '{id} n’a pas répondu à {what} en {seconds} s. Réessayez, ou signalez-le à son auteur.',
  },
  'extension/call-cancelled': {
    en: '{what} of {id} was cancelled before it answered. Call it again if it is still needed.',
    fr: '{what} de {id} a été annulé avant sa réponse. Relancez-le s’il est encore utile.',
  },
  'extension/bad-argument': {
    en: '{id} called {verb} with a wrong argument: {what}. Correct the call in the extension.',
    fr: '{id} a appelé {verb} avec un mauvais argument : {what}. Corrigez l’appel dans l’extension.',
  },
  'extension/too-many': {
    en: '{id} has more than {limit} {what} open. Dispose of those that are no longer needed.',
    fr: '{id} a plus de {limit} {what} ouverts. Libérez ceux qui ne servent plus.',
  },
  'extension/message-too-large': {
    en: '{id} tried to send {bytes} bytes in one message; the maximum is {limit}. Send it in parts, or store it and send its location.',
    fr: '{id} a voulu envoyer {bytes} octets en un message ; le maximum est {limit}. Envoyez-le par parties, ou stockez-le et envoyez son emplacement.',
  },
  'extension/reached-out': {
    en: '{id} tried something that it is not allowed to do ({what}) and was refused. If you did not expect that, switch it off and report it.',
    fr: '{id} a tenté ce qui ne lui est pas permis ({what}) et a été refusée. Si cela vous surprend, désactivez-la et signalez-le.',
  },
  'extension/notifies-too-often': {
    en: '{id} sent more than {most} notifications within a minute; this one was not shown. Wait, or combine several into one.',
    fr: '{id} a envoyé plus de {most} notifications en une minute ; celle-ci n’a pas été affichée. Attendez, ou réunissez-les en une seule.',
  },
  'extension/node-not-found': {
    en: '{id} cannot start: its process could not be started ({reason}). Check that {node} can be run.',
    fr: '{id} ne peut pas démarrer : son processus n’a pas pu être lancé ({reason}). Vérifiez que {node} peut être exécuté.',
  },
  'storage/statement-failed': {
    en: 'The database of {id} refused a statement: {reason}. Correct the statement in the extension.',
    fr: 'La base de {id} a refusé une instruction : {reason}. Corrigez l’instruction dans l’extension.',
  },
  'storage/answer-too-large': {
    en: 'A query of {id} returned more than {limit} bytes. Read in pages, with LIMIT.',
    fr: 'Une requête de {id} a renvoyé plus de {limit} octets. Lisez par pages, avec LIMIT.',
  },
  'storage/too-slow': {
    en: 'A database call of {id} ran longer than {seconds} s and was stopped; an open transaction was rolled back. Read in pages, or add an index.',
    fr: 'Un appel à la base de {id} a duré plus de {seconds} s et a été arrêté ; la transaction ouverte est annulée. Lisez par pages, ou ajoutez un index.',
  },
  'storage/unreachable': {
    en: 'The database of {id} cannot be reached: the process that serves it has ended. Restart the extension to open it again.',
    fr: 'La base de {id} est injoignable : le processus qui la gère s’est arrêté. Redémarrez l’extension pour la rouvrir.',
  },
  'extension/too-much-at-once': {
    en: '{id} asked for more than {limit} bytes at the same time. Let it wait for an answer before it asks for the next.',
    fr: '{id} a demandé plus de {limit} octets à la fois. Qu’elle attende une réponse avant de demander la suivante.',
  },
  'files/path-too-long': {
    en: '{id} asked for a path of {length} characters and {levels} folders; at most {mostLength} and {mostLevels} are possible. Use a shorter path.',
    fr: '{id} a demandé un chemin de {length} caractères et {levels} dossiers ; au plus {mostLength} et {mostLevels} sont possibles. Utilisez un chemin plus court.',
  },
  'fetch/host-not-granted': {
    en: '{id} may not reach {host}: the right "net" was not granted for it. Add "{host}" to atelier.rights.net in its package.json and grant it.',
    fr: '{id} ne peut pas joindre {host} : le droit « net » n’est pas accordé. Ajoutez "{host}" à atelier.rights.net dans son package.json et accordez-le.',
  },
  'fetch/address-refused': {
    en: '{id} may not reach {host}: it leads to {address}, an address inside this machine or network. It may only if exactly this name or address was granted.',
    fr: '{id} ne peut pas joindre {host} : il mène à {address}, une adresse de cette machine ou de ce réseau. Il faudrait que ce nom ou cette adresse exacts soient accordés.',
  },
  'fetch/bad-request': {
    en: '{id} sent a request that cannot be made: {reason}. Correct the call in the extension.',
    fr: '{id} a envoyé une requête impossible : {reason}. Corrigez l’appel dans l’extension.',
  },
  'fetch/too-large': {
    en: 'The answer of {host} to {id} is larger than {limit} bytes. Ask for less at a time.',
    fr: 'La réponse de {host} à {id} dépasse {limit} octets. Demandez-en moins à la fois.',
  },
  'fetch/redirected': {
    en: '{host} redirects what {id} sent to another host, {other}. Nothing was sent there. If it belongs there, let the extension ask that host itself.',
    fr: '{host} redirige ce que {id} a envoyé vers un autre hôte, {other}. Rien n’y a été envoyé. Si cela lui revient, que l’extension interroge cet hôte elle-même.',
  },
  'fetch/timeout': {
    en: '{host} did not answer {id} within {seconds} s. Try again later.',
    fr: '{host} n’a pas répondu à {id} en {seconds} s. Réessayez plus tard.',
  },
  'fetch/failed': {
    en: '{id} could not reach {host}: {reason}. Check the connection and the address.',
    fr: '{id} n’a pas pu joindre {host} : {reason}. Vérifiez la connexion et l’adresse.',
  },
  'connect/closed': {
    en: 'The connection of {id} to {host} is closed: {reason}. The extension can connect again.',
    fr: 'La connexion de {id} à {host} est fermée : {reason}. L’extension peut se connecter de nouveau.',
  },
  'connect/misused': {
    en: '{id} uses its connection to {host} as it may not: {what}. Correct the call in the extension.',
    fr: '{id} utilise sa connexion à {host} d’une façon interdite : {what}. Corrigez l’appel dans l’extension.',
  },
  'connect/too-many': {
    en: '{id} has {most} connections to other machines already. Let the extension close one first.',
    fr: '{id} a déjà {most} connexions à d’autres machines. L’extension doit d’abord en fermer une.',
  },
  'files/not-granted': {
    en: '{id} may not {mode} {path}. Add a glob for it, with the mode "{mode}", to atelier.rights.files in its package.json and grant it.',
    fr: '{id} n’a pas le droit « {mode} » sur {path}. Ajoutez un glob qui le couvre, avec le mode « {mode} », à atelier.rights.files dans son package.json et accordez-le.',
  },
  'files/outside': {
    en: '{id} may not use {path}: it leads out of the granted folder. Use a path inside it, without links.',
    fr: '{id} ne peut pas utiliser {path} : ce chemin sort du dossier accordé. Utilisez un chemin intérieur, sans lien.',
  },
  'files/too-large': {
    en: '{path} is larger than the {limit} bytes {id} may read or write at once. Use a smaller file.',
    fr: '{path} dépasse les {limit} octets que {id} peut lire ou écrire d’un coup. Utilisez un fichier plus petit.',
  },
  'files/too-many': {
    en: '{id} asked for more than {most} files at once. Ask for one folder after the other, or request a narrower glob.',
    fr: '{id} a demandé plus de {most} fichiers d’un coup. Demandez un dossier après l’autre, ou un glob plus étroit.',
  },
  'files/no-project': {
    en: '{id} asked for the project "{project}", which there is not. It may have been removed; ask for the projects again.',
    fr: '{id} a demandé le projet « {project} », qui n’existe pas. Il a peut-être été retiré ; demandez à nouveau les projets.',
  },
  'files/failed': {
    en: '{id} could not {mode} {path}: {reason}. Check that the file exists and that you may use it.',
    fr: '{id} n’a pas pu faire « {mode} » sur {path} : {reason}. Vérifiez que le fichier existe et que vous pouvez l’utiliser.',
  },
});
