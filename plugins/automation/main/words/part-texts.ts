/** What has no clause of its own in a sentence, because it is as usual. */
export const partTexts = {
  en: {
    where: { hidden: 'Hidden conversation', visible: 'New conversation', continued: 'Goes on in a conversation' },
    worktree: 'a worktree of its own',
    deliver: {
      always: 'Notify of each result',
      something: 'Notify only if there is something to say',
      failure: 'Notify only of a failure',
      never: 'Notify of nothing',
    },
    file: {
      always: 'Write each result into a new file',
      something: 'Write a new file if there is something to say',
      failure: 'Notify only of a failure',
      never: 'Notify of nothing',
    },
    message: {
      always: 'Leave each result in a conversation',
      something: 'Leave a message in a conversation if there is something to say',
      failure: 'Notify only of a failure',
      never: 'Notify of nothing',
    },
    channel: {
      always: 'Send each result through a channel',
      something: 'Send a message through a channel if there is something to say',
      failure: 'Notify only of a failure',
      never: 'Notify of nothing',
    },
    missed: 'run once',
    limits: 'stop after 10 minutes',
  },
  fr: {
    where: { hidden: 'Conversation masquée', visible: 'Nouvelle conversation', continued: 'Poursuit une conversation' },
    worktree: 'un arbre de travail à elle',
    deliver: {
      always: 'Prévenir de chaque résultat',
      something: 'Prévenir seulement s’il y a quelque chose à dire',
      failure: 'Prévenir seulement en cas d’échec',
      never: 'Ne prévenir de rien',
    },
    file: {
      always: 'Écrire chaque résultat dans un nouveau fichier',
      something: 'Écrire un nouveau fichier s’il y a quelque chose à dire',
      failure: 'Prévenir seulement en cas d’échec',
      never: 'Ne prévenir de rien',
    },
    message: {
      always: 'Laisser chaque résultat dans une conversation',
      something: 'Laisser un message dans une conversation s’il y a quelque chose à dire',
      failure: 'Prévenir seulement en cas d’échec',
      never: 'Ne prévenir de rien',
    },
    channel: {
      always: 'Envoyer chaque résultat par un canal',
      something: 'Envoyer un message par un canal s’il y a quelque chose à dire',
      failure: 'Prévenir seulement en cas d’échec',
      never: 'Ne prévenir de rien',
    },
    missed: 'exécuter une fois',
    limits: 'arrête après 10 minutes',
  },
} as const;
