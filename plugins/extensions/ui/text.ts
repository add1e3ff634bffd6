import { type Locale, type PluralForms, pluralText } from '@atelier/kernel/ui';
import type { ListedExtension } from './listed.ts';

const fr = {
  extensions: 'Extensions',
  needsYou: 'À voir',
  running: 'En marche',
  idle: 'Au repos, sans processus',
  builtIn: 'Intégrées',
  none: 'Aucune extension n’est installée.',
  loading: 'Lecture des extensions…',
  retry: 'Réessayer',
  enable: 'Activer',
  disable: 'Arrêter',
  startTime: 'Démarrage',
  memory: 'Mémoire',
  processor: 'Processeur',
  calls: 'Appels',
  failed: 'en échec',
  traffic: 'Échangé',
  crashes: 'Plantages',
  withKernel: 'Avec le noyau',
  noProcess: 'Aucun processus',
  neverStarted: 'Jamais démarrée',
  comesWith: 'Livrée avec Atelier',
  memoryOf: 'Mémoire de son propre processus',
  memoryOfAll: 'Mémoire des processus d’extensions',
  isolation: 'Isolation',
  ownProcess: 'Processus à part',
  version: 'Version',
  package: 'Paquet',
  folder: 'Dossier',
  granted: 'Droits accordés',
  notGranted: 'Demandés, non accordés',
  noRights: 'Aucun',
};

export type Words = typeof fr;

const en: Words = {
  extensions: 'Extensions',
  needsYou: 'Needs you',
  running: 'Running',
  idle: 'Idle, no process until used',
  builtIn: 'Built in',
  none: 'No extension is installed.',
  loading: 'Reading the extensions…',
  retry: 'Retry',
  enable: 'Switch on',
  disable: 'Switch off',
  startTime: 'Start',
  memory: 'Memory',
  processor: 'Processor',
  calls: 'Calls',
  failed: 'failed',
  traffic: 'Exchanged',
  crashes: 'Crashes',
  withKernel: 'With the kernel',
  noProcess: 'No process',
  neverStarted: 'Never started',
  comesWith: 'Comes with Atelier',
  memoryOf: 'Memory of its own process',
  memoryOfAll: 'Memory of the extensions’ processes',
  isolation: 'Isolation',
  ownProcess: 'Process of its own',
  version: 'Version',
  package: 'Package',
  folder: 'Folder',
  granted: 'Rights granted',
  notGranted: 'Asked, not granted',
  noRights: 'None',
};

const texts: Record<Locale, Words> = { fr, en };

/** The page's words in a person's language. */
export function words(locale: Locale): Words {
  return texts[locale];
}

const states: Record<Locale, Record<ListedExtension['state'], string>> = {
  fr: {
    refused: 'Refusée',
    dormant: 'Au repos',
    waking: 'Démarre',
    active: 'En marche',
    failed: 'En échec',
    stopped: 'Arrêtée',
    quarantined: 'En quarantaine',
  },
  en: {
    refused: 'Refused',
    dormant: 'Idle',
    waking: 'Starting',
    active: 'Running',
    failed: 'Failed',
    stopped: 'Off',
    quarantined: 'Quarantined',
  },
};

export function stateName(locale: Locale, state: ListedExtension['state']): string {
  return states[locale][state];
}

const isolations: Record<Locale, Record<ListedExtension['isolation'], string>> = {
  fr: {
    'in-process': 'Dans le noyau',
    permissions: 'Processus à part, droits limités par Node',
    sandbox: 'Processus à part, dans le bac à sable du système',
  },
  en: {
    'in-process': 'Inside the kernel',
    permissions: 'Process of its own, limited by Node',
    sandbox: 'Process of its own, in the system’s sandbox',
  },
};

export function isolationName(locale: Locale, isolation: ListedExtension['isolation']): string {
  return isolations[locale][isolation];
}

const needing: Record<Locale, PluralForms> = {
  fr: { one: 'à voir', other: 'à voir' },
  en: { one: 'needs you', other: 'need you' },
};

/** "3 need you", "3 à voir". */
export function needText(locale: Locale, count: number): string {
  return pluralText(locale, count, needing[locale]);
}

const problems: Record<Locale, PluralForms> = {
  fr: { one: 'problème', other: 'problèmes' },
  en: { one: 'problem', other: 'problems' },
};

/** "2 problems", "2 problèmes": entries of its manifest that were left out. */
export function problemsText(locale: Locale, count: number): string {
  return pluralText(locale, count, problems[locale]);
}
