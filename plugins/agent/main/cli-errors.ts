import { defineErrors } from '@atelier/kernel';

export const cliErrors = defineErrors({
  'agent/cli-missing': {
    en: 'The agent’s command line was not found in Atelier’s own package. Install Atelier again.',
    fr: 'La ligne de commande de l’agent est introuvable dans le paquet d’Atelier. Réinstallez Atelier.',
  },
  'agent/cli-unknown-command': {
    en: '“{command}” was not passed to the agent, which would send it to a model as a message that costs money. Use one of {commands}.',
    fr: '« {command} » n’a pas été transmis à l’agent, qui l’enverrait à un modèle comme un message payant. Utilisez l’une de ces commandes : {commands}.',
  },
  'agent/cli-argument': {
    en: 'The agent’s command {command} was not run: Atelier does not pass on the argument “{argument}”. Use the command as {usage}.',
    fr: 'La commande {command} de l’agent n’a pas été lancée : Atelier ne transmet pas l’argument « {argument} ». Utilisez la commande ainsi : {usage}.',
  },
  'agent/cli-source': {
    en: 'The agent’s command {command} was not run: “{argument}” is not a package. Give npm:<name>, git:<host>/<path>, an https:// or ssh:// address without a password, or the full path of a folder.',
    fr: 'La commande {command} de l’agent n’a pas été lancée : « {argument} » ne désigne aucun paquet. Donnez npm:<nom>, git:<hôte>/<chemin>, une adresse https:// ou ssh:// sans mot de passe, ou le chemin complet d’un dossier.',
  },
  'agent/cli-timeout': {
    en: 'The agent’s command {command} was stopped after {seconds} s without an answer. Check the network, then try again.',
    fr: 'La commande {command} de l’agent a été arrêtée après {seconds} s sans réponse. Vérifiez le réseau, puis réessayez.',
  },
  'agent/cli-stopped': {
    en: 'The agent’s command {command} was stopped because Atelier is closing or the request was withdrawn. Try again if you still need it.',
    fr: 'La commande {command} de l’agent a été arrêtée, car Atelier se ferme ou la demande a été retirée. Réessayez si elle est encore utile.',
  },
  'agent/cli-not-started': {
    en: 'The agent’s command {command} could not be started: {reason} ({path}). Run `npm run doctor` to see what is missing.',
    fr: 'La commande {command} de l’agent n’a pas pu démarrer : {reason} ({path}). Lancez `npm run doctor` pour voir ce qui manque.',
  },
});
