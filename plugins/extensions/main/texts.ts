import type { Locale } from '@atelier/kernel';

interface HealthTexts {
  readonly stateWell: string;
  readonly process: Readonly<Record<'in-process' | 'permissions' | 'sandbox', string>>;
  filesWell(count: number): string;
  filesChanged(paths: string): string;
  registryWell(name: string): string;
}

/** What a look at an extension found. */
export const healthTexts: Readonly<Record<Locale, HealthTexts>> = {
  fr: {
    stateWell: 'Rien ne l’a arrêtée.',
    process: {
      'in-process': 'Tourne dans le noyau.',
      permissions: 'Processus à part, limité par Node.',
      sandbox: 'Processus à part, dans le bac à sable du système.',
    },
    filesWell: count => `Les ${count} fichiers sont ceux qui ont été installés.`,
    filesChanged: paths =>
      `Des fichiers ne sont plus ceux qui ont été installés : ${paths}. Retirez l’extension et installez-la de nouveau.`,
    registryWell: name => `${name} répond.`,
  },
  en: {
    stateWell: 'Nothing has stopped it.',
    process: {
      'in-process': 'Runs inside the kernel.',
      permissions: 'Process of its own, limited by Node.',
      sandbox: 'Process of its own, in the system’s sandbox.',
    },
    filesWell: count => `All ${count} files are those that were installed.`,
    filesChanged: paths => `Files are not those that were installed: ${paths}. Remove the extension and install it again.`,
    registryWell: name => `${name} answers.`,
  },
};
