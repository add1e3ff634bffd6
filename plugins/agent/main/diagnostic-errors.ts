import { defineErrors } from '@atelier/kernel';

/** Why a check of the diagnostics is not in order. */
export const diagnosticErrors = defineErrors({
  'agent/check-node': {
    en: 'The agent needs Node 24 or newer; {path} answers: {found}. Run `npm run doctor`, or install Atelier again.',
    fr: 'L’agent a besoin de Node 24 ou plus récent ; {path} répond : {found}. Lancez `npm run doctor`, ou réinstallez Atelier.',
  },
  'agent/check-engine': {
    en: 'The agent’s engine cannot be loaded: {reason} Install Atelier again.',
    fr: 'Le moteur de l’agent ne se charge pas : {reason} Réinstallez Atelier.',
  },
  'agent/check-cli': {
    en: 'The agent’s command line does not answer: {reason} Skills and models cannot be managed until it does.',
    fr: 'La ligne de commande de l’agent ne répond pas : {reason} Les compétences et les modèles ne peuvent pas être gérés d’ici là.',
  },
  'agent/check-directory': {
    en: 'The agent’s folder {path} cannot be written to ({reason}). Give your account write permission there, then start Atelier again.',
    fr: 'Atelier ne peut pas écrire dans le dossier de l’agent {path} ({reason}). Donnez à votre compte le droit d’y écrire, puis redémarrez Atelier.',
  },
  'agent/check-open-to-others': {
    en: 'Other accounts of this machine can read {path}, which may hold keys. Remove that permission: chmod go-rwx.',
    fr: 'D’autres comptes de cette machine peuvent lire {path}, qui peut contenir des clés. Retirez-leur ce droit : chmod go-rwx.',
  },
  'agent/check-file-missing': {
    en: 'The file {path} is missing. Atelier creates it when it starts; if it is still missing then, check the permissions of its folder.',
    fr: 'Le fichier {path} est absent. Atelier le crée au démarrage ; s’il manque toujours, vérifiez les droits de son dossier.',
  },
  'agent/check-file-unreadable': {
    en: 'The file {path} cannot be read ({reason}). Give your account read permission.',
    fr: 'Le fichier {path} est illisible ({reason}). Donnez à votre compte le droit de le lire.',
  },
  'agent/check-file-broken': {
    en: 'The file {path} is not a valid JSON object{place}. Correct it by hand, or restore it from the backups; Atelier leaves it as it is until then.',
    fr: 'Le fichier {path} n’est pas un objet JSON valide{place}. Corrigez-le à la main, ou restaurez-le d’une sauvegarde ; Atelier n’y touche pas d’ici là.',
  },
  'agent/check-git': {
    en: 'Git was not found on PATH. Worktrees, and skills from git addresses, need it; install it, then start Atelier again.',
    fr: 'Git est introuvable dans le PATH. Les worktrees et les compétences venant d’adresses git en ont besoin ; installez-le, puis redémarrez Atelier.',
  },
  'agent/check-disk': {
    en: 'Only {free} MB are free where the agent keeps its sessions. Free at least {needed} MB, so that no conversation is interrupted.',
    fr: 'Il ne reste que {free} Mo là où l’agent garde ses sessions. Libérez au moins {needed} Mo, pour qu’aucune conversation ne soit interrompue.',
  },
  'agent/check-sandbox': {
    en: 'This machine has no sandbox, so every command in secure mode asks for your approval first, and in open mode nothing but a question keeps a command from your keys. On Linux, install bubblewrap.',
    fr: 'Cette machine n’a pas de bac à sable : en mode sécurisé, chaque commande demande d’abord votre accord, et en mode ouvert, seule une question protège vos clés d’une commande. Sous Linux, installez bubblewrap.',
  },
});
