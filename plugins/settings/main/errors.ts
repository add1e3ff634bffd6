import { defineErrors } from '@atelier/kernel';

export const settingsErrors = defineErrors({
  'settings/unknown': {
    en: 'The setting "{id}" of {from} was not kept: there is none in its section "{section}". Open the section again; the extension may have changed.',
    fr: 'Le réglage « {id} » de {from} n’a pas été enregistré : sa section « {section} » n’en a pas. Rouvrez la section ; l’extension a peut-être changé.',
  },
  'settings/not-public': {
    en: '{asker} may not read the settings of {from}: its section "{section}" has no public one. Ask the authors of {from} to make one public.',
    fr: '{asker} ne peut pas lire les réglages de {from} : sa section « {section} » n’en a aucun de public. Demandez aux auteurs de {from} d’en rendre un public.',
  },
  'settings/not-kept': {
    en: 'The setting was not kept: it cannot have this value. What it was before still holds. Choose one that fits.',
    fr: 'Le réglage n’a pas été enregistré : il ne peut pas avoir cette valeur. Ce qu’il était avant vaut toujours. Choisissez-en une qui convient.',
  },
  'settings/changed-meanwhile': {
    en: 'The setting was not kept: another window or program changed it meanwhile. Keep yours, or take over what it says now.',
    fr: 'Le réglage n’a pas été enregistré : une autre fenêtre ou un autre programme l’a modifié entre-temps. Gardez le vôtre, ou reprenez ce qui y est maintenant.',
  },
  'settings/secret-unfit': {
    en: 'The secret was not kept: it holds a line break or spaces at its ends, which a copy often brings along. Paste it again without them.',
    fr: 'Le secret n’a pas été enregistré : il contient un saut de ligne ou des espaces à ses extrémités, qu’une copie apporte souvent. Collez-le de nouveau sans eux.',
  },
  'settings/no-such-command': {
    en: 'The keys were not kept: no extension that is switched on has the command "{command}". Switch its extension on, then try again.',
    fr: 'Les touches n’ont pas été enregistrées : aucune extension activée n’a la commande « {command} ». Activez son extension, puis réessayez.',
  },
});
