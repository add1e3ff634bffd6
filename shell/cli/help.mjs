import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandsOf, scriptsOf } from './commands.mjs';
import { text } from './texts.mjs';

const startOptions = [
  {
    usage: '--host=browser|electron',
    summary: {
      en: 'where the windows are; Electron if its runtime is present, otherwise the browser',
      fr: 'où sont les fenêtres ; Electron si son moteur est présent, sinon le navigateur',
    },
  },
  { usage: '--headless', summary: { en: 'open no window', fr: 'n’ouvrir aucune fenêtre' } },
  { usage: '--port=<number>', summary: { en: 'the loopback port of the browser host', fr: 'le port local de l’hôte navigateur' } },
  {
    usage: '--json',
    summary: { en: 'the first line on stdout is {"url","pid","userData"}', fr: 'la première ligne de stdout est {"url","pid","userData"}' },
  },
  {
    usage: '--safe',
    summary: {
      en: 'start without the extensions that you installed; what is switched on stays so',
      fr: 'démarrer sans les extensions que vous avez installées ; ce qui est activé le reste',
    },
  },
  { usage: '--quit', summary: { en: 'quit the running Atelier', fr: 'arrêter l’Atelier en marche' } },
  {
    usage: '--replace',
    summary: {
      en: 'end an Atelier that does not answer, and start in its place',
      fr: 'arrêter un Atelier qui ne répond pas, et démarrer à sa place',
    },
  },
  {
    usage: '--export=<file>',
    summary: { en: 'write everything of the profile into one archive, and end', fr: 'écrire tout le profil dans une archive, puis finir' },
  },
  {
    usage: '--import=<file>',
    summary: {
      en: 'check such an archive, and end; the next start takes it over and keeps what was there',
      fr: 'vérifier une telle archive, puis finir ; le démarrage suivant la prend et garde ce qu’il y avait',
    },
  },
  {
    usage: '--keys',
    summary: {
      en: 'with --export or --import: the keys too, under a passphrase that is asked for',
      fr: 'avec --export ou --import : les clés aussi, sous une phrase secrète qui est demandée',
    },
  },
];

const registryOptions = [
  { usage: '--port=<number>', summary: { en: 'its loopback port; default 4873', fr: 'son port local ; par défaut 4873' } },
  {
    usage: '--storage=<folder>',
    summary: { en: 'where its packages are; default .build/registry', fr: 'où sont ses paquets ; par défaut .build/registry' },
  },
  { usage: '--uplink', summary: { en: 'ask npm for what it does not have', fr: 'demander à npm ce qu’il n’a pas' } },
  { usage: '--publish-examples', summary: { en: 'publish registry-dev/examples to it', fr: 'y publier registry-dev/examples' } },
  {
    usage: '--json',
    summary: {
      en: 'the first line on stdout is {"url","pid","storage","tokenFile"}',
      fr: 'la première ligne de stdout est {"url","pid","storage","tokenFile"}',
    },
  },
];

const cloudOptions = [
  { usage: '--data=<folder>', summary: { en: 'where it keeps its database and its key', fr: 'où il garde sa base de données et sa clé' } },
  { usage: '--port=<number>', summary: { en: 'its port; default 4310', fr: 'son port ; par défaut 4310' } },
  {
    usage: '--host=<address>',
    summary: { en: 'what it listens on; default 127.0.0.1', fr: 'où il écoute ; par défaut 127.0.0.1' },
  },
  {
    usage: '--public-url=<address>',
    summary: { en: 'the https address under which people reach it', fr: 'l’adresse https sous laquelle on l’atteint' },
  },
  {
    usage: '--json',
    summary: {
      en: 'the first line on stdout is {"url","publicUrl","pid","data"}',
      fr: 'la première ligne de stdout est {"url","publicUrl","pid","data"}',
    },
  },
];

const footer = {
  en: 'Exit codes: 0 it worked, 1 it failed, 2 the command line was wrong.\nThe language follows LANG (English, French).',
  fr: 'Codes de sortie : 0 réussi, 1 échoué, 2 ligne de commande incorrecte.\nLa langue suit LANG (anglais, français).',
};

/** @param {string} root */
export function version(root) {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).version;
}

/** @param {string} root */
export function help(root) {
  const groups = [
    { title: { en: 'Commands', fr: 'Commandes' }, rows: commandsOf(root) },
    { title: { en: 'Scripts', fr: 'Scripts' }, rows: scriptsOf(root) },
    { title: { en: 'Options of start', fr: 'Options de start' }, rows: startOptions },
    { title: { en: 'Options of registry', fr: 'Options de registry' }, rows: registryOptions },
    { title: { en: 'Options of cloud serve', fr: 'Options de cloud serve' }, rows: cloudOptions },
  ];
  const width = Math.max(...groups.flatMap(group => group.rows.map(row => row.usage.length)));
  const list = groups.map(group => {
    const rows = group.rows.map(row => `  ${row.usage.padEnd(width)}  ${text(row.summary)}`);
    return `${text(group.title)}\n${rows.join('\n')}`;
  });
  return `atelier ${version(root)}\n\n${list.join('\n\n')}\n\n${text(footer)}`;
}

/** The help as JSON. @param {string} root */
export function helpRecord(root) {
  const plain = (/** @type {readonly { usage: string, summary: import('./texts.mjs').Sentence }[]} */ rows) =>
    rows.map(({ usage, summary }) => ({ usage, summary: text(summary) }));
  return {
    version: version(root),
    commands: plain(commandsOf(root)),
    scripts: plain(scriptsOf(root)),
    startOptions: plain(startOptions),
    registryOptions: plain(registryOptions),
    cloudOptions: plain(cloudOptions),
    exitCodes: { 0: 'worked', 1: 'failed', 2: 'wrong use' },
  };
}
