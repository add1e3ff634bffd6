import { defineErrors } from '@atelier/kernel';

export const errors = defineErrors({
  'usage/price-range': {
    en: 'The price of {model} was not stored, because each of its four amounts has to be a number from 0 to {most} dollars for a million tokens. Correct it, then save it again.',
    fr: 'Le prix de {model} n’a pas été enregistré, car chacun de ses quatre montants doit être un nombre de 0 à {most} dollars par million de jetons. Corrigez-le, puis enregistrez-le de nouveau.',
  },
  'usage/limit-range': {
    en: 'The amounts were not stored, because each has to be a number over 0 and up to {most} dollars, or empty. Correct it, then save again.',
    fr: 'Les montants n’ont pas été enregistrés, car chacun doit être un nombre supérieur à 0 et d’au plus {most} dollars, ou vide. Corrigez-le, puis enregistrez de nouveau.',
  },
});
