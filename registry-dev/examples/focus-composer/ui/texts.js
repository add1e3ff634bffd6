/** The texts of the composer, in the person's language. */
export const texts = {
  fr: {
    message: 'Message',
    write: 'Écrivez à votre aise…',
    'words.one': '{count} mot',
    'words.other': '{count} mots',
    minutes: '{count} min de lecture',
    keys: 'Entrée envoie, Maj+Entrée va à la ligne',
    send: 'Envoyer',
    queue: 'Mettre en file',
    stop: 'Arrêter',
  },
  en: {
    message: 'Message',
    write: 'Take your time…',
    'words.one': '{count} word',
    'words.other': '{count} words',
    minutes: '{count} min to read',
    keys: 'Enter sends, Shift+Enter begins a line',
    send: 'Send',
    queue: 'Queue',
    stop: 'Stop',
  },
};
