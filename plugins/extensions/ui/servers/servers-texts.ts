const fr = {
  servers: 'Serveurs',
  restart: 'Redémarrer',
  logs: 'Journal',
  'state.off': 'Éteint',
  'state.starting': 'Démarre',
  'state.ready': 'Prêt',
  'state.waiting': 'Redémarre bientôt',
  'state.failed': 'En échec',
  notAllowed: 'Non autorisé : il ne démarre pas.',
  asleep: 'Démarre avec l’extension.',
  'restarts.one': '{count} redémarrage',
  'restarts.other': '{count} redémarrages',
};

/** The servers of an extension, in English. */
const en: typeof fr = {
  servers: 'Servers',
  restart: 'Restart',
  logs: 'Log',
  'state.off': 'Off',
  'state.starting': 'Starting',
  'state.ready': 'Ready',
  'state.waiting': 'Restarts soon',
  'state.failed': 'Failed',
  notAllowed: 'Not allowed, so it does not start.',
  asleep: 'Starts with the extension.',
  'restarts.one': '{count} restart',
  'restarts.other': '{count} restarts',
};

/** The words about the servers of an extension. */
export const serversTexts = { fr, en } as const;
