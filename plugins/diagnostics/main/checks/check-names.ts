import type { Locale } from '@atelier/kernel';

const names: Readonly<Record<string, Readonly<Record<Locale, string>>>> = {
  node: { en: 'Node', fr: 'Node' },
  engine: { en: 'Agent’s engine', fr: 'Moteur de l’agent' },
  cli: { en: 'Agent’s command line', fr: 'Ligne de commande de l’agent' },
  directory: { en: 'Agent’s folder', fr: 'Dossier de l’agent' },
  'settings.json': { en: 'Agent’s settings file', fr: 'Réglages de l’agent' },
  'models.json': { en: 'Agent’s models file', fr: 'Modèles de l’agent' },
  'auth.json': { en: 'Agent’s keys file', fr: 'Clés de l’agent' },
  git: { en: 'Git', fr: 'Git' },
  disk: { en: 'Free disk space', fr: 'Espace disque libre' },
  sandbox: { en: 'Sandbox for commands', fr: 'Bac à sable des commandes' },
  profile: { en: 'Folders can be written to', fr: 'Écriture dans les dossiers' },
  choices: { en: 'Your decisions about extensions', fr: 'Vos décisions sur les extensions' },
  databases: { en: 'Databases', fr: 'Bases de données' },
  clock: { en: 'Clock', fr: 'Horloge' },
  npm: { en: 'npm for extensions', fr: 'npm pour les extensions' },
  isolation: { en: 'Sandbox for extensions', fr: 'Bac à sable des extensions' },
  secrets: { en: 'Key store', fr: 'Trousseau' },
};

/** What is checked, for the person; a check of a newer agent keeps its own name. */
export function checkTitle(name: string, locale: Locale): string {
  return names[name]?.[locale] ?? name;
}
