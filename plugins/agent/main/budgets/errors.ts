import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'agent/budget-used-up': {
    en: 'The agent stopped, because the budget of {whom} is used up ({used} of {limit}). What it did is kept. Raise the budget in the settings, then go on.',
    fr: 'L’agent s’est arrêté, car le budget de {whom} est épuisé ({used} sur {limit}). Ce qu’il a fait est conservé. Augmentez le budget dans les réglages, puis continuez.',
  },
});
