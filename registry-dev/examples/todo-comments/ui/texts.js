const all = {
  en: { noProject: 'Open a conversation of a project.', none: 'Nothing to do in this project.' },
  fr: { noProject: 'Ouvrez une conversation d’un projet.', none: 'Rien à faire dans ce projet.' },
};

export const words = locale => all[locale ?? 'en'];
