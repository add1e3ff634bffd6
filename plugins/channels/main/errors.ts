import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'channels/unknown': {
    en: 'Atelier has no channel {channel}: its extension was removed, is switched off or does not offer it any more. Switch the extension on, or look at the list again.',
    fr: 'Atelier n’a aucun canal {channel} : son extension a été supprimée, est désactivée ou ne le propose plus. Activez l’extension, ou consultez de nouveau la liste.',
  },
  'channels/not-yours': {
    en: '{id} has no bridge {bridge} in @atelier/channels:bridges@1, so its call was refused. Add the bridge to its manifest.',
    fr: '{id} n’a aucune passerelle {bridge} dans @atelier/channels:bridges@1 ; son appel a été refusé. Ajoutez la passerelle à son manifeste.',
  },
  'channels/bad-message': {
    en: '{id} passed on a message that Atelier cannot read: {what}. It was not kept; the author of {id} can mend it.',
    fr: '{id} a transmis un message qu’Atelier ne peut pas lire : {what}. Il n’a pas été conservé ; l’auteur de {id} peut corriger cela.',
  },
  'channels/off': {
    en: 'The channel {title} is off, so Atelier takes no messages from it. Present the message again once it is on.',
    fr: 'Le canal {title} est désactivé : Atelier n’en prend aucun message. Présentez de nouveau le message quand il sera activé.',
  },
  'channels/full': {
    en: 'Too many messages of {title} wait for their answer: {most}. Present the message again later.',
    fr: 'Trop de messages de {title} attendent leur réponse : {most}. Présentez de nouveau le message plus tard.',
  },
  'channels/too-many-people': {
    en: '{most} people may write through {title} already. Remove some who do not need to.',
    fr: '{most} personnes peuvent déjà écrire par {title}. Retirez celles qui n’en ont pas besoin.',
  },
  'channels/no-place': {
    en: 'Nothing was sent through {title}: the thread is gone, or nobody who may write there has written in it. Choose another one, or have them write first.',
    fr: 'Rien n’a été envoyé par {title} : le fil n’existe plus, ou personne qui peut y écrire n’y a écrit. Choisissez-en un autre, ou demandez à la personne d’écrire d’abord.',
  },
  'channels/too-much-to-send': {
    en: 'Nothing more was kept to be sent through {title}: {most} messages wait already. Look in Channels at why they are not sent.',
    fr: 'Rien de plus n’a été gardé pour un envoi par {title} : {most} messages attendent déjà. Voyez dans Canaux pourquoi ils ne partent pas.',
  },
  'channels/unknown-message': {
    en: 'Atelier has no message {id} any more: old ones are removed. Look at the list again.',
    fr: 'Atelier n’a plus de message {id} : les anciens sont supprimés. Consultez de nouveau la liste.',
  },
  'channels/settled': {
    en: 'The message is {state} and not to be decided on. Look at the list again.',
    fr: 'Le message est dans l’état {state} : il n’y a rien à décider. Consultez de nouveau la liste.',
  },
  'channels/uncertain': {
    en: 'A message to {name} through {title} may not have arrived: the connection ended while it was sent. Atelier does not send it twice by itself; say in Channels what to do.',
    fr: 'Un message à {name} par {title} n’est peut-être pas arrivé : la connexion s’est terminée pendant l’envoi. Atelier ne l’envoie pas deux fois de lui-même ; dites dans Canaux ce qu’il faut faire.',
  },
  'channels/not-sent': {
    en: 'A message to {name} through {title} was not sent: {why}. Send it again in Channels, or drop it.',
    fr: 'Un message à {name} par {title} n’a pas été envoyé : {why}. Renvoyez-le dans Canaux, ou abandonnez-le.',
  },
  'channels/not-answered': {
    en: 'A message of {name} through {title} was not answered: {why}. Have it answered again in Channels, or drop it.',
    fr: 'Un message de {name} par {title} est resté sans réponse : {why}. Faites-y répondre de nouveau dans Canaux, ou abandonnez-le.',
  },
  'channels/loop': {
    en: 'A thread of {title} is not answered any more: more messages came within an hour than people write, so programs may be answering each other. Have the last one answered again in Channels, or remove its writer there.',
    fr: 'Un fil de {title} ne reçoit plus de réponse : il est venu plus de messages en une heure que n’en écrivent des personnes ; des programmes se répondent peut-être. Faites répondre de nouveau au dernier dans Canaux, ou retirez-y son auteur.',
  },
  'channels/bridge-failed': {
    en: 'The channel {title} is not connected: {why}. Atelier tries again each minute; look at the log of its extension if it stays so.',
    fr: 'Le canal {title} n’est pas connecté : {why}. Atelier réessaie chaque minute ; consultez le journal de son extension si cela dure.',
  },
});
