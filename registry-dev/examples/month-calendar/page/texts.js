/** The texts of the page, besides the names of months and days, which the browser provides. */
export const texts = {
  fr: { today: 'Aujourd’hui', before: 'Mois précédent', after: 'Mois suivant' },
  en: { today: 'Today', before: 'Previous month', after: 'Next month' },
};
