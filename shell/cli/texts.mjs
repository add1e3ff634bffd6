// The language of the command line, and the texts of the setup. Plain JS: it runs on Node 20, before anything is installed.

/** @typedef {{ readonly en: string, readonly fr: string }} Sentence */

/** @param {NodeJS.ProcessEnv} env @returns {'en' | 'fr'} */
export function language(env) {
  const wanted = env.LC_ALL || env.LC_MESSAGES || env.LANG || '';
  return wanted.toLowerCase().startsWith('fr') ? 'fr' : 'en';
}

/** The sentence in the language of the environment, with its `{placeholders}` filled. @param {Sentence} sentence @param {Readonly<Record<string, unknown>>} [values] */
export function text(sentence, values = {}) {
  return sentence[language(process.env)].replace(/\{(\w+)\}/g, (placeholder, name) => String(values[name] ?? placeholder));
}

/** Messages go to stderr; stdout is for output that a program reads. @param {Sentence} sentence @param {Readonly<Record<string, unknown>>} [values] */
export function say(sentence, values) {
  process.stderr.write(`${text(sentence, values)}\n`);
}

/** @satisfies {Record<string, Sentence>} */
export const setupTexts = {
  installing: {
    en: 'Installing the packages Atelier needs. This takes half a minute or a few minutes, depending on the machine and the network.',
    fr: 'Installation des paquets nécessaires à Atelier. Cela prend d’une demi-minute à quelques minutes, selon la machine et le réseau.',
  },
  elapsed: { en: 'Installing… {seconds} s', fr: 'Installation en cours… {seconds} s' },
  installed: { en: 'Installed in {seconds} s.', fr: 'Installé en {seconds} s.' },
  waiting: {
    en: 'Another start is installing packages or generating validators; this one waits for it.',
    fr: 'Un autre démarrage installe les paquets ou génère les validateurs ; celui-ci attend qu’il ait fini.',
  },
  generating: { en: 'Generating the validators of the schemas…', fr: 'Génération des validateurs des schémas…' },
  notGenerated: {
    en: 'The validators of the schemas could not be generated; the reason is above. Correct the file it names, then run this again.',
    fr: 'Les validateurs des schémas n’ont pas pu être générés ; la raison est ci-dessus. Corrigez le fichier nommé, puis relancez.',
  },
  noNpm: {
    en: 'npm could not be started ({reason}). Install Node 20 or newer with npm from https://nodejs.org, then run this again.',
    fr: 'npm n’a pas pu démarrer ({reason}). Installez Node 20 ou plus récent avec npm depuis https://nodejs.org, puis relancez.',
  },
  offline: {
    en: 'The packages could not be fetched: npm cannot reach its registry ({reason}). Check the network and `npm config get registry`, then run this again; it starts over by itself.',
    fr: 'Les paquets n’ont pas pu être téléchargés : npm ne joint pas son registre ({reason}). Vérifiez le réseau et `npm config get registry`, puis relancez ; l’installation reprend d’elle-même.',
  },
  lockfileMismatch: {
    en: 'package.json and package-lock.json disagree, so nothing was installed. Run `npm install --ignore-scripts` once, and commit the lockfile it writes.',
    fr: 'package.json et package-lock.json ne concordent pas, rien n’a donc été installé. Lancez une fois `npm install --ignore-scripts` et validez le fichier de verrouillage produit.',
  },
  noSpace: {
    en: 'The packages could not be installed: the disk is full. Free about 1 GB, then run this again.',
    fr: 'Les paquets n’ont pas pu être installés : le disque est plein. Libérez environ 1 Go, puis relancez.',
  },
  noWrite: {
    en: 'The packages could not be installed: this user may not write in {folder}. Take ownership of the folder, then run this again.',
    fr: 'Les paquets n’ont pas pu être installés : cet utilisateur ne peut pas écrire dans {folder}. Rendez-vous propriétaire du dossier, puis relancez.',
  },
  failed: {
    en: 'The packages could not be installed: npm ended with {reason}. Its output is above; run `npm ci --ignore-scripts` to see all of it.',
    fr: 'Les paquets n’ont pas pu être installés : npm s’est terminé avec {reason}. Sa sortie est ci-dessus ; lancez `npm ci --ignore-scripts` pour tout voir.',
  },
  noNode: {
    en: 'Atelier runs on Node 24; this is Node {have}, and npm offers no Node 24 for {platform}. Install Node 24 from https://nodejs.org, then run this again.',
    fr: 'Atelier fonctionne avec Node 24 ; ceci est Node {have}, et npm ne propose pas de Node 24 pour {platform}. Installez Node 24 depuis https://nodejs.org, puis relancez.',
  },
  brokenNode: {
    en: 'The Node 24 that npm installed does not start on this machine ({reason}). Install Node 24 from https://nodejs.org and run this again with it.',
    fr: 'Le Node 24 installé par npm ne démarre pas sur cette machine ({reason}). Installez Node 24 depuis https://nodejs.org et relancez avec lui.',
  },
};
