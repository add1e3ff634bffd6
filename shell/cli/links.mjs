import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { say } from './texts.mjs';

const entry = 'atelier.desktop';
const scheme = 'x-scheme-handler/atelier';

/** @typedef {Readonly<Record<string, string | undefined>>} Environment */

/**
 * Registers or unregisters this copy of Atelier as the handler of our links. Returns the exit code.
 * @param {string} root @param {string} action @param {Environment} [env] @param {NodeJS.Platform} [platform]
 */
export function links(root, action, env = process.env, platform = process.platform) {
  if (platform !== 'linux') {
    say({
      en: 'Links were not changed: from the browser host, atelier:// links can be registered on Linux only. Here the Electron app does it.',
      fr: 'Les liens n’ont pas été modifiés : depuis l’hôte navigateur, les liens atelier:// ne s’inscrivent que sous Linux. Ici, l’application Electron s’en charge.',
    });
    return 1;
  }
  const folder = join(env.XDG_DATA_HOME || join(env.HOME || homedir(), '.local', 'share'), 'applications');
  return action === 'register' ? register(root, folder, env) : unregister(folder, env);
}

/** @param {string} root @param {string} folder @param {Environment} env */
function register(root, folder, env) {
  const file = join(folder, entry);
  try {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, desktopEntry(root, process.execPath));
  } catch (error) {
    say(
      {
        en: 'Links were not registered: {file} could not be written ({why}). Take ownership of its folder, then run this again.',
        fr: 'Les liens n’ont pas été inscrits : {file} n’a pas pu être écrit ({why}). Rendez-vous propriétaire du dossier, puis relancez.',
      },
      { file, why: error instanceof Error ? error.message : String(error) },
    );
    return 1;
  }
  // Only makes the lookup faster; a system without it reads the folder.
  run('update-desktop-database', [folder], env);
  const missing = run('xdg-mime', ['default', entry, scheme], env);
  const answer =
    missing === undefined ? spawnSync('xdg-mime', ['query', 'default', scheme], { encoding: 'utf8', env: { ...env } }) : undefined;
  if (answer?.stdout.trim() === entry) {
    say(
      {
        en: 'Links that begin with atelier:// open in this copy ({file}).',
        fr: 'Les liens atelier:// s’ouvrent dans cette copie ({file}).',
      },
      { file },
    );
    return 0;
  }
  say(
    {
      en: '{file} is written, but the system was not notified: xdg-mime {why}. Install xdg-utils (Debian, Ubuntu: `apt install xdg-utils`), then run this again.',
      fr: '{file} est écrit, mais le système n’a pas été prévenu : xdg-mime {why}. Installez xdg-utils (Debian, Ubuntu : `apt install xdg-utils`), puis relancez.',
    },
    { file, why: missing ?? `→ "${answer?.stdout.trim()}"` },
  );
  return 1;
}

/** @param {string} folder @param {Environment} env */
function unregister(folder, env) {
  // The system ignores references to a missing entry.
  rmSync(join(folder, entry), { force: true });
  run('update-desktop-database', [folder], env);
  say({
    en: 'Links that begin with atelier:// no longer open in this copy.',
    fr: 'Les liens atelier:// ne s’ouvrent plus dans cette copie.',
  });
  return 0;
}

/** The entry of the desktop, which starts this copy with the link. @param {string} root @param {string} node */
export function desktopEntry(root, node) {
  const program = [node, join(root, 'shell', 'cli', 'atelier.mjs'), 'start'].map(argument).join(' ');
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.5',
    'Name=Atelier',
    'Comment=Desktop AI assistant for chat and coding',
    'Comment[fr]=Assistant IA de bureau pour discuter et coder',
    `Exec=${program} %u`,
    `Icon=${value(join(root, 'shell', 'ui', 'icon.svg'))}`,
    'Terminal=false',
    'Categories=Development;Utility;',
    `MimeType=${scheme};`,
    // The window's --class, so that the desktop shows both as one icon.
    'StartupWMClass=Atelier',
    'StartupNotify=true',
    '',
  ].join('\n');
}

/** One argument of Exec, quoted only if necessary: without a desktop, xdg-open fails with 4 on a quoted program. @param {string} word */
function argument(word) {
  const plain = word.replaceAll('%', '%%');
  if (!/[\s"'\\<>~|&;$*?#()`]/.test(plain)) return plain;
  return value(`"${plain.replace(/["`$\\]/g, char => `\\${char}`)}"`);
}

/** A string value of the file, whose escapes are decoded before those of quoted arguments. @param {string} text */
function value(text) {
  return text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n').replaceAll('\t', '\\t');
}

/** Runs a program; returns its error, or undefined. @param {string} program @param {readonly string[]} args @param {Environment} env */
function run(program, args, env) {
  const { status, error, stderr } = spawnSync(program, args, { encoding: 'utf8', env: { ...env } });
  if (error !== undefined) return 'code' in error ? String(error.code) : error.message;
  return status === 0 ? undefined : `→ ${status} ${stderr.trim().split('\n', 1)[0]}`.trim();
}
