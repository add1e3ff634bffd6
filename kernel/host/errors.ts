import { defineErrors } from '@atelier/kernel';

/** What a host says when the outside world does not do as asked. */
export const hostErrors = defineErrors({
  'host/arguments': {
    fr: 'Atelier n’a pas démarré : il ne comprend pas ses arguments ({why}). Voyez « atelier start --help ».',
    en: 'Atelier did not start: it does not understand its arguments ({why}). See "atelier start --help".',
  },
  'host/port-taken': {
    fr: 'Atelier n’a pas pu ouvrir le port {port} : un autre programme s’en sert. Choisissez-en un autre avec --port, ou retirez --port.',
    en: 'Atelier could not open port {port}: another program uses it. Choose another one with --port, or leave --port out.',
  },
  'host/address-refused': {
    fr: 'Atelier n’ouvre pas « {address} » : seules les adresses https et mailto quittent l’application.',
    en: 'Atelier does not open "{address}": only https and mailto addresses leave the app.',
  },
  'host/open-failed': {
    fr: 'Atelier n’a pas pu ouvrir « {address} » : le système n’a pas de programme pour cela ({program}). Copiez l’adresse dans un navigateur.',
    en: 'Atelier could not open "{address}": the system has no program for it ({program}). Copy the address into a browser.',
  },
  'host/secret-unreadable': {
    fr: 'Atelier ne peut pas lire un secret enregistré : il a été scellé avec une autre clé que {file}, ou il est abîmé. Saisissez-le de nouveau.',
    en: 'Atelier cannot read a stored secret: it was sealed with a key other than {file}, or it is damaged. Enter it again.',
  },
  'host/key-damaged': {
    fr: 'Atelier ne peut pas utiliser le fichier de clé {file} : il doit contenir 32 octets et en contient {bytes}. Restaurez-le, ou supprimez-le et saisissez de nouveau vos secrets.',
    en: 'Atelier cannot use the key file {file}: it should hold 32 bytes and holds {bytes}. Restore it, or delete it and enter your secrets again.',
  },
  'host/fork-failed': {
    fr: 'Atelier n’a pas pu démarrer le processus {entry} : {why}. Réinstallez Atelier si le fichier manque.',
    en: 'Atelier could not start the process {entry}: {why}. Reinstall Atelier if the file is missing.',
  },
  'host/page-missing': {
    fr: 'Atelier n’a pas de page à montrer : {folder} ne contient pas index.html. Lancez « npm start », qui la construit.',
    en: 'Atelier has no page to show: {folder} holds no index.html. Run "npm start", which builds it.',
  },
  'host/instance-silent': {
    fr: 'Atelier est déjà ouvert avec le profil {userData}, mais il ne répond pas. Fermez-le, ou attendez qu’il ait fini de démarrer ou de s’arrêter.',
    en: 'Atelier is already open with the profile {userData}, but it does not answer. Close it, or wait until it has finished starting or stopping.',
  },
  'link/not-json': {
    fr: 'La liaison {link} est fermée : un message n’est pas du JSON. Rechargez la page.',
    en: 'The link {link} is closed: a message is no JSON. Reload the page.',
  },
  'link/too-large': {
    fr: 'La liaison {link} est fermée : un message dépasse {limit} Mo. Envoyez-le en plusieurs morceaux.',
    en: 'The link {link} is closed: a message is larger than {limit} MB. Send it in pieces.',
  },
  'link/not-sendable': {
    fr: 'Un message pour {to} n’a pas pu être envoyé sur {link} : {why}. Il ne peut contenir que des valeurs JSON.',
    en: 'A message for {to} could not be sent over {link}: {why}. It may only hold JSON values.',
  },
});
