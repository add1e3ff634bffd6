import { spawnSync } from 'node:child_process';
import { closeSync, existsSync, fsyncSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, isAbsolute, join, sep } from 'node:path';
import { userDataFolder } from '../../schemas/profile/folder.mjs';
import { walkProfile } from '../../schemas/profile/paths.mjs';
import { electronRuntime } from './electron-runtime.mjs';
import { installedNode, majorOf, runningNodeSuffices, tryNode } from './project-node.mjs';
import { isInstalled } from './stamp.mjs';

/** @typedef {{ id: string, state: 'ok' | 'warn' | 'missing', found: string | import('./texts.mjs').Sentence, why: import('./texts.mjs').Sentence, remedy: import('./texts.mjs').Sentence }} Finding */

const install = { en: 'Run `npm start`; it installs what is missing.', fr: 'Lancez `npm start` ; il installe ce qui manque.' };

const maxListed = 5;

const none = { en: 'none', fr: 'aucun' };

/** The Node that runs the app: the one from npm, or the current one if it is recent enough. @param {string} root */
const appNode = root => installedNode(root) ?? (runningNodeSuffices() ? process.execPath : undefined);

/** @param {string} root @returns {Finding} */
function node(root) {
  const why = { en: 'Atelier runs on Node 24 and installs its own.', fr: 'Atelier fonctionne avec Node 24 et installe le sien.' };
  const file = appNode(root);
  if (file === undefined) return { id: 'node', state: 'missing', found: `Node ${process.versions.node}`, why, remedy: install };
  const { version, problem } = tryNode(file);
  const isRecent = version !== undefined && majorOf(version) >= 24;
  return {
    id: 'node',
    state: isRecent ? 'ok' : 'missing',
    found: version === undefined ? (problem ?? '') : `Node ${version}`,
    why,
    remedy: install,
  };
}

/** @param {string} root @returns {Finding} */
function packages(root) {
  const exists = existsSync(join(root, 'node_modules'));
  const isUpToDate = exists && isInstalled(root);
  const found = isUpToDate
    ? { en: 'as package-lock.json has them', fr: 'comme dans package-lock.json' }
    : exists
      ? {
          en: 'not installed by Atelier, or older than package-lock.json',
          fr: 'pas installés par Atelier, ou plus anciens que package-lock.json',
        }
      : { en: 'not installed', fr: 'pas installés' };
  const why = {
    en: 'The app is made of npm packages, at the versions of the lockfile.',
    fr: 'L’application est faite de paquets npm, aux versions du fichier de verrouillage.',
  };
  return { id: 'packages', state: isUpToDate ? 'ok' : exists ? 'warn' : 'missing', found, why, remedy: install };
}

/** In a child process, because a native module that was built for another Node crashes it without a message. @param {string} root @returns {Finding} */
function sqlite(root) {
  const script = "const D=require('better-sqlite3');const d=new D(':memory:');console.log(d.prepare('select sqlite_version() v').get().v)";
  const result = spawnSync(appNode(root) ?? process.execPath, ['-e', script], { cwd: root, encoding: 'utf8', timeout: 20_000 });
  const problem = result.signal ?? /^(?:\w*Error.*)$/m.exec(result.stderr ?? '')?.[0] ?? result.error?.message ?? `exit ${result.status}`;
  return {
    id: 'sqlite',
    state: result.status === 0 ? 'ok' : 'missing',
    found: result.status === 0 ? `SQLite ${result.stdout.trim()}` : problem,
    why: {
      en: 'Conversations, settings and everything else are kept in SQLite.',
      fr: 'Conversations, réglages et tout le reste sont gardés dans SQLite.',
    },
    remedy: {
      en: 'Run `npm start`; if this continues, delete node_modules and run it again.',
      fr: 'Lancez `npm start` ; si cela persiste, supprimez node_modules et relancez.',
    },
  };
}

