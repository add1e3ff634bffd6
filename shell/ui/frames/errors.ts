import { defineErrors } from '@atelier/kernel';

/** The errors of views that run in a frame. */
export const frameErrors = defineErrors({
  'view/load-failed': {
    fr: 'La vue « {view} » de {id} n’a pas pu être chargée : {reason}. Rechargez-la ; si cela se répète, réinstallez {id}.',
    en: 'The view "{view}" of {id} could not be loaded: {reason}. Reload it; if that happens again, reinstall {id}.',
  },
  'view/no-element': {
    fr: 'La vue « {view} » de {id} ne peut pas s’afficher : son module n’exporte pas l’élément {reason}. Mettez {id} à jour, ou signalez-le à son auteur.',
    en: 'The view "{view}" of {id} cannot be shown: its module does not export the element {reason}. Update {id}, or tell its author.',
  },
  'view/threw': {
    fr: 'La vue « {view} » de {id} s’est arrêtée sur une erreur : {reason}. Rechargez-la ; si cela se répète, signalez-le à l’auteur de {id}.',
    en: 'The view "{view}" of {id} stopped with an error: {reason}. Reload it; if that happens again, tell the author of {id}.',
  },
  'view/silent': {
    fr: 'La vue « {view} » de {id} ne répond plus depuis {seconds} s et a été fermée. Rechargez-la ; si cela se répète, désactivez {id}.',
    en: 'The view "{view}" of {id} has not answered for {seconds} s and was closed. Reload it; if that happens again, switch {id} off.',
  },
  'view/flooded': {
    fr: 'La vue « {view} » de {id} a été fermée : elle a envoyé plus de {limit} messages par seconde. Rechargez-la, ou désactivez {id}.',
    en: 'The view "{view}" of {id} was closed: it sent more than {limit} messages a second. Reload it, or switch {id} off.',
  },
  'view/too-large': {
    fr: 'La vue « {view} » de {id} a été fermée : elle a envoyé un message de plus de {limit} Mio. Rechargez-la, ou désactivez {id}.',
    en: 'The view "{view}" of {id} was closed: it sent a message larger than {limit} MiB. Reload it, or switch {id} off.',
  },
  'view/too-many-calls': {
    fr: 'La vue « {view} » de {id} a été fermée : plus de {limit} de ses appels attendaient une réponse. Rechargez-la, ou désactivez {id}.',
    en: 'The view "{view}" of {id} was closed: more than {limit} of its calls were waiting for an answer. Reload it, or switch {id} off.',
  },
  'view/unreadable': {
    fr: 'La vue « {view} » de {id} a été fermée : {limit} de ses messages n’étaient pas des messages d’Atelier. Mettez {id} à jour, ou désactivez-la.',
    en: 'The view "{view}" of {id} was closed: {limit} of its messages were not Atelier messages. Update {id}, or switch it off.',
  },
  'view/left': {
    fr: 'La vue « {view} » de {id} a été fermée : elle a ouvert une autre page. Rechargez-la ; si cela se répète, désactivez {id}.',
    en: 'The view "{view}" of {id} was closed: it navigated to another page. Reload it; if that happens again, switch {id} off.',
  },
  'view/took-keyboard': {
    fr: 'La vue « {view} » de {id} a été fermée : elle a pris le clavier pendant que vous écriviez ailleurs. Rechargez-la ; si cela se répète, désactivez {id}.',
    en: 'The view "{view}" of {id} was closed: it took the keyboard while you were typing elsewhere. Reload it; if that happens again, switch {id} off.',
  },
  'view/switched-off': {
    fr: 'La vue « {view} » ne s’affiche plus parce que {id} est désactivée. Réactivez {id} pour la revoir.',
    en: 'The view "{view}" is no longer shown because {id} is switched off. Switch {id} on to see it again.',
  },
  'frame/not-sendable': {
    fr: 'Un message de {id} n’a pas été transmis : il contient autre chose que des valeurs JSON. N’envoyez que du texte, des nombres, des listes et des objets simples.',
    en: 'A message of {id} was not passed on: it contains something other than JSON values. Send only text, numbers, lists and plain objects.',
  },
  'frame/not-a-frame': {
    fr: 'Un message de {id} n’a pas été transmis : ce n’est pas une trame d’Atelier. Utilisez l’objet de vue reçu plutôt que le port lui-même.',
    en: 'A message of {id} was not passed on: it is not a frame of Atelier. Use the view object that was passed in, not the port itself.',
  },
  'frame/not-allowed': {
    fr: '{id} n’a pas le droit d’appeler {to} depuis une vue. Utilisez ce que propose l’objet de vue.',
    en: '{id} may not call {to} from a view. Use what the view object offers.',
  },
  'frame/failed': {
    fr: 'L’appel de {id} à {to} a échoué dans la fenêtre d’Atelier. Réessayez ; si cela se répète, rechargez la fenêtre.',
    en: 'The call of {id} to {to} failed in the window of Atelier. Try again; if that happens again, reload the window.',
  },
});
