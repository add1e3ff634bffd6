/** The texts of the views, in the person's language. */
export const texts = {
  fr: {
    name: 'Votre nom',
    greet: 'Saluer',
    welcome: 'Bienvenue',
    about: 'Cette page remplace l’accueil d’Atelier. Vous pouvez revenir à l’original à tout moment.',
    noProject: 'Aucun projet',
    light: 'clair',
    dark: 'sombre',
  },
  en: {
    name: 'Your name',
    greet: 'Greet',
    welcome: 'Welcome',
    about: 'This page stands in for Atelier’s start page. You can go back to the original at any time.',
    noProject: 'No project',
    light: 'light',
    dark: 'dark',
  },
};
