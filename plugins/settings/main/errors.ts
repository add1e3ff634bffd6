import { defineErrors } from '@atelier/kernel';

export const settingsErrors = defineErrors({
  'settings/unknown': {
    en: 'The setting "{id}" of {from} was not saved: its section "{section}" has no such setting. Open the section again; the extension may have changed.',
    fr: 'Le réglage « {id} » de {from} n’a pas été enregistré : sa section « {section} » n’a pas ce réglage. Rouvrez la section ; l’extension a peut-être changé.',
  },
  'settings/not-public': {
    en: '{asker} may not read the settings of {from}: its section "{section}" has no public setting. Ask the authors of {from} to make one public.',
    fr: '{asker} ne peut pas lire les réglages de {from} : sa section « {section} » n’en a aucun de public. Demandez aux auteurs de {from} d’en rendre un public.',
  },
  'settings/not-kept': {
    en: 'The setting was not saved: it cannot have this value. The previous value still applies. Choose a valid value.',
    fr: 'Le réglage n’a pas été enregistré : il ne peut pas avoir cette valeur. La valeur précédente s’applique toujours. Choisissez une valeur valable.',
  },
  'settings/changed-meanwhile': {
    en: 'The setting was not saved: another window or program changed it in the meantime. Keep yours, or use the other value.',
    fr: 'Le réglage n’a pas été enregistré : une autre fenêtre ou un autre programme l’a modifié entre-temps. Gardez le vôtre, ou prenez l’autre valeur.',
  },
  'settings/secret-unfit': {
    en: 'The secret was not saved: it contains a line break, or spaces at its ends, which copying often adds. Paste it again without them.',
    fr: 'Le secret n’a pas été enregistré : il contient un saut de ligne ou des espaces à ses extrémités, souvent ajoutés par la copie. Collez-le de nouveau sans eux.',
  },
  'settings/no-such-command': {
    en: 'The shortcut was not saved: no extension that is switched on has the command "{command}". Switch its extension on, then try again.',
    fr: 'Le raccourci n’a pas été enregistré : aucune extension activée n’a la commande « {command} ». Activez son extension, puis réessayez.',
  },
});