/** @param {string} root @returns {Finding} */
function browser(root) {
  const file =
    onPath('chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge', 'brave-browser') ??
    installedBrowser();
  const testBrowser = existsSync(join(root, 'node_modules', '@sparticuz', 'chromium'));
  return {
    id: 'browser',
    state: file === undefined ? 'warn' : 'ok',
    found:
      file ??
      (testBrowser ? { en: 'none but @sparticuz/chromium, for tests', fr: 'aucun, sauf @sparticuz/chromium pour les tests' } : none),
    why: {
      en: 'The browser host opens its window in a browser of the Chromium family.',
      fr: 'L’hôte navigateur ouvre sa fenêtre dans un navigateur de la famille Chromium.',
    },
    remedy: {
      en: 'Install Chromium, Chrome or Edge; until then, open the address that `npm start` prints.',
      fr: 'Installez Chromium, Chrome ou Edge ; en attendant, ouvrez l’adresse affichée par `npm start`.',
    },
  };
}

/** @param {string} root @returns {Finding} */
function electron(root) {
  const file = electronRuntime(root);
  return {
    id: 'electron',
    state: file === undefined ? 'warn' : 'ok',
    found: file ?? { en: 'not here', fr: 'absent' },
    why: {
      en: 'The desktop window, the tray and the system’s key store need Electron’s runtime.',
      fr: 'La fenêtre de bureau, l’icône d’état et le trousseau du système demandent le moteur d’Electron.',
    },
    remedy: { en: 'Nothing to do: the browser host replaces it.', fr: 'Rien à faire : l’hôte navigateur le remplace.' },
  };
}

/** @returns {Finding} */
function git() {
  const program = onPath('git', 'git.exe');
  const result =
    program === undefined ? undefined : spawnSync(program, ['--version'], { encoding: 'utf8', timeout: 20_000, cwd: tmpdir() });
  return {
    id: 'git',
    state: result?.status === 0 ? 'ok' : 'missing',
    found: result === undefined ? none : result.status === 0 ? result.stdout.trim() : (result.error?.message ?? result.stderr.trim()),
    why: {
      en: 'Projects, file changes and worktrees are read through git.',
      fr: 'Projets, modifications et worktrees sont lus avec git.',
    },
    remedy: { en: 'Install git, and check that `git --version` answers.', fr: 'Installez git, et vérifiez que `git --version` répond.' },
  };
}

/** Starts a sandbox, because an installed one may be forbidden. @returns {Finding} */
function sandbox() {
  const [command, ...args] =
    process.platform === 'darwin'
      ? ['/usr/bin/sandbox-exec', '-p', '(version 1)(allow default)', '/usr/bin/true']
      : [onPath('bwrap'), '--ro-bind', '/', '/', '--unshare-all', '--die-with-parent', 'true'];
  const result = command === undefined ? undefined : spawnSync(command, args, { encoding: 'utf8', timeout: 20_000 });
  const started = result?.status === 0;
  return {
    id: 'sandbox',
    state: started ? 'ok' : 'warn',
    found: started
      ? `${command}`
      : result === undefined
        ? none
        : (result.error?.message ?? (result.stderr.trim().split('\n')[0] || `exit ${result.status}`)),
    why: {
      en: 'Without a sandbox of the system, extensions are contained only by Node’s permissions, secure mode asks before each command, and in open mode nothing but a question keeps a command from your keys.',
      fr: 'Sans bac à sable du système, les extensions ne sont contenues que par les permissions de Node, le mode sécurisé demande avant chaque commande, et en mode ouvert, seule une question protège vos clés d’une commande.',
    },
    remedy:
      process.platform === 'linux'
        ? {
            en: 'Install bubblewrap (Debian, Ubuntu: `apt install bubblewrap`) and allow user namespaces.',
            fr: 'Installez bubblewrap (Debian, Ubuntu : `apt install bubblewrap`) et autorisez les espaces de noms utilisateur.',
          }
        : { en: 'Nothing to do on this system.', fr: 'Rien à faire sur ce système.' },
  };
}

