import { defineErrors } from '@atelier/kernel';

export const agentErrors = defineErrors({
  'agent/engine-ended': {
    en: 'The agent’s process ended in the middle of its work (code {code}). It is started again; resume the turn that was cut, or send a new message.',
    fr: 'Le processus de l’agent s’est arrêté en plein travail (code {code}). Il redémarre ; reprenez le tour interrompu ou envoyez un nouveau message.',
  },
  'agent/engine-fails': {
    en: 'The agent’s process ended {count} times in a row and is not started again. See the log of the agent, then run `npm run doctor`.',
    fr: 'Le processus de l’agent s’est arrêté {count} fois de suite et n’est plus relancé. Consultez le journal de l’agent, puis lancez `npm run doctor`.',
  },
  'agent/ours-only': {
    en: '{id} may not {verb}: only the plugins that come with Atelier may. Leave it to the person, in the conversation.',
    fr: '{id} ne peut pas {verb} : seuls les modules livrés avec Atelier le peuvent. Laissez-le à la personne, dans la conversation.',
  },
  'agent/not-set-up': {
    en: 'The message was not sent: no model is set up. Open Settings, Providers & Models, and add a provider, or choose the demo.',
    fr: 'Le message n’a pas été envoyé : aucun modèle n’est configuré. Ouvrez Réglages, Fournisseurs et modèles, et ajoutez un fournisseur, ou choisissez la démo.',
  },
  'agent/vetoed': {
    en: 'The conversation was not started: {reason} Change that, then send the message again; it was kept.',
    fr: 'La conversation n’a pas démarré : {reason} Changez cela, puis renvoyez le message ; il a été conservé.',
  },
  'agent/queued-gone': {
    en: 'That queued message is no longer there: it was sent or taken away meanwhile. Look at the conversation again.',
    fr: 'Ce message en attente n’est plus là : il a été envoyé ou retiré entre-temps. Regardez à nouveau la conversation.',
  },
  'agent/request-gone': {
    en: 'That question is no longer open: it was answered, or its turn has ended. Nothing was changed.',
    fr: 'Cette question n’est plus ouverte : on y a répondu, ou son tour est terminé. Rien n’a été changé.',
  },
  'agent/no-cut-turn': {
    en: 'There is no cut turn to resume in this conversation. Send a message instead.',
    fr: 'Il n’y a aucun tour interrompu à reprendre dans cette conversation. Envoyez plutôt un message.',
  },
  'agent/nothing-to-fork': {
    en: 'The conversation {conversation} has no messages yet, so nothing can begin from it. Send it one first.',
    fr: 'La conversation {conversation} n’a pas encore de message : rien ne peut partir d’elle. Envoyez-lui d’abord un message.',
  },
  'agent/turn-running': {
    en: 'The conversation {conversation} is working and cannot go back or forward meanwhile. Stop it, or wait for its end, then try again.',
    fr: 'La conversation {conversation} travaille et ne peut ni revenir en arrière ni avancer en attendant. Arrêtez-la, ou attendez la fin, puis réessayez.',
  },
  'agent/no-messages': {
    en: 'The conversation {conversation} has no messages yet, so there is nothing to go back to. Send it one first.',
    fr: 'La conversation {conversation} n’a pas encore de message : il n’y a rien où revenir. Envoyez-lui d’abord un message.',
  },
  'agent/has-messages': {
    en: 'The conversation {conversation} has messages already, and others cannot be put before them. Import into a new conversation.',
    fr: 'La conversation {conversation} a déjà des messages, et d’autres ne peuvent pas être placés avant. Importez dans une nouvelle conversation.',
  },
  'agent/folder-missing': {
    en: 'The message was not sent: the folder {folder} that the conversation works in is not there any more. Put it back, or choose another folder for the project, then send again.',
    fr: 'Le message n’a pas été envoyé : le dossier {folder} où la conversation travaille n’est plus là. Remettez-le, ou choisissez un autre dossier pour le projet, puis renvoyez.',
  },
  'agent/hidden-run-failed': {
    en: 'The model did not finish what was asked of it in the background ({reason}). Try again.',
    fr: 'Le modèle n’a pas terminé ce qui lui était demandé en arrière-plan ({reason}). Réessayez.',
  },
});
