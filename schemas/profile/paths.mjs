import { lstatSync } from 'node:fs';
import { lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { layout, siblings } from './layout.mjs';

/** @typedef {keyof typeof layout} RowName */
/** @typedef {import('./layout.mjs').Row} Row */
/** @typedef {{ readonly name: RowName, readonly slug?: string, readonly part: 'own' | 'content' | 'temporary' | 'kept' }} Described */
/** @typedef {{ readonly path: string, readonly bytes: number, readonly row: RowName, readonly slug?: string }} DescribedFile */
/** @typedef {{ readonly path: string, readonly why: 'unknown' | 'link' | 'kind' }} Undescribed */

/** The pattern of each placeholder of a path. @type {Readonly<Record<string, string>>} */
const placeholders = {
  slug: '[a-z0-9-]+',
  thirdParty: '(?!atelier--)[a-z0-9-]+',
  bundled: 'atelier--[a-z0-9-]+',
  owner: '[\\w@.-]+?',
  stamp: '\\d{8}T\\d{9}Z(?:-\\d+)?',
  day: '\\d{4}-\\d\\d-\\d\\d(?:\\.\\d+)?',
  version: '\\d+\\.\\d+\\.\\d+(?:[-+][0-9A-Za-z.+-]*)?(?<!\\.(?:partial|ready))|unknown',
  turn: '[01]',
  step: 'partial|ready|ready\\.partial',
  number: '\\d+',
  journal: '(?:-wal|-shm|-journal)?',
  pid: '\\d+',
  hex: '[0-9a-f]+',
  uuid: '[0-9a-f-]{36}',
  instructions: 'AGENTS\\.override\\.md|CLAUDE\\.md|SYSTEM\\.md|APPEND_SYSTEM\\.md',
  engineTexts: 'prompts|themes',
  engineFolder: 'tools|extensions|git|npm|tmp|hooks',
  engineFile: 'oauth\\.json|keybindings\\.json|trust\\.json|crashes\\.json|(?:pi|agent)-debug\\.log',
};

/** @type {readonly (readonly [RowName, Row])[]} */
const rows = /** @type {[RowName, Row][]} */ (Object.entries(layout));

/** @param {string} path */
const isTree = path => path.endsWith('/**');
/** @param {string} path */
const folderOf = path => path.replace(/\/(?:\*\*)?$/, '');
/** @param {string} path */
const isFolder = path => path === '' || path.endsWith('/') || isTree(path);
/** @param {string} text */
const escaped = text => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');

/** @param {string} path */
function source(path) {
  return path
    .split(/(\{\w+\})/)
    .map(part => {
      const name = /^\{(\w+)\}$/.exec(part)?.[1];
      if (name === undefined) return escaped(part);
      const group = name === 'slug' || name === 'thirdParty' || name === 'bundled' ? '?<slug>' : '?:';
      return `(${group}${placeholders[name]})`;
    })
    .join('');
}

/** A path with `{file}` in it beside a file. @param {string} path @param {string} sibling */
function beside(path, sibling) {
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + sibling.replace('{file}', path.slice(at));
}

/** @typedef {{ readonly name: RowName, readonly part: Described['part'], readonly own: RegExp }} Pattern */
/** @type {readonly Pattern[] | undefined} */
let compiled;

/** Created at the first use: a start that only joins paths compiles none of them. @returns {readonly Pattern[]} */
function patterns() {
  compiled ??= rows.flatMap(([name, { path, written }]) => {
    const own = {
      name,
      part: /** @type {const} */ ('own'),
      own: new RegExp(`^${source(folderOf(path))}${isTree(path) ? '(?:/.*)?' : ''}$`, 's'),
    };
    const others = Object.entries(written === undefined ? {} : siblings[written]).flatMap(([part, names]) =>
      names.map(sibling => ({
        name,
        part: /** @type {Described['part']} */ (part),
        // Only a lock may be a folder, with files in it.
        own: new RegExp(`^${source(beside(path, sibling))}${sibling.includes('.lock') ? '(?:/[^/]+)?' : ''}$`, 's'),
      })),
    );
    return [own, ...others];
  });
  return compiled;
}

/** The parent folders of described paths. */
const onTheWay = new Set(
  rows.flatMap(([, { path }]) => {
    const steps = folderOf(path).split('/').slice(0, -1);
    return steps.map((_, at) => steps.slice(0, at + 1).join('/'));
  }),
);

/** The rows that describe a path of the profile; several where the layout contradicts itself. None for a path that is absolute or has `.`, `..` or empty steps. @param {string} path @returns {readonly Described[]} */
export function describedBy(path) {
  if (path !== '' && path.split('/').some(step => step === '' || step === '.' || step === '..')) return [];
  return patterns().flatMap(({ name, part, own }) => {
    const found = own.exec(path);
    const slug = found?.groups?.slug;
    return found === null ? [] : [{ name, part, ...(slug === undefined ? {} : { slug }) }];
  });
}

/** True for a folder that rows lie in. @param {string} path */
export function isOnTheWay(path) {
  return onTheWay.has(path);
}

/** The folders that hold something which is copied before an update. @returns {readonly string[]} */
export function copiedFolders() {
  const paths = rows.filter(([, { copied }]) => copied === true).map(([, { path }]) => path);
  return [...new Set(paths.map(path => path.slice(0, Math.max(0, path.lastIndexOf('/')))))].sort();
}

/** The path of a row, with the given values of its placeholders. @param {string} profile @param {RowName} name @param {Readonly<Record<string, string>>} [blanks] */
export function pathIn(profile, name, blanks = {}) {
  const filled = folderOf(layout[name].path).replace(/\{(\w+)\}/g, (_, blank) => {
    const value = blanks[blank];
    if (value === undefined) throw new Error(`"${name}" of the profile was asked for without its ${blank}. Give it.`);
    return value;
  });
  return join(profile, ...filled.split('/'));
}

/** The rows whose path a bundled package receives. @param {string} id @returns {readonly RowName[]} */
export function handedTo(id) {
  return rows.filter(([, row]) => row.handedTo?.includes(id) === true).map(([name]) => name);
}

/** The first link on the way to a row, the row included; a link is no folder of the profile. @param {string} profile @param {RowName} name @returns {string | undefined} */
export function linkOnTheWay(profile, name) {
  let at = profile;
  for (const step of folderOf(layout[name].path)
    .split('/')
    .filter(part => part !== '')) {
    at = join(at, step);
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink() === true) return at;
  }
  return undefined;
}

