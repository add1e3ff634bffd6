import { defineErrors, isAppError } from '@atelier/kernel';

export const agentErrors = defineErrors({
  'agent/turn-runs': {
    en: 'The agent is still working in the conversation {conversation}, so its folder was not changed. Wait until it has finished, or stop it.',
    fr: 'L’agent travaille encore dans la conversation {conversation} : son dossier n’a pas été changé. Attendez qu’il ait fini, ou arrêtez-le.',
  },
  'agent/engine-ended': {
    en: 'The agent’s process ended in the middle of its work (code {code}). It is being restarted; resume the interrupted turn, or send a new message.',
    fr: 'Le processus de l’agent s’est arrêté en plein travail (code {code}). Il redémarre ; reprenez le tour interrompu ou envoyez un nouveau message.',
  },
  'agent/engine-hung': {
    en: 'The agent’s process did not answer any more, and was ended. It is being restarted; resume the interrupted turn, or send a new message.',
    fr: 'Le processus de l’agent ne répondait plus et a été arrêté. Il redémarre ; reprenez le tour interrompu ou envoyez un nouveau message.',
  },
  'agent/records-lost': {
    en: 'What the agent kept about your conversations was missing. Each conversation whose session file can be read goes on where it was, in secure mode. Your rules, budgets, approved tools and waiting messages are gone: set them again, or restore a backup under Settings > Storage.',
    fr: 'Ce que l’agent gardait de vos conversations manquait. Chaque conversation dont le fichier de session est lisible continue où elle en était, en mode sécurisé. Vos règles, budgets, outils approuvés et messages en attente sont perdus : refaites-les, ou restaurez une sauvegarde dans Réglages > Stockage.',
  },
  'agent/engine-fails': {
    en: 'The agent’s process ended {count} times in a row and is not being restarted. See the agent’s log, then run `npm run doctor`.',
    fr: 'Le processus de l’agent s’est arrêté {count} fois de suite et n’est plus relancé. Consultez le journal de l’agent, puis lancez `npm run doctor`.',
  },
  'agent/widens-access': {
    en: 'Agent.configure was asked to open the access of the conversation {conversation}, or to give it the network, but it can only take these away. Leave it to the person, in the conversation; an extension that comes with Atelier can call Agent.setAccess.',
    fr: 'Agent.configure devait ouvrir l’accès de la conversation {conversation} ou lui donner le réseau, mais il ne peut que les retirer. Laissez la personne le faire dans la conversation ; une extension livrée avec Atelier peut appeler Agent.setAccess.',
  },
  'agent/hidden-limit': {
    en: 'What ran in the background was stopped, because it reached the limit of time, tokens or money that was set for it. Raise the limit, or ask for less at once.',
    fr: 'Ce qui s’exécutait en arrière-plan a été arrêté, car la limite de temps, de jetons ou d’argent fixée a été atteinte. Augmentez la limite, ou demandez moins à la fois.',
  },
  'agent/hidden-stopped': {
    en: 'What ran in the background was stopped before it had finished. Begin it again if you still want it.',
    fr: 'Ce qui s’exécutait en arrière-plan a été arrêté avant la fin. Relancez-le si vous le voulez encore.',
  },
  'agent/child-of-itself': {
    en: 'A specialist was asked to begin itself, which would never end. Give the part to another one, or do it here.',
    fr: 'Un spécialiste devait se lancer lui-même, ce qui n’aurait pas de fin. Confiez cette partie à un autre, ou faites-la ici.',
  },
  'agent/parent-idle': {
    en: 'The specialist was not started: the conversation that it works for has ended its turn or was stopped. Send a message there to go on.',
    fr: 'Le spécialiste n’a pas démarré : la conversation pour laquelle il travaille a fini son tour ou a été arrêtée. Envoyez-y un message pour continuer.',
  },
  'agent/child-access': {
    en: 'A specialist reaches no more than the conversation that it works for, and never what lies outside its own part. Its access was not changed; change the conversation’s, or allow the single call when it asks.',
    fr: 'Un spécialiste n’atteint rien de plus que la conversation pour laquelle il travaille, et jamais ce qui est hors de sa partie. Son accès n’a pas changé ; changez celui de la conversation, ou autorisez l’appel quand il le demande.',
  },
  'agent/child-limit': {
    en: 'The specialist stopped, because it has used the tokens or the money that it was given. What it did is kept. Give it more, or go on without it.',
    fr: 'Le spécialiste s’est arrêté, car il a utilisé les jetons ou l’argent qui lui étaient donnés. Ce qu’il a fait est conservé. Donnez-lui davantage, ou continuez sans lui.',
  },
  'agent/tree-limit': {
    en: 'The specialists stopped, because together they have used the tokens or the money that they were given. What they did is kept. Send a message to go on with what there is.',
    fr: 'Les spécialistes se sont arrêtés, car ils ont utilisé ensemble les jetons ou l’argent qui leur étaient donnés. Ce qu’ils ont fait est conservé. Envoyez un message pour continuer avec ce qu’il y a.',
  },
  'agent/hidden-tools': {
    en: 'Agent.runHidden was called with tools, but it uses none, because nobody would see what they do. Call it without tools; an extension that comes with Atelier can call Agent.runHiddenWithTools.',
    fr: 'Agent.runHidden a été appelé avec des outils, mais n’en utilise aucun, car personne ne verrait ce qu’ils font. Appelez-le sans outils ; une extension livrée avec Atelier peut appeler Agent.runHiddenWithTools.',
  },
  'agent/not-set-up': {
    en: 'The message was not sent: no model is set up. Open Settings, Providers & Models, and add a provider, or choose the demo.',
    fr: 'Le message n’a pas été envoyé : aucun modèle n’est configuré. Ouvrez Réglages, Fournisseurs et modèles, et ajoutez un fournisseur, ou choisissez la démo.',
  },
  'agent/open-to-the-person-only': {
    en: '{extension} may not write into a conversation in open mode: there, tools reach the whole machine. Switch the conversation to secure mode, or send the message yourself.',
    fr: '{extension} ne peut pas écrire dans une conversation en mode ouvert : les outils y atteignent toute la machine. Passez la conversation en mode sécurisé, ou envoyez le message vous-même.',
  },
  'agent/queued-of-another': {
    en: '{extension} may not change this queued message: an extension changes only messages that it sent itself, and sends none into a running turn.',
    fr: '{extension} ne peut pas modifier ce message en attente : une extension ne modifie que les messages qu’elle a envoyés elle-même, et n’en envoie aucun dans un tour en cours.',
  },
  'agent/may-not-send': {
    en: 'The message of {extension} was not sent: you have withdrawn its right to write into conversations or to spend. Grant it in the details of {extension}, or remove the message.',
    fr: 'Le message de {extension} n’a pas été envoyé : vous lui avez retiré le droit d’écrire dans les conversations ou de dépenser. Accordez-le dans les détails de {extension}, ou supprimez le message.',
  },
  'agent/offered-model': {
    en: '{extension} may not choose the model {model}: it was offered by {by}, and only you may send your words to it. Choose it yourself under the message field.',
    fr: '{extension} ne peut pas choisir le modèle {model} : il est proposé par {by}, et vous seul pouvez lui envoyer vos mots. Choisissez-le vous-même sous le champ de message.',
  },
  'agent/vetoed': {
    en: 'The conversation was not started: {reason} Change that, then send the message again; it was kept.',
    fr: 'La conversation n’a pas démarré : {reason} Corrigez cela, puis renvoyez le message ; il a été conservé.',
  },
  'agent/queued-gone': {
    en: 'That queued message is no longer there: it has been sent or removed in the meantime. Look at the conversation again.',
    fr: 'Ce message en attente n’est plus là : il a été envoyé ou retiré entre-temps. Regardez à nouveau la conversation.',
  },
  'agent/queued-handed': {
    en: 'That queued message was handed to the running turn, which may be reading it now, so it cannot be changed. Wait until the turn has read it, or stop the turn: if it was not read, the message then waits for you in the queue.',
    fr: 'Ce message en attente a été remis au tour en cours, qui le lit peut-être en ce moment : il ne peut pas être modifié. Attendez que le tour l’ait lu, ou arrêtez le tour : s’il n’a pas été lu, le message vous attend ensuite dans la file.',
  },
  'agent/request-gone': {
    en: 'That question is no longer open: it was answered, or its turn has ended. Nothing was changed.',
    fr: 'Cette question n’est plus ouverte : on y a répondu, ou son tour est terminé. Rien n’a changé.',
  },
  'agent/no-cut-turn': {
    en: 'There is no interrupted turn to resume in this conversation. Send a message instead.',
    fr: 'Il n’y a aucun tour interrompu à reprendre dans cette conversation. Envoyez plutôt un message.',
  },
  'agent/nothing-to-fork': {
    en: 'The conversation {conversation} has no messages yet, so no other conversation can be started from it. Send a message first.',
    fr: 'La conversation {conversation} n’a pas encore de message : aucune autre conversation ne peut en partir. Envoyez d’abord un message.',
  },
  'agent/turn-running': {
    en: 'The agent is still working in the conversation {conversation}, so it cannot go back or forward. Stop the agent, or wait until it has finished, then try again.',
    fr: 'L’agent travaille encore dans la conversation {conversation} : elle ne peut ni revenir en arrière ni avancer. Arrêtez l’agent, ou attendez qu’il ait fini, puis réessayez.',
  },
  'agent/no-messages': {
    en: 'The conversation {conversation} has no messages yet, so there is nothing to go back to. Send a message first.',
    fr: 'La conversation {conversation} n’a pas encore de message : il n’y a aucun message auquel revenir. Envoyez d’abord un message.',
  },
  'agent/has-messages': {
    en: 'The conversation {conversation} already has messages, and imported ones cannot be placed before them. Import into a new conversation.',
    fr: 'La conversation {conversation} contient déjà des messages, et des messages importés ne peuvent pas être placés avant. Importez dans une nouvelle conversation.',
  },
  'agent/folder-missing': {
    en: 'The message was not sent: the folder {folder} that the conversation works in no longer exists. Put it back, or choose another folder for the project, then send again.',
    fr: 'Le message n’a pas été envoyé : le dossier {folder} dans lequel la conversation travaille n’existe plus. Remettez-le, ou choisissez un autre dossier pour le projet, puis renvoyez.',
  },
  'agent/folder-closed': {
    en: 'The message was not sent: the folder {folder} that the conversation works in belongs to Atelier’s own data, which tools must not reach. Choose another folder for the project, then send again.',
    fr: 'Le message n’a pas été envoyé : le dossier {folder} dans lequel la conversation travaille fait partie des données d’Atelier, que les outils ne doivent pas atteindre. Choisissez un autre dossier pour le projet, puis renvoyez.',
  },
  'agent/hidden-run-failed': {
    en: 'A task in the background was not finished: {reason}.',
    fr: 'Une tâche en arrière-plan n’a pas été terminée : {reason}.',
  },
});

/** Whether a call failed because the engine's process has ended. */
export function isEngineEnd(error: unknown): boolean {
  return isAppError(error) && (error.code === 'agent/engine-ended' || error.code === 'agent/engine-hung');
}
