import { defineErrors } from '@atelier/kernel';

/** What can go wrong between a release feed and the program that is to be replaced. */
export const updateErrors = defineErrors({
  'updates/no-feed': {
    en: 'Atelier was not looked for anew, because no release feed is set. Enter the address and the public key of one in Settings > Updates.',
    fr: 'Aucune nouvelle version d’Atelier n’a été cherchée, car aucun flux de versions n’est réglé. Saisissez l’adresse et la clé publique d’un flux dans Réglages > Mises à jour.',
  },
  'updates/address-unsafe': {
    en: 'Atelier did not ask {address}: updates come over https only, or from this machine. Correct the address of the feed.',
    fr: 'Atelier n’a pas interrogé {address} : les mises à jour ne viennent que par https, ou de cette machine. Corrigez l’adresse du flux.',
  },
  'updates/key-unfit': {
    en: 'The public key of the release feed is no Ed25519 key in base64. Copy it again from whoever publishes the feed.',
    fr: 'La clé publique du flux de versions n’est pas une clé Ed25519 en base64. Copiez-la de nouveau auprès de qui publie le flux.',
  },
  'updates/unreachable': {
    en: '{host} could not be asked for a new Atelier: {reason}. Check the connection and try again; this version goes on.',
    fr: '{host} n’a pas pu être interrogé sur une nouvelle version d’Atelier : {reason}. Vérifiez la connexion et réessayez ; cette version continue.',
  },
  'updates/feed-unfit': {
    en: 'What {host} answered is no release feed ({reason}), and nothing of it was used. Check the address, or tell whoever publishes it.',
    fr: 'La réponse de {host} n’est pas un flux de versions ({reason}) et rien n’en a été repris. Vérifiez l’adresse, ou prévenez qui le publie.',
  },
  'updates/feed-forged': {
    en: 'The release feed of {host} is not signed by the key that is set, and nothing of it was used. Somebody may have put it there: do not install anything from it.',
    fr: 'Le flux de versions de {host} n’est pas signé par la clé réglée, et rien n’en a été repris. Quelqu’un a pu l’y mettre : n’installez rien qui en vienne.',
  },
  'updates/feed-older': {
    en: 'The release feed of {host} is older than one that was seen before, and was not used: an old one would keep new versions from you. Try again later.',
    fr: 'Le flux de versions de {host} est plus ancien qu’un autre déjà vu et n’a pas été repris : un ancien flux vous cacherait les nouvelles versions. Réessayez plus tard.',
  },
  'updates/no-file': {
    en: 'There is no installer of Atelier {version} for this machine ({machine}). Fetch it where you got this version, or take it from its sources: git pull && npm start.',
    fr: 'Il n’existe pas d’installeur d’Atelier {version} pour cette machine ({machine}). Prenez-le là où vous avez eu cette version, ou depuis ses sources : git pull && npm start.',
  },
  'updates/from-source': {
    en: 'This Atelier runs from its sources, so there is nothing to download. In its folder: git pull && npm start.',
    fr: 'Cet Atelier tourne depuis ses sources : il n’y a rien à télécharger. Dans son dossier : git pull && npm start.',
  },
  'updates/no-space': {
    en: 'Atelier {version} was not downloaded: {folder} has {free} MB free where {need} MB are needed. Free some space and try again.',
    fr: 'Atelier {version} n’a pas été téléchargé : {folder} n’a que {free} Mo libres sur les {need} Mo nécessaires. Libérez de la place et réessayez.',
  },
  'updates/tampered': {
    en: 'The file {name} is not the one that the signed feed names, and was deleted. Nothing of it was run. Try again; if it happens once more, somebody is in between.',
    fr: 'Le fichier {name} n’est pas celui que nomme le flux signé ; il a été supprimé. Rien n’en a été exécuté. Réessayez ; si cela se répète, quelqu’un s’interpose.',
  },
  'updates/nothing-ready': {
    en: 'There is no downloaded version to put in place. Look for updates and download one first.',
    fr: 'Aucune version téléchargée n’est à mettre en place. Cherchez les mises à jour et téléchargez-en une d’abord.',
  },
  'updates/installer-gone': {
    en: 'The installer {name} that was downloaded is not there any more. Download it again; this version goes on.',
    fr: 'L’installeur {name} qui avait été téléchargé n’est plus là. Téléchargez-le de nouveau ; cette version continue.',
  },
  'updates/not-replaced': {
    en: 'Atelier could not replace {file}: {reason}. This version goes on as it was. Mend the rights of its folder, or put {installer} there yourself.',
    fr: 'Atelier n’a pas pu remplacer {file} : {reason}. Cette version continue telle quelle. Corrigez les droits de son dossier, ou mettez-y {installer} vous-même.',
  },
});
