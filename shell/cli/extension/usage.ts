import type { Sentence } from '../texts.mjs';

/** One option of a command. */
export interface OptionUsage {
  readonly name: string;
  readonly usage: string;
  readonly takesValue: boolean;
  readonly summary: Sentence;
}

/** A command for authors, as its help shows it. */
export interface CommandUsage {
  readonly name: string;
  readonly usage: string;
  /** The number of positional arguments. */
  readonly positionals: readonly [min: number, max: number];
  readonly summary: Sentence;
  readonly options: readonly OptionUsage[];
}

const json: OptionUsage = {
  name: 'json',
  usage: '--json',
  takesValue: false,
  summary: { en: 'the result as JSON on stdout', fr: 'le résultat en JSON sur stdout' },
};
const folder = 'atelier extension';

/** Every command for authors. */
export const usages: readonly CommandUsage[] = [
  {
    name: 'create',
    usage: `${folder} create <name> [--kind=<kind>] [--title=<words>] [--folder=<path>] [--json]`,
    positionals: [1, 1],
    summary: { en: 'begin an extension from an example that works', fr: 'commencer une extension depuis un exemple qui marche' },
    options: [
      {
        name: 'kind',
        usage: '--kind=<kind>',
        takesValue: true,
        summary: {
          en: 'sidebar (TypeScript and Lit, with storage), widget, composer, tool, html, channel, project (files of projects), empty (one command) or plain (the usual one)',
          fr: 'sidebar (TypeScript et Lit, avec stockage), widget, composer, tool, html, channel, project (fichiers des projets), empty (une commande) ou plain (par défaut)',
        },
      },
      {
        name: 'title',
        usage: '--title=<words>',
        takesValue: true,
        summary: { en: 'the name that people see; else made of its name', fr: 'le nom que l’on voit ; sinon tiré de son nom' },
      },
      {
        name: 'folder',
        usage: '--folder=<path>',
        takesValue: true,
        summary: { en: 'where; else a folder of its name, here', fr: 'où ; sinon un dossier à son nom, ici' },
      },
      json,
    ],
  },
  {
    name: 'dev',
    usage: `${folder} dev [folder] [--grant] [--headless] [--port=<n>] [--json]`,
    positionals: [0, 1],
    summary: { en: 'show it in the app, and again after each change', fr: 'la montrer dans l’application, et après chaque changement' },
    options: [
      {
        name: 'grant',
        usage: '--grant',
        takesValue: false,
        summary: {
          en: 'grant every right that it asks for, on its profile for development',
          fr: 'accorder chaque droit demandé, dans son profil de développement',
        },
      },
      { name: 'headless', usage: '--headless', takesValue: false, summary: { en: 'open no window', fr: 'n’ouvrir aucune fenêtre' } },
      {
        name: 'port',
        usage: '--port=<n>',
        takesValue: true,
        summary: { en: 'the loopback port of the app', fr: 'le port local de l’application' },
      },
      json,
    ],
  },
  {
    name: 'validate',
    usage: `${folder} validate [folder] [--json]`,
    positionals: [0, 1],
    summary: {
      en: 'what would be wrong with it, what it asks of people, and how large it is',
      fr: 'ce qui n’irait pas, ce qu’elle demande aux personnes, et sa taille',
    },
    options: [json],
  },
  {
    name: 'pack',
    usage: `${folder} pack [folder] [--into=<folder>] [--json]`,
    positionals: [0, 1],
    summary: { en: 'the package as a file, once it is in order', fr: 'le paquet en un fichier, s’il est en ordre' },
    options: [
      {
        name: 'into',
        usage: '--into=<folder>',
        takesValue: true,
        summary: { en: 'where the file goes; else here', fr: 'où va le fichier ; sinon ici' },
      },
      json,
    ],
  },
  {
    name: 'publish',
    usage: `${folder} publish [folder] --registry=<address> [--token-file=<path>] [--tag=<tag>] [--json]`,
    positionals: [0, 1],
    summary: { en: 'to a registry, for others to install', fr: 'sur un registre, pour que d’autres l’installent' },
    options: [
      {
        name: 'registry',
        usage: '--registry=<address>',
        takesValue: true,
        summary: { en: 'else publishConfig.registry of package.json', fr: 'sinon publishConfig.registry de package.json' },
      },
      {
        name: 'token-file',
        usage: '--token-file=<path>',
        takesValue: true,
        summary: {
          en: 'a file with the token; else ATELIER_REGISTRY_TOKEN',
          fr: 'un fichier avec le jeton ; sinon ATELIER_REGISTRY_TOKEN',
        },
      },
      {
        name: 'tag',
        usage: '--tag=<tag>',
        takesValue: true,
        summary: { en: 'such as next; else latest', fr: 'par exemple next ; sinon latest' },
      },
      json,
    ],
  },
];
