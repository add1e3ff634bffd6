import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** @typedef {{ readonly name: string, readonly usage: string, readonly summary: import('./texts.mjs').Sentence, readonly needs?: string, readonly takes?: readonly string[] }} Usage */

/** Commands whose `needs` does not exist in this copy are left out. @type {readonly Usage[]} */
const commands = [
  { name: 'start', usage: 'start [options]', summary: { en: 'start the app', fr: 'démarrer l’application' } },
  {
    name: 'doctor',
    usage: 'doctor [--json]',
    summary: { en: 'check this machine, and say what to do about it', fr: 'vérifier cette machine et dire quoi faire' },
  },
  { name: 'new', usage: 'new <name>', summary: { en: 'create a plugin from the template', fr: 'créer un plugin depuis le modèle' } },
  {
    name: 'links',
    usage: 'links register|unregister',
    summary: { en: 'register or unregister this copy for atelier:// links', fr: 'inscrire ou non cette copie pour les liens atelier://' },
  },
  {
    name: 'extension',
    usage: 'extension <command> [--help]',
    needs: 'shell/cli/extension/index.ts',
    summary: {
      en: 'create, dev, validate, pack, publish: for authors of extensions',
      fr: 'create, dev, validate, pack, publish : pour les auteurs d’extensions',
    },
  },
  {
    name: 'registry',
    usage: 'registry [options]',
    needs: 'registry-dev/serve.ts',
    summary: { en: 'an npm registry on loopback', fr: 'un registre npm en local' },
  },
  {
    name: 'cloud',
    usage: 'cloud serve [options]',
    needs: 'plugins/cloud/server/serve.ts',
    summary: { en: 'the control plane of cloud mode, on this machine', fr: 'le plan de contrôle du mode cloud, sur cette machine' },
  },
  { name: 'run', usage: 'run <script> [args]', summary: { en: 'run a script of this repository', fr: 'lancer un script de ce dépôt' } },
];

/** The scripts of `run`. `takes` lists the accepted arguments; without it, all arguments are passed on to the tool that is run. @type {readonly Usage[]} */
const scripts = [
  {
    name: 'test',
    usage: 'test [--changed[=<commit>]] [args]',
    needs: 'vitest.config.ts',
    summary: {
      en: 'all tests; with --changed, those that the changes can affect',
      fr: 'tous les tests ; avec --changed, ceux que les changements peuvent affecter',
    },
  },
  {
    name: 'check',
    usage: 'check',
    takes: [],
    summary: { en: 'generated files, format, lint and types', fr: 'fichiers générés, format, lint et types' },
  },
  {
    name: 'generate',
    usage: 'generate [--check]',
    takes: ['--check'],
    summary: { en: 'write every generated file', fr: 'écrire tous les fichiers générés' },
  },
  {
    name: 'dev',
    usage: 'dev [options of start]',
    needs: 'shell/vite.config.ts',
    summary: { en: 'browser host that follows changes', fr: 'hôte navigateur qui suit les changements' },
  },
  {
    name: 'gallery',
    usage: 'gallery',
    takes: [],
    needs: 'shell/gallery/vite.config.ts',
    summary: { en: 'the design kit on one page', fr: 'les éléments d’interface sur une page' },
  },
  {
    name: 'gallery:pictures',
    usage: 'gallery:pictures',
    takes: [],
    needs: 'tests/support/gallery-pictures.ts',
    summary: { en: 'make the pictures of that page again', fr: 'refaire les images de cette page' },
  },
  {
    name: 'dev:electron',
    usage: 'dev:electron',
    takes: [],
    needs: 'shell/electron/main.ts',
    summary: { en: 'desktop program that follows changes', fr: 'programme de bureau qui suit les changements' },
  },
  {
    name: 'test:apart',
    usage: 'test:apart [args]',
    needs: 'vitest.apart.config.ts',
    summary: {
      en: 'the test suites of the bundled plugins, each in its own process',
      fr: 'les tests des plugins fournis, chacun dans son processus',
    },
  },
  {
    name: 'test:electron',
    usage: 'test:electron',
    takes: [],
    needs: 'tests/electron/run.ts',
    summary: { en: 'the host suite on the real Electron, where its runtime is', fr: 'les tests d’hôte sur le vrai Electron, s’il est là' },
  },
  {
    name: 'package',
    usage: 'package [--dir]',
    takes: ['--dir'],
    needs: 'shell/build/package-app.ts',
    summary: { en: 'installers of the desktop program for this system', fr: 'installateurs du programme de bureau pour ce système' },
  },
  {
    name: 'kernel:pack',
    usage: 'kernel:pack',
    takes: [],
    needs: 'shell/build/kernel-package.ts',
    summary: {
      en: 'what authors import, as a package in .build/kernel-package',
      fr: 'ce que les auteurs importent, en paquet dans .build/kernel-package',
    },
  },
  { name: 'bench', usage: 'bench [name]', needs: 'tests/bench/run.ts', summary: { en: 'the benches', fr: 'les mesures' } },
  {
    name: 'keep-profile',
    usage: 'keep-profile <version>',
    needs: 'tests/released-profiles',
    summary: {
      en: 'make a used profile of this version, for the tests of later ones',
      fr: 'créer un profil utilisé de cette version, pour les tests des suivantes',
    },
  },
  { name: 'faults', usage: 'faults', needs: 'tests/faults', summary: { en: 'crash and power-loss tests', fr: 'tests de pannes' } },
  {
    name: 'soak',
    usage: 'soak [--minutes 60]',
    needs: 'tests/soak',
    summary: { en: 'a scripted day in the app', fr: 'une journée scriptée dans l’application' },
  },
  {
    name: 'e2e',
    usage: 'e2e [args]',
    needs: 'tests/e2e',
    summary: { en: 'the app in a browser, as a person uses it', fr: 'l’application comme on s’en sert, dans un navigateur' },
  },
  {
    name: 'hostile',
    usage: 'hostile',
    needs: 'tests/hostile',
    summary: { en: 'attacks by hostile extensions', fr: 'attaques par des extensions hostiles' },
  },
  {
    name: 'test:clean',
    usage: 'test:clean',
    takes: [],
    needs: 'tests/clean-clone.ts',
    summary: { en: 'start and test from a copy without packages', fr: 'démarrer et tester depuis une copie sans paquets' },
  },
];

/** @param {string} root */
export const commandsOf = root => commands.filter(each => each.needs === undefined || existsSync(join(root, each.needs)));

/** @param {string} root */
export const scriptsOf = root => scripts.filter(each => each.needs === undefined || existsSync(join(root, each.needs)));
