import { defineErrors } from '@atelier/kernel';

export const commandErrors = defineErrors({
  'agent/command-no-folder': {
    en: 'The command was not run: the folder {folder} does not exist. Put it back, or choose another one.',
    fr: 'La commande n’a pas été exécutée : le dossier {folder} n’existe pas. Remettez-le, ou choisissez-en un autre.',
  },
  'agent/command-closed-folder': {
    en: 'The command was not run: the folder {folder} belongs to Atelier’s own data, which commands must not reach. Choose another one.',
    fr: 'La commande n’a pas été exécutée : le dossier {folder} fait partie des données d’Atelier, que les commandes ne doivent pas atteindre. Choisissez-en un autre.',
  },
  'agent/command-wide-folder': {
    en: 'The command was not run: your home folder or the system lies in {folder}, so secure mode would protect nothing. Choose a folder of a project.',
    fr: 'La commande n’a pas été exécutée : votre dossier personnel ou le système se trouve dans {folder}, le mode sécurisé ne protégerait donc rien. Choisissez le dossier d’un projet.',
  },
  'agent/command-no-sandbox': {
    en: 'The command was not run: this computer has no sandbox, so secure mode runs a command only after you have allowed it. Allow it, or install bubblewrap.',
    fr: 'La commande n’a pas été exécutée : cet ordinateur n’a pas de bac à sable, le mode sécurisé n’exécute donc une commande qu’avec votre accord. Donnez-le, ou installez bubblewrap.',
  },
  'agent/command-variable': {
    en: 'The command was not run: it cannot be given the variable {name}, because the programs around it would obey it or its name or value is not allowed. Give it another name.',
    fr: 'La commande n’a pas été exécutée : la variable {name} ne peut pas lui être donnée, car les programmes autour d’elle lui obéiraient, ou son nom ou sa valeur ne sont pas permis. Donnez-lui un autre nom.',
  },
  'agent/command-line': {
    en: 'The command was not run: its line is empty, longer than 16,384 characters or holds a zero character. Shorten it, or put it into a script.',
    fr: 'La commande n’a pas été exécutée : sa ligne est vide, dépasse 16 384 caractères ou contient un caractère nul. Raccourcissez-la, ou mettez-la dans un script.',
  },
  'agent/command-too-many': {
    en: 'The command was not run: {count} are running already. Wait until one has ended, or stop one.',
    fr: 'La commande n’a pas été exécutée : {count} sont déjà en cours. Attendez que l’une d’elles finisse, ou arrêtez-en une.',
  },
  'agent/command-gone': {
    en: 'What this command printed is not kept any more. Run it again.',
    fr: 'Ce que cette commande a affiché n’est plus conservé. Relancez-la.',
  },
  'agent/command-guarded': {
    en: 'The command was ended, because it made {names}, which other programs run or obey. It was moved to {moved}. Make it yourself if the project needs it, or run the command in open mode.',
    fr: 'La commande a été arrêtée, car elle a créé {names}, que d’autres programmes exécutent ou suivent. Le fichier a été déplacé vers {moved}. Créez-le vous-même si le projet en a besoin, ou exécutez la commande en mode ouvert.',
  },
  'agent/command-not-started': {
    en: 'The command could not be run: {reason} Run `npm run doctor`, which checks the sandbox.',
    fr: 'La commande n’a pas pu être exécutée : {reason} Lancez `npm run doctor`, qui vérifie le bac à sable.',
  },
});
