import { statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { anyName, argumentsOf, isFixed, programsOf, type SimpleCommand } from '../shell/shell-line.ts';
import { rootsOf } from '../shell/starters.ts';
import { hasOption, operandsOf, valuesOf } from './arguments.ts';
import { pathsOf, type Reach, reachesOf, type Where } from './where.ts';
import { writtenBy } from './written.ts';

/** What a command may destroy, in a few words; undefined if nothing. */
type Danger = (command: SimpleCommand, where: Where) => string | undefined;

const elsewhere: readonly Reach[] = ['outside', 'unknown'];
const elsewhereOrAll: readonly Reach[] = [...elsewhere, 'whole'];

/** Rows that say the program's name. */
function named(names: readonly string[], isDanger: (command: SimpleCommand, where: Where) => boolean): Readonly<Record<string, Danger>> {
  return Object.fromEntries(names.map(name => [name, (command, where) => (isDanger(command, where) ? name : undefined)]));
}

/** Programs that may destroy files, and when. */
export const fileDangers: Readonly<Record<string, Danger>> = {
  rm: removes,
  unlink: removes,
  srm: removes,
  ...Object.fromEntries(['rimraf', 'del', 'del-cli', 'trash', 'trash-put', 'gio'].map(name => [name, removesTrees])),
  rmdir: (command, where) => (leads(operandsOf(command), command, where, elsewhere) ? 'rmdir' : undefined),
  shred: () => 'shred',
  find: (command, where) => (argumentsOf(command).includes('-delete') && findsTooMuch(command, where) ? 'find -delete' : undefined),
  mv: (command, where) => {
    const moves = leads(operandsOf(command, 'St'), command, where, elsewhereOrAll);
    return moves || overwrites(targets(command), command, where) ? 'mv' : undefined;
  },
  cp: (command, where) => (overwrites(targets(command), command, where) ? 'cp' : undefined),
  install: (command, where) => (overwrites(targets(command), command, where) ? 'install' : undefined),
  ln: (command, where) => (overwrites(targets(command), command, where) ? 'ln' : undefined),
  scp: (command, where) => (overwrites(targets(command), command, where) ? 'scp' : undefined),
  tar: packs,
  bsdtar: packs,
  unzip: (command, where) => (leads(unpackedTo(command, 'd'), command, where, elsewhere) ? 'tar' : undefined),
  zip: (command, where) =>
    hasOption(command, 'm', '--move') && leads(operandsOf(command), command, where, elsewhereOrAll) ? 'rm' : undefined,
  ...Object.fromEntries(['7z', '7za', '7zz'].map(name => [name, sevenZip])),
  cpio: (command, where) =>
    hasOption(command, 'i', '--extract') && leads(unpackedTo(command, 'D', '--directory'), command, where, elsewhere) ? 'tar' : undefined,
  rsync: (command, where) => {
    const isDeleting = argumentsOf(command).some(value => value.startsWith('--del') || value.startsWith('--remove-s'));
    if (!isDeleting) return overwrites(targets(command), command, where) ? 'rsync' : undefined;
    const target = operandsOf(command, 'ef').at(-1) ?? '';
    return /^[^/]*:/.test(target) || leads([target], command, where, elsewhereOrAll) ? 'rsync --delete' : undefined;
  },
  ...named(['wipe', 'scrub'], (command, where) => leads(operandsOf(command), command, where, elsewhereOrAll)),
  ...named(['tee', 'sponge', 'patch', 'ed', 'ex'], (command, where) => overwrites(operandsOf(command), command, where)),
  ...named(['vim', 'vi', 'nvim'], (command, where) => {
    return hasOption(command, 'eE') && hasOption(command, 's') && overwrites(operandsOf(command, 'cSu'), command, where);
  }),
  ...named(['gzip', 'gunzip', 'bzip2', 'xz', 'unxz', 'zstd', 'lz4'], (command, where) => {
    return !hasOption(command, 'clt', '--stdout', '--list', '--test') && overwrites(operandsOf(command), command, where);
  }),
  truncate: (command, where) => (overwrites(operandsOf(command, 'sr'), command, where) ? 'truncate' : undefined),
  dd: (command, where) => {
    const written = argumentsOf(command).flatMap(value => (value.startsWith('of=') ? [value.slice(3)] : []));
    return overwrites(written, command, where) ? 'dd' : undefined;
  },
  sed: (command, where) => (isInPlace(command) && overwrites(operandsOf(command, 'efl'), command, where) ? 'sed -i' : undefined),
  perl: (command, where) => (isInPlace(command) && overwrites(operandsOf(command, 'eE'), command, where) ? 'perl -i' : undefined),
  chmod: (command, where) => {
    if (argumentsOf(command).some(value => /^[ugoa,]*[+=][rwxXt]*s|^[2467]\d{3}$/.test(value))) return 'chmod +s';
    const [mode = '', ...paths] = operandsOf(command);
    const isOpen = /^0?(?:000|[0-7][0-7][2367])$/.test(mode) && leads(paths, command, where, elsewhere);
    return isOpen || changesAll(command, where) ? 'chmod -R' : undefined;
  },
  ...named(['chattr', 'setfacl'], (command, where) => {
    return hasOption(command, 'R', '--recursive') && leads(operandsOf(command, 'mx'), command, where, elsewhereOrAll);
  }),
  chown: (command, where) => (changesAll(command, where) ? 'chown -R' : undefined),
  chgrp: (command, where) => (changesAll(command, where) ? 'chown -R' : undefined),
};

/** Whether an archive is unpacked. */
function unpacks(command: SimpleCommand): boolean {
  const [first = ''] = argumentsOf(command);
  return /^[A-Za-z]*x/.test(first) || hasOption(command, 'x', '--extract', '--get');
}

/** Where an archive is unpacked to; `/` if it may say so itself. */
function unpackedTo(command: SimpleCommand, letter: string, ...words: readonly string[]): readonly string[] {
  const given = argumentsOf(command);
  const isAnywhere = hasOption(command, 'P', '--absolute-names') || /^[A-Za-z]*P/.test(given[0] ?? '');
  return isAnywhere ? ['/'] : valuesOf(given, letter, words);
}

function packs(command: SimpleCommand, where: Where): string | undefined {
  const to = unpackedTo(command, 'C', '--directory', '--one-top-level');
  if (unpacks(command) && leads(to, command, where, elsewhere)) return 'tar';
  return hasOption(command, '', '--remove-files') && leads(operandsOf(command, 'fC'), command, where, elsewhereOrAll) ? 'rm' : undefined;
}

function sevenZip(command: SimpleCommand, where: Where): string | undefined {
  const given = argumentsOf(command);
  if (given.includes('-sdel') && leads(operandsOf(command), command, where, elsewhereOrAll)) return 'rm';
  return leads(valuesOf(given, 'o'), command, where, elsewhere) ? 'tar' : undefined;
}

/** Whether a redirection of the command writes over a file elsewhere. */
export function redirectsOver(command: SimpleCommand, where: Where): boolean {
  return overwrites(writtenBy(command), command, where);
}

function removes(command: SimpleCommand, where: Where): string | undefined {
  const isRecursive = hasOption(command, 'rR', '--recursive');
  const removesTooMuch = leads(operandsOf(command), command, where, isRecursive ? elsewhereOrAll : elsewhere);
  return removesTooMuch || hasOption(command, '', '--no-preserve-root') ? 'rm' : undefined;
}

/** The same for programs that always remove whole folders. */
function removesTrees(command: SimpleCommand, where: Where): string | undefined {
  return leads(operandsOf(command), command, where, elsewhereOrAll) ? 'rm' : undefined;
}

/** Whether a command makes a link that leads elsewhere. */
export function linksOut(command: SimpleCommand, where: Where): boolean {
  return programsOf(command).includes('ln') && leads(operandsOf(command, 'St').slice(0, -1), command, where, elsewhere);
}

function leads(values: readonly string[], command: SimpleCommand, where: Where, to: readonly Reach[]): boolean {
  return values.some(value => reachesOf(value, command, where).some(reach => to.includes(reach)));
}

/** Files elsewhere that programs obey when they start, which matter also if they are new. */
const startup =
  /^\/etc\/|\/(?:\.(?:bash(?:rc|_profile|_login|_logout|_aliases)|profile|zshrc|zshenv|zprofile|zlogin|kshrc|inputrc|x(?:profile|initrc|session)|gitconfig|npmrc|vimrc|emacs|pythonrc|psqlrc|gdbinit)|\.ssh\/[^/]+|\.local\/bin\/[^/]+|\.config\/(?:autostart|systemd|environment\.d|fish|git|nvim|xfce4)\/.+|LaunchAgents\/[^/]+|LaunchDaemons\/[^/]+)$/;

/** Whether one of the paths is a file elsewhere that exists, or that programs obey when they start. */
function overwrites(values: readonly string[], command: SimpleCommand, where: Where): boolean {
  return values.some(
    value =>
      leads([value], command, where, ['outside']) &&
      (!isFixed(value) || pathsOf(value, command.places).some(path => path !== undefined && (isFile(path) || startup.test(path)))),
  );
}

/** The files that the operands are written to: the last one, or those with the same names in that folder. */
function targets(command: SimpleCommand): readonly string[] {
  const [named] = valuesOf(argumentsOf(command), 't', ['--target-directory']);
  const operands = operandsOf(command, 'St');
  const folder = named ?? operands.at(-1);
  if (folder === undefined || (named === undefined && operands.length === 1)) return [];
  const sources = named === undefined ? operands.slice(0, -1) : operands;
  // All of a folder has names that are not known.
  return [folder, ...sources.map(source => join(folder, /(?:^|\/)\.?$/.test(source) ? anyName : basename(source)))];
}

function isFile(path: string): boolean {
  if (path.startsWith('/dev/')) return true;
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() === false;
  } catch {
    // Whether it exists cannot be told.
    return true;
  }
}

function isInPlace(command: SimpleCommand): boolean {
  return argumentsOf(command).some(value => /^-[A-Za-z]*i|^--in-/.test(value));
}

function changesAll(command: SimpleCommand, where: Where): boolean {
  return hasOption(command, 'R', '--recursive') && leads(operandsOf(command).slice(1), command, where, elsewhereOrAll);
}

const selecting = /^-(?:i?name|i?path|i?wholename|i?regex|[amc]?newer|[amc]time|[amc]min|size|empty|perm|user|links?|inum)$/;

/** Whether `find` begins elsewhere, or takes everything that it finds. */
function findsTooMuch(command: SimpleCommand, where: Where): boolean {
  const isSelecting = argumentsOf(command).some(value => selecting.test(value));
  return leads(rootsOf(command), command, where, isSelecting ? elsewhere : elsewhereOrAll);
}
