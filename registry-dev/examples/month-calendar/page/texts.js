/** What the page says beside the names of months and days, which the browser knows. */
export const texts = {
  fr: { today: 'Aujourd’hui', before: 'Mois précédent', after: 'Mois suivant' },
  en: { today: 'Today', before: 'Previous month', after: 'Next month' },
};
