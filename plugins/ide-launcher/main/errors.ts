import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'ide-launcher/no-project': {
    en: 'No conversation of a project is open, so there is no folder to open in an editor. Begin one in a project.',
    fr: 'Aucune conversation d’un projet n’est ouverte : il n’y a pas de dossier à ouvrir dans un éditeur. Commencez-en une dans un projet.',
  },
  'ide-launcher/no-folder': {
    en: 'The folder {folder} is not there, so no editor can open it. Bring it back, then try again.',
    fr: 'Le dossier {folder} n’existe pas : aucun éditeur ne peut l’ouvrir. Remettez-le en place, puis réessayez.',
  },
  'ide-launcher/no-file': {
    en: '{path} was not opened, because there is no file or folder of this name any more. Look whether it was moved or removed.',
    fr: '{path} n’a pas été ouvert : il n’y a plus de fichier ni de dossier de ce nom. Regardez s’il a été déplacé ou supprimé.',
  },
  'ide-launcher/outside': {
    en: '{path} was not opened, because it is neither in the folder of this conversation nor in its project. Open it from your editor if you trust it.',
    fr: '{path} n’a pas été ouvert : il n’est ni dans le dossier de cette conversation ni dans son projet. Ouvrez-le depuis votre éditeur si vous lui faites confiance.',
  },
  'ide-launcher/none': {
    en: 'Nothing was opened, because no code editor was found on this computer. Install one, or make its command known, such as `code` or `zed`, then open the list of editors again.',
    fr: 'Rien n’a été ouvert : aucun éditeur de code n’a été trouvé sur cet ordinateur. Installez-en un, ou rendez sa commande accessible, comme `code` ou `zed`, puis rouvrez la liste des éditeurs.',
  },
  'ide-launcher/gone': {
    en: '{editor} is not found any more on this computer, so nothing was opened. Choose another editor in the top bar, or install it again.',
    fr: '{editor} est introuvable sur cet ordinateur : rien n’a été ouvert. Choisissez un autre éditeur dans la barre du haut, ou réinstallez-le.',
  },
  'ide-launcher/not-started': {
    en: '{editor} could not be started as {program}: {reason}. Choose another editor in the top bar, or install it again.',
    fr: '{editor} n’a pas pu être lancé par {program} : {reason}. Choisissez un autre éditeur dans la barre du haut, ou réinstallez-le.',
  },
  'ide-launcher/failed': {
    en: '{editor} did not open {path}. It ended with {code} and said “{said}”. Mend what it says, or choose another editor in the top bar.',
    fr: '{editor} n’a pas ouvert {path}. Il s’est arrêté avec {code} en disant « {said} ». Corrigez ce qu’il signale, ou choisissez un autre éditeur dans la barre du haut.',
  },
  'ide-launcher/failed-silently': {
    en: '{editor} did not open {path}. It ended with {code} and did not say why. Start it yourself to see what is wrong, or choose another editor.',
    fr: '{editor} n’a pas ouvert {path}. Il s’est arrêté avec {code} sans dire pourquoi. Lancez-le vous-même pour voir ce qui ne va pas, ou choisissez un autre éditeur.',
  },
});
