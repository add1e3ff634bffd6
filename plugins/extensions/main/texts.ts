import type { Bilingual } from '../contract/index.ts';

/** The texts of the health check. */
export const healthTexts = {
  stateWell: { fr: 'Rien ne l’a arrêtée.', en: 'Nothing has stopped it.' },
  process: {
    'in-process': { fr: 'Tourne dans le noyau.', en: 'Runs inside the kernel.' },
    permissions: { fr: 'Processus à part, limité par Node.', en: 'Process of its own, limited by Node.' },
    sandbox: { fr: 'Processus à part, dans le bac à sable du système.', en: 'Process of its own, in the system’s sandbox.' },
  },
  asleep: { fr: 'Aucun processus tant qu’on ne s’en sert pas.', en: 'No process until it is used.' },
  filesWell: (count: number): Bilingual => ({
    fr: `Les ${count} fichiers sont ceux qui ont été installés.`,
    en: `All ${count} files are those that were installed.`,
  }),
  filesChanged: (paths: string): Bilingual => ({
    fr: `Des fichiers ne sont plus ceux qui ont été installés : ${paths}. Retirez l’extension et installez-la de nouveau.`,
    en: `Files are not those that were installed: ${paths}. Remove the extension and install it again.`,
  }),
  registryWell: (name: string): Bilingual => ({ fr: `${name} répond.`, en: `${name} answers.` }),
} as const;
