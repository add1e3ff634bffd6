/** The texts of the widget, in the person's language. */
export const texts = {
  fr: { none: 'Aucun échange', full: 'Contexte rempli à {percent} % : {tokens} jetons sur {size}' },
  en: { none: 'Nothing said yet', full: 'The context is {percent}% full: {tokens} of {size} tokens' },
};
