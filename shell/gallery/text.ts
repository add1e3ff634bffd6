import type { Locale } from '@atelier/kernel/ui';

const fr = {
  title: 'Le nécessaire d’Atelier',
  opening:
    'Chaque élément dont une vue est faite, dans chacun de ses états. Ce qui se voit ici se voit partout : une forme et une couleur par état, l’accent pour la seule chose à faire ensuite.',
  contents: 'Éléments',
  theme: 'Thème',
  light: 'Clair',
  dark: 'Sombre',
  contrast: 'Contraste',
  normal: 'Normal',
  more: 'Fort',
  direction: 'Sens',
  ltr: 'LTR',
  rtl: 'RTL',
  language: 'Langue',
};

const en: typeof fr = {
  title: 'The Atelier kit',
  opening:
    'Every element a view is made of, in each of its states. What is seen here is seen everywhere: one shape and one colour a state, the accent for the one thing to do next.',
  contents: 'Elements',
  theme: 'Theme',
  light: 'Light',
  dark: 'Dark',
  contrast: 'Contrast',
  normal: 'Normal',
  more: 'Strong',
  direction: 'Direction',
  ltr: 'LTR',
  rtl: 'RTL',
  language: 'Language',
};

/** The gallery's own texts. */
export const words: Record<Locale, typeof fr> = { fr, en };
