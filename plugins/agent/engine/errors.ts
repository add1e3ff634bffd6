import { defineErrors } from '@atelier/kernel';

/** Errors between a conversation and its provider, and in the engine's own process. */
export const errors = defineErrors({
  'agent/connection-failed': {
    en: '{provider} could not be reached: {reason} ({detail}). Check the network and the address of the provider in Settings > Providers & Models, then send again.',
    fr: '{provider} est injoignable : {reason} ({detail}). Vérifiez le réseau et l’adresse du fournisseur dans Réglages > Fournisseurs et modèles, puis renvoyez.',
  },
  'agent/redirected': {
    en: '{provider} was not asked further: {from} redirects to another host, {to}. Nothing was sent there. If that is where the provider is now, enter its address in Settings > Providers & Models.',
    fr: '{provider} n’a pas été interrogé plus loin : {from} redirige vers un autre hôte, {to}. Rien n’y a été envoyé. Si le fournisseur s’y trouve désormais, saisissez cette adresse dans Réglages > Fournisseurs et modèles.',
  },
  'agent/unauthorised': {
    en: '{provider} refused the credentials ({detail}). Enter a valid key, or sign in again, in Settings > Providers & Models.',
    fr: '{provider} a refusé les identifiants ({detail}). Saisissez une clé valide, ou reconnectez-vous, dans Réglages > Fournisseurs et modèles.',
  },
  'agent/oauth-expired': {
    en: 'The sign-in to {provider} has expired and could not be renewed ({detail}). Sign in again in Settings > Providers & Models.',
    fr: 'La connexion à {provider} a expiré et n’a pas pu être renouvelée ({detail}). Reconnectez-vous dans Réglages > Fournisseurs et modèles.',
  },
  'agent/no-key': {
    en: 'There is no credential for {provider}. Enter a key, or sign in, in Settings > Providers & Models.',
    fr: 'Il n’y a aucun identifiant pour {provider}. Saisissez une clé, ou connectez-vous, dans Réglages > Fournisseurs et modèles.',
  },
  'agent/key-command': {
    en: 'The key or a header of {provider} is a command, which Atelier does not run. It is kept as it is for your own agent; to use {provider} here, enter the key itself in Settings > Providers & Models.',
    fr: 'La clé ou un en-tête de {provider} est une commande, qu’Atelier n’exécute pas. Elle reste telle quelle pour votre propre agent ; pour utiliser {provider} ici, saisissez la clé elle-même dans Réglages > Fournisseurs et modèles.',
  },
  'agent/no-model': {
    en: 'The conversation has no model. Choose one in the composer, or set up a provider in Settings > Providers & Models.',
    fr: 'La conversation n’a pas de modèle. Choisissez-en un dans la zone de saisie, ou configurez un fournisseur dans Réglages > Fournisseurs et modèles.',
  },
  'agent/model-missing': {
    en: '{provider} does not know the model {model}, or its address is wrong ({detail}). Choose another model, or check the address in Settings > Providers & Models.',
    fr: '{provider} ne connaît pas le modèle {model}, ou son adresse est fausse ({detail}). Choisissez un autre modèle, ou vérifiez l’adresse dans Réglages > Fournisseurs et modèles.',
  },
  'agent/model-unknown': {
    en: 'The model {model} is no longer in the list of models. Choose another one.',
    fr: 'Le modèle {model} n’est plus dans la liste des modèles. Choisissez-en un autre.',
  },
  'agent/rate-limited': {
    en: '{provider} accepts no more requests for now ({detail}). Wait a little and send again, or choose another model.',
    fr: '{provider} n’accepte plus de requêtes pour l’instant ({detail}). Attendez un peu puis renvoyez, ou choisissez un autre modèle.',
  },
  'agent/rate-limited-for': {
    en: '{provider} accepts no more requests for {seconds} s ({detail}). Send again after that, or choose another model.',
    fr: '{provider} n’accepte plus de requêtes pendant {seconds} s ({detail}). Renvoyez ensuite, ou choisissez un autre modèle.',
  },
  'agent/empty-answer': {
    en: '{model} ended its answer without a word. Send again, or choose another model.',
    fr: '{model} a terminé sa réponse sans un mot. Renvoyez, ou choisissez un autre modèle.',
  },
  'agent/quota-used': {
    en: 'The account at {provider} has used up its credit or its quota ({detail}). Check its plan and its billing there, or choose another model.',
    fr: 'Le compte chez {provider} a épuisé son crédit ou son quota ({detail}). Vérifiez-y votre formule et la facturation, ou choisissez un autre modèle.',
  },
  'agent/provider-failed': {
    en: '{provider} reported an internal error ({detail}). Send again in a moment, or choose another model.',
    fr: '{provider} a signalé une erreur interne ({detail}). Renvoyez dans un instant, ou choisissez un autre modèle.',
  },
  'agent/request-refused': {
    en: '{provider} refused the request for {model} ({detail}). Change what is sent, or choose another model.',
    fr: '{provider} a refusé la requête pour {model} ({detail}). Modifiez ce qui est envoyé, ou choisissez un autre modèle.',
  },
  'agent/context-full': {
    en: 'The conversation is too long for {model} ({detail}). Compact it, or continue in a new one.',
    fr: 'La conversation est trop longue pour {model} ({detail}). Résumez-la, ou continuez dans une nouvelle.',
  },
  'agent/bad-answer': {
    en: '{provider} sent something other than a model’s answer ({detail}). Check its address in Settings > Providers & Models, and whether the network asks for a sign-in.',
    fr: '{provider} a envoyé autre chose qu’une réponse de modèle ({detail}). Vérifiez son adresse dans Réglages > Fournisseurs et modèles, et si le réseau demande une connexion.',
  },
  'agent/stream-cut': {
    en: 'The answer of {provider} was cut off before its end ({detail}). What arrived is kept; send again to have the answer continued.',
    fr: 'La réponse de {provider} s’est interrompue avant la fin ({detail}). Ce qui est arrivé est gardé ; renvoyez pour la faire continuer.',
  },
  'agent/withheld': {
    en: '{provider} withheld the answer, or the rest of it: it does not let it through ({detail}). Change what is sent, or choose another model.',
    fr: '{provider} a retenu la réponse, ou sa suite : il ne la laisse pas passer ({detail}). Modifiez ce qui est envoyé, ou choisissez un autre modèle.',
  },
  'agent/ended-oddly': {
    en: '{provider} ended the answer for a reason that Atelier does not know ({detail}). Send again, or choose another model.',
    fr: '{provider} a terminé la réponse pour une raison qu’Atelier ne connaît pas ({detail}). Renvoyez, ou choisissez un autre modèle.',
  },
  'agent/failed': {
    en: 'The turn with {model} failed: {detail}. Send again, or choose another model.',
    fr: 'Le tour avec {model} a échoué : {detail}. Renvoyez, ou choisissez un autre modèle.',
  },
  'agent/disk-full': {
    en: 'The message was not taken: the disk is full, and the session file of the conversation could not be written. Free some space, then send again.',
    fr: 'Le message n’a pas été pris : le disque est plein, et le fichier de session de la conversation n’a pas pu être écrit. Libérez de la place, puis renvoyez.',
  },
  'agent/busy': {
    en: 'The agent is still working in the conversation {conversation}. Wait until it has finished, stop it, or steer it.',
    fr: 'L’agent travaille encore dans la conversation {conversation}. Attendez qu’il ait fini, arrêtez-le ou orientez-le.',
  },
  'agent/not-open': {
    en: 'The agent has no running conversation {conversation}. Open it, then try again.',
    fr: 'L’agent n’a pas de conversation {conversation} en cours. Ouvrez-la, puis réessayez.',
  },
  'agent/not-configured': {
    en: 'The agent’s process received work before it knew its folder. Restart Atelier.',
    fr: 'Le processus de l’agent a reçu du travail avant de connaître son dossier. Redémarrez Atelier.',
  },
  'agent/engine-missing': {
    en: 'The engine could not be loaded: {reason}. Install Atelier again.',
    fr: 'Le moteur n’a pas pu être chargé : {reason}. Réinstallez Atelier.',
  },
  'agent/session-unreadable': {
    en: 'The session file {file} cannot be read: {reason}. The conversation’s history is not shown; the file was left as it is.',
    fr: 'Le fichier de session {file} est illisible : {reason}. L’historique de la conversation n’est pas affiché ; le fichier n’a pas été modifié.',
  },
  'agent/session-newer': {
    en: 'The session file {file} was written by a newer version of Atelier. The parts that this version understands are shown; update Atelier to continue the conversation.',
    fr: 'Le fichier de session {file} a été écrit par une version plus récente d’Atelier. Ce que cette version en comprend est affiché ; mettez Atelier à jour pour continuer la conversation.',
  },
  'agent/session-missing': {
    en: 'The session file {file} of the conversation no longer exists. Put it back, from a backup if necessary, or continue in a new conversation.',
    fr: 'Le fichier de session {file} de la conversation n’existe plus. Remettez-le, depuis une sauvegarde au besoin, ou continuez dans une nouvelle conversation.',
  },
  'agent/session-beside': {
    en: 'Another program went on with this conversation at the same time. What it wrote follows; go on with it in one place at a time.',
    fr: 'Un autre programme a poursuivi cette conversation en même temps. Ce qu’il a écrit suit ; continuez-la à un seul endroit à la fois.',
  },
  'agent/call-cut': {
    en: 'The agent’s process ended while the model was writing a call of {tool}. What there was of the call is left out, and nothing of it was run.',
    fr: 'Le processus de l’agent s’est terminé pendant que le modèle écrivait un appel de {tool}. Ce qui en était écrit est laissé de côté, et rien n’en a été exécuté.',
  },
  'agent/session-damaged': {
    en: 'A part of the session file {file} cannot be read, so messages may be missing here. The rest is shown and can be continued; the file is left as it is.',
    fr: 'Une partie du fichier de session {file} est illisible : des messages peuvent manquer ici. Le reste est affiché et peut être poursuivi ; le fichier n’est pas modifié.',
  },
  'agent/session-too-large': {
    en: 'The session file {file} has an old form and is larger than {megabytes} MB, so the conversation can be read but not continued. Continue in a new one.',
    fr: 'Le fichier de session {file} a une forme ancienne et dépasse {megabytes} Mo : la conversation peut être lue, mais pas poursuivie. Continuez dans une nouvelle.',
  },
  'agent/no-rewind-here': {
    en: 'The conversation cannot go back to the entry {entry}: it is not a message. Choose one of your messages or an answer.',
    fr: 'La conversation ne peut pas revenir à l’entrée {entry} : ce n’est pas un message. Choisissez un de vos messages ou une réponse.',
  },
  'agent/entry-missing': {
    en: 'The session file {file} has no entry {entry}. Open the conversation again, then retry.',
    fr: 'Le fichier de session {file} n’a pas d’entrée {entry}. Rouvrez la conversation, puis réessayez.',
  },
  'agent/file-replaced': {
    en: 'The agent cannot go on: in its folder, {name} is no file but a folder, a named pipe, a device, or a link to one. Atelier moves it away and puts the last good content back; try again. If it stays, remove it.',
    fr: 'L’agent ne peut pas continuer : dans son dossier, {name} n’est pas un fichier mais un dossier, un tube nommé, un périphérique, ou un lien vers l’un d’eux. Atelier le met de côté et remet le dernier bon contenu ; réessayez. S’il reste, supprimez-le.',
  },
  'agent/settings-unreadable': {
    en: 'The agent’s settings could not be read: {reason}. Check settings.json in the agent’s folder, then try again.',
    fr: 'Les réglages de l’agent n’ont pas pu être lus : {reason}. Vérifiez settings.json dans le dossier de l’agent, puis réessayez.',
  },
  'agent/models-unreadable': {
    en: 'The list of providers was not loaded: {reason}. Correct models.json in Settings > Providers & Models.',
    fr: 'La liste des fournisseurs n’a pas été chargée : {reason}. Corrigez models.json dans Réglages > Fournisseurs et modèles.',
  },
  'agent/compaction-failed': {
    en: 'The conversation was not compacted: {reason}. Nothing was lost; try again later, or continue without compacting.',
    fr: 'La conversation n’a pas été résumée : {reason}. Rien n’est perdu ; réessayez plus tard, ou continuez sans la résumer.',
  },
  'agent/nothing-to-undo': {
    en: 'The conversation {conversation} has no compaction to undo. Open it again to see its current state.',
    fr: 'La conversation {conversation} n’a aucun résumé à annuler. Rouvrez-la pour voir son état actuel.',
  },
  'agent/nothing-to-resume': {
    en: 'The last turn of the conversation {conversation} is already complete. Send a message to continue.',
    fr: 'Le dernier tour de la conversation {conversation} est déjà terminé. Envoyez un message pour continuer.',
  },
  'agent/main-silent': {
    en: 'Atelier did not answer the agent’s question {call} within {seconds} seconds. The tool was not run; try again.',
    fr: 'Atelier n’a pas répondu à la question {call} de l’agent en {seconds} secondes. L’outil n’a pas été lancé ; réessayez.',
  },
});

/** The texts for why a provider could not be reached. */
export const reasons = {
  dns: { en: 'its name cannot be resolved', fr: 'son nom est introuvable' },
  refused: { en: 'nothing answers at its address', fr: 'rien ne répond à son adresse' },
  tls: { en: 'its certificate is not accepted', fr: 'son certificat n’est pas accepté' },
  timeout: { en: 'it did not answer in time', fr: 'il n’a pas répondu à temps' },
  reset: { en: 'it closed the connection', fr: 'il a coupé la connexion' },
  unknown: { en: 'the connection failed', fr: 'la connexion a échoué' },
} as const;