/** The folders of a profile that are open to the tools of a conversation; everything else in it is closed to them. @param {string} profile @returns {readonly string[]} */
export function openToTools(profile) {
  return rows.filter(([, { tools }]) => tools === true).map(([name]) => pathIn(profile, name));
}

/** The folders of a profile that the tools of a conversation may read, and never write. @param {string} profile @returns {readonly string[]} */
export function readByTools(profile) {
  return rows.filter(([, { tools }]) => tools === 'read').map(([name]) => pathIn(profile, name));
}

/**
 * Walks a profile: each file with the row that describes it, and all files without a row. A link where a row has a file or a folder
 * is not followed and counts as not described. Files removed during the walk are left out.
 * @param {string} profile @returns {Promise<{ readonly files: readonly DescribedFile[], readonly undescribed: readonly Undescribed[] }>}
 */
export async function walkProfile(profile) {
  /** @type {DescribedFile[]} */
  const files = [];
  /** @type {Undescribed[]} */
  const undescribed = [];
  const atOnce = 64;
  /** @type {string[]} */
  let waiting = [''];
  while (waiting.length > 0) {
    const some = waiting.slice(0, atOnce);
    waiting = waiting.slice(atOnce);
    const inner = await Promise.all(some.map(folder => look(folder)));
    waiting.push(...inner.flat());
  }
  return { files, undescribed };

  /** @param {string} folder @returns {Promise<string[]>} */
  async function look(folder) {
    const entries = await readdir(join(profile, folder), { withFileTypes: true }).catch(() => []);
    /** @type {string[]} */
    const folders = [];
    for (const entry of entries) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      const [described] = describedBy(path);
      const row = described === undefined ? undefined : layout[described.name].path;
      const isWithin = row !== undefined && isTree(row) && path.split('/').length > row.split('/').length - 1;
      if (entry.isSymbolicLink() && !isWithin) undescribed.push({ path, why: row === undefined && !isOnTheWay(path) ? 'unknown' : 'link' });
      else if (entry.isDirectory()) {
        if (isOnTheWay(path) || (row !== undefined && (isFolder(row) || described?.part === 'temporary'))) folders.push(path);
        else undescribed.push({ path, why: row === undefined ? 'unknown' : 'kind' });
      } else if (described === undefined || row === undefined) undescribed.push({ path, why: isOnTheWay(path) ? 'kind' : 'unknown' });
      else if (isFolder(row) && !isWithin) undescribed.push({ path, why: 'kind' });
      else {
        const bytes = (await lstat(join(profile, path)).catch(() => undefined))?.size;
        const { name, slug } = described;
        if (bytes !== undefined) files.push({ path, bytes, row: name, ...(slug === undefined ? {} : { slug }) });
      }
    }
    return folders;
  }
}
