import { defineErrors } from '@atelier/kernel';

export const updateErrors = defineErrors({
  'updates/no-feed': {
    en: 'Atelier did not look for a new version, because no release feed is set. Enter the address and the public key of one in Settings > Updates.',
    fr: 'Atelier n’a cherché aucune nouvelle version, car aucun flux de versions n’est configuré. Saisissez l’adresse et la clé publique d’un flux dans Réglages > Mises à jour.',
  },
  'updates/address-unsafe': {
    en: 'Atelier did not contact {address}: updates come over https only, or from this machine. Correct the address of the feed.',
    fr: 'Atelier n’a pas contacté {address} : les mises à jour ne viennent que par https, ou de cette machine. Corrigez l’adresse du flux.',
  },
  'updates/key-unfit': {
    en: 'The public key of the release feed is not an Ed25519 key in base64. Ask the publisher of the feed for it and copy it again.',
    fr: 'La clé publique du flux de versions n’est pas une clé Ed25519 en base64. Demandez-la à l’éditeur du flux et copiez-la de nouveau.',
  },
  'updates/unreachable': {
    en: '{host} could not be asked for a new version of Atelier: {reason}. Check the connection and try again; this version keeps running.',
    fr: '{host} n’a pas pu être interrogé sur une nouvelle version d’Atelier : {reason}. Vérifiez la connexion et réessayez ; cette version continue de fonctionner.',
  },
  'updates/feed-unfit': {
    en: 'The answer of {host} is not a release feed ({reason}), and nothing from it was used. Check the address, or tell the publisher of the feed.',
    fr: 'La réponse de {host} n’est pas un flux de versions ({reason}) et rien n’en a été utilisé. Vérifiez l’adresse, ou prévenez l’éditeur du flux.',
  },
  'updates/feed-forged': {
    en: 'The release feed of {host} is not signed with the key that is set, and nothing from it was used. It may be forged: do not install anything from it.',
    fr: 'Le flux de versions de {host} n’est pas signé avec la clé configurée, et rien n’en a été utilisé. Il est peut-être falsifié : n’installez rien qui en vienne.',
  },
  'updates/feed-older': {
    en: 'The release feed of {host} is older than the one that was read before, and was not used: an old feed would hide new versions from you. Try again later.',
    fr: 'Le flux de versions de {host} est plus ancien que celui qui a été lu auparavant et n’a pas été utilisé : un ancien flux vous cacherait les nouvelles versions. Réessayez plus tard.',
  },
  'updates/no-file': {
    en: 'There is no installer of Atelier {version} for this machine ({machine}). Download it where you got this version, or update from the sources: git pull && npm start.',
    fr: 'Il n’existe pas de programme d’installation d’Atelier {version} pour cette machine ({machine}). Téléchargez-le là où vous avez obtenu cette version, ou mettez à jour depuis les sources : git pull && npm start.',
  },
  'updates/from-source': {
    en: 'This Atelier runs from its sources, so there is nothing to download. In its folder: git pull && npm start.',
    fr: 'Cet Atelier fonctionne depuis ses sources : il n’y a rien à télécharger. Dans son dossier : git pull && npm start.',
  },
  'updates/no-space': {
    en: 'Atelier {version} was not downloaded: {folder} has {free} MB free where {need} MB are needed. Free some space and try again.',
    fr: 'Atelier {version} n’a pas été téléchargé : {folder} n’a que {free} Mo libres sur les {need} Mo nécessaires. Libérez de la place et réessayez.',
  },
  'updates/tampered': {
    en: 'The file {name} is not the one that the signed feed names, and was deleted. It was not run. Try again; if it happens again, somebody may be changing your downloads on the way.',
    fr: 'Le fichier {name} n’est pas celui que nomme le flux signé ; il a été supprimé, sans être exécuté. Réessayez ; si cela se répète, quelqu’un modifie peut-être vos téléchargements en chemin.',
  },
  'updates/nothing-ready': {
    en: 'There is no downloaded version to install. Look for updates and download one first.',
    fr: 'Aucune version téléchargée n’est à installer. Cherchez les mises à jour et téléchargez-en une d’abord.',
  },
  'updates/installer-gone': {
    en: 'The installer {name} that was downloaded no longer exists. Download it again; this version keeps running.',
    fr: 'Le programme d’installation {name} qui avait été téléchargé n’existe plus. Téléchargez-le de nouveau ; cette version continue de fonctionner.',
  },
  'updates/not-replaced': {
    en: 'Atelier could not replace {file}: {reason}. This version keeps running. Correct the permissions of its folder, or put {installer} there yourself.',
    fr: 'Atelier n’a pas pu remplacer {file} : {reason}. Cette version continue de fonctionner. Corrigez les droits de son dossier, ou mettez-y {installer} vous-même.',
  },
});
