import { defineErrors } from '@atelier/kernel';

export const startupErrors = defineErrors({
  'startup/no-cloud': {
    en: 'The link {link} was not opened: it leads to Atelier’s cloud, which this version cannot connect to yet. Nothing was sent to it. Go on with your conversations on this machine, and open the link again after an update.',
    fr: 'Le lien {link} n’a pas été ouvert : il mène au cloud d’Atelier, auquel cette version ne sait pas encore se connecter. Rien ne lui a été envoyé. Continuez vos conversations sur cette machine et rouvrez le lien après une mise à jour.',
  },
});