/** Writes a file into the data folder, or its nearest existing parent, and deletes it. @returns {Finding} */
function disk() {
  let folder = userDataFolder(process.env, process.platform);
  while (!existsSync(folder)) folder = dirname(folder);
  const file = join(folder, `.atelier-doctor-${process.pid}`);
  const why = {
    en: 'Data is written and synced there before it counts as saved.',
    fr: 'Les données y sont écrites et synchronisées avant de compter comme enregistrées.',
  };
  const remedy = {
    en: 'Make {folder} writable for this user and free at least 500 MB.',
    fr: 'Rendez {folder} accessible en écriture et libérez au moins 500 Mo.',
  };
  const filled = { en: remedy.en.replace('{folder}', folder), fr: remedy.fr.replace('{folder}', folder) };
  try {
    const handle = openSync(file, 'wx', 0o600);
    writeSync(handle, 'atelier');
    fsyncSync(handle);
    closeSync(handle);
    const { bavail, bsize } = statfsSync(folder);
    const free = (bavail * bsize) / 1e9;
    const found = { en: `${folder}, ${free.toFixed(1)} GB free`, fr: `${folder}, ${free.toFixed(1).replace('.', ',')} Go libres` };
    return { id: 'disk', state: free < 0.5 ? 'warn' : 'ok', found, why, remedy: filled };
  } catch (error) {
    return { id: 'disk', state: 'missing', found: error instanceof Error ? error.message : String(error), why, remedy: filled };
  } finally {
    rmSync(file, { force: true });
  }
}

/** @returns {Promise<Finding>} */
function ports() {
  return new Promise(resolve => {
    const server = createServer();
    const answer = (/** @type {'ok' | 'missing'} */ state, /** @type {string} */ found) =>
      resolve({
        id: 'ports',
        state,
        found,
        why: { en: 'The browser host serves its pages on 127.0.0.1.', fr: 'L’hôte navigateur sert ses pages sur 127.0.0.1.' },
        remedy: {
          en: 'Allow this user to listen on 127.0.0.1 (firewall, container or security policy).',
          fr: 'Autorisez cet utilisateur à écouter sur 127.0.0.1 (pare-feu, conteneur ou politique de sécurité).',
        },
      });
    server.on('error', error => answer('missing', error.message));
    server.listen(0, '127.0.0.1', () => server.close(() => answer('ok', '127.0.0.1')));
  });
}

/** Whether the layout of the profile describes everything in it. @returns {Promise<Finding>} */
async function profile() {
  const folder = userDataFolder(process.env, process.platform);
  const { files, undescribed } = await walkProfile(folder);
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const size = (bytes / 1e6).toFixed(1);
  const listed = undescribed.slice(0, maxListed).map(({ path, why }) => (why === 'link' ? `${path} (→)` : path));
  const list = [...listed, ...(undescribed.length > maxListed ? ['…'] : [])].join(', ');
  return {
    id: 'profile',
    state: undescribed.length === 0 ? 'ok' : 'warn',
    found:
      undescribed.length === 0
        ? { en: `${folder}, ${files.length} files, ${size} MB`, fr: `${folder}, ${files.length} fichiers, ${size.replace('.', ',')} Mo` }
        : {
            en: `not known to this version, ${undescribed.length} in ${folder}: ${list}`,
            fr: `inconnus de cette version, ${undescribed.length} dans ${folder} : ${list}`,
          },
    why: {
      en: 'Atelier neither uses nor deletes what it does not know, and follows no link in place of a folder of its own.',
      fr: 'Atelier n’utilise ni ne supprime ce qu’il ne connaît pas, et ne suit aucun lien à la place d’un de ses dossiers.',
    },
    remedy: {
      en: 'If a newer Atelier or you put it there, leave it; move anything else out of the folder.',
      fr: 'Si un Atelier plus récent ou vous-même l’y avez mis, laissez-le ; sortez le reste du dossier.',
    },
  };
}

/** @type {readonly ((root: string) => Finding | Promise<Finding>)[]} */
export const checks = [node, packages, sqlite, browser, electron, git, sandbox, disk, profile, ports];

/** A program in an absolute folder outside of the working directory, which may be a project. @param {string[]} names @returns {string | undefined} */
function onPath(...names) {
  const here = process.cwd() + sep;
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => isAbsolute(folder) && !(folder + sep).startsWith(here));
  return names.flatMap(name => folders.map(folder => join(folder, name))).find(file => existsSync(file));
}

function installedBrowser() {
  const files =
    process.platform === 'darwin'
      ? ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(name => `/Applications/${name}.app/Contents/MacOS/${name}`)
      : [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)']]
          .filter(folder => folder !== undefined)
          .flatMap(folder =>
            ['Google/Chrome/Application/chrome.exe', 'Microsoft/Edge/Application/msedge.exe'].map(file => join(folder, file)),
          );
  return files.find(file => existsSync(file));
}
