import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'terminal/no-project': {
    en: 'This conversation belongs to no project, so there is no folder to run a command in. Begin one in a project.',
    fr: 'Cette conversation n’appartient à aucun projet : il n’y a pas de dossier où lancer une commande. Commencez-en une dans un projet.',
  },
  'terminal/not-open': {
    en: 'Commands of the terminal run without a sandbox, and this conversation does not have open access. Choose open access below the message field, then try again.',
    fr: 'Les commandes du terminal s’exécutent sans bac à sable, et cette conversation n’a pas l’accès ouvert. Choisissez l’accès ouvert sous le champ de message, puis réessayez.',
  },
  'terminal/no-folder': {
    en: 'The folder {folder} is not there, so no command can run in it. Bring it back, then try again.',
    fr: 'Le dossier {folder} n’existe pas : aucune commande ne peut s’y exécuter. Remettez-le en place, puis réessayez.',
  },
  'terminal/too-many': {
    en: '{count} commands of this conversation run already, and more are not started. Stop one, then try again.',
    fr: '{count} commandes de cette conversation s’exécutent déjà, aucune autre n’est lancée. Arrêtez-en une, puis réessayez.',
  },
  'terminal/no-shell': {
    en: 'A terminal that one types into has no part for this system ({system}). Run commands one by one instead, or open a terminal of the system.',
    fr: 'Le terminal où l’on tape n’a pas de module pour ce système ({system}). Lancez les commandes une à une, ou ouvrez un terminal du système.',
  },
  'terminal/no-input': {
    en: 'The command {line} takes no input. Open a shell and run it there.',
    fr: 'La commande {line} ne lit aucune saisie. Ouvrez un shell et lancez-la dedans.',
  },
  'terminal/no-run': {
    en: 'This run of a command is not known any more: it was closed, or Atelier was restarted. Run the command again.',
    fr: 'Cette exécution n’est plus connue : elle a été fermée, ou Atelier a redémarré. Relancez la commande.',
  },
});
