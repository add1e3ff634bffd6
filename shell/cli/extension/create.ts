import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from '../texts.mjs';
import type { CommandResult, Invocation } from './command.ts';
import { authorErrors } from './errors.ts';

/** The example that each kind is copied from. */
const kinds: Readonly<Record<string, string>> = {
  sidebar: 'notes-sidebar',
  widget: 'token-gauge',
  composer: 'focus-composer',
  tool: 'unit-converter',
  html: 'month-calendar',
  channel: 'irc-channel',
  plain: 'hello-panel',
  project: 'todo-comments',
  empty: 'coin-toss',
};

const created = {
  en: '{id} is there, in {folder}: an extension that works, to change until it is yours.\n  cd {folder}\n  npm install --registry=http://127.0.0.1:4873/   what you import, from the registry that "npm run registry -- --publish-examples --uplink" starts in Atelier’s folder\n  npm test   on the real kernel\n  atelier extension dev        in the app, and again after each change\n  atelier extension validate   what would be wrong with it, and what it asks of people\n"atelier" is "npm run -s atelier --" in Atelier’s folder, with the path of yours at the end.',
  fr: '{id} est prête, dans {folder} : une extension qui marche, à changer jusqu’à ce qu’elle soit la vôtre.\n  cd {folder}\n  npm install --registry=http://127.0.0.1:4873/   ce que vous importez, du registre que « npm run registry -- --publish-examples --uplink » démarre dans le dossier d’Atelier\n  npm test   sur le vrai noyau\n  atelier extension dev        dans l’application, et après chaque changement\n  atelier extension validate   ce qui n’irait pas, et ce qu’elle demande aux personnes\n« atelier » s’écrit « npm run -s atelier -- » dans le dossier d’Atelier, avec le chemin du vôtre à la fin.',
};

/** What people read of it, for its author to replace. */
const about = {
  description: 'What {title} does, in one sentence.',
  readme:
    '# {title}\n\nWhat it does, in one sentence.\n\nWhat it asks for, and why: people read this before they install it. If it asks for nothing, say so.\n',
};

const validName = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const excluded = /^(?:node_modules|dist)(?:\/|$)/;

/** `extension create <name>`: copies the example of a kind under another name. */
export async function create({ root, positionals, options }: Invocation): Promise<CommandResult> {
  const [id = ''] = positionals;
  const { kind = 'plain' } = options;
  const example = kinds[String(kind)];
  if (!validName.test(id) || id.length > 48) throw authorErrors['author/bad-name']({ name: id });
  if (example === undefined) throw authorErrors['author/unknown-kind']({ kind, known: Object.keys(kinds).join(', ') });
  const baseName = id.slice(id.indexOf('/') + 1);
  const folder = resolve(typeof options.folder === 'string' ? options.folder : baseName);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw authorErrors['author/folder-taken']({ folder });
  const source = join(root, 'registry-dev', 'examples', example);
  const title = typeof options.title === 'string' ? options.title : titleOf(baseName);
  const files = copyAs(source, folder, { id: `@acme/${example}`, baseName: example }, { id, baseName });
  nameIt(folder, title);
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n*.tgz\n');
  return { ok: true, record: { id, folder, kind, files: files.length }, lines: [text(created, { id, folder })] };
}

interface Name {
  readonly id: string;
  readonly baseName: string;
}

/** Copies a folder and replaces the name in its text files. */
function copyAs(source: string, target: string, from: Name, to: Name): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !excluded.test(path) && statSync(join(source, path)).isFile());
  for (const path of files) {
    const copy = join(target, path.replaceAll(from.baseName, to.baseName));
    mkdirSync(dirname(copy), { recursive: true });
    const bytes = readFileSync(join(source, path));
    if (bytes.includes(0)) cpSync(join(source, path), copy);
    else writeFileSync(copy, path === 'package.json' ? manifestOf(bytes.toString(), from, to) : renamed(bytes.toString(), from, to));
  }
  return files;
}

/** Gives it the name and the README of its own: the example's would describe the example. */
function nameIt(folder: string, title: string): void {
  const change = (path: string, changed: (text: string) => string) => {
    const file = join(folder, path);
    writeFileSync(file, changed(readFileSync(file, 'utf8')));
  };
  const filled = (text: string) => text.replaceAll('{title}', title);
  const json = (more: object) => (text: string) => `${JSON.stringify({ ...(JSON.parse(text) as object), ...more }, undefined, 2)}\n`;
  for (const locale of ['en', 'fr']) change(`text/${locale}.json`, json({ name: title }));
  change('package.json', json({ description: filled(about.description) }));
  change('README.md', text => {
    const [, howToChange] = text.split(/^(?=## To change it$)/m);
    return `${filled(about.readme)}${howToChange === undefined ? '' : `\n${howToChange}`}`;
  });
}

/** `word-count` is `Word count`. */
function titleOf(baseName: string): string {
  const words = baseName.replaceAll('-', ' ');
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

function manifestOf(text: string, from: Name, to: Name): string {
  const { author: _, ...manifest } = JSON.parse(renamed(text, from, to)) as Record<string, unknown>;
  return `${JSON.stringify({ ...manifest, version: '0.1.0' }, undefined, 2)}\n`;
}

/** Replaces the name in each spelling: `notes-sidebar-list`, `NotesSidebarList` and `@acme/notes-sidebar`. */
function renamed(text: string, from: Name, to: Name): string {
  return text.replaceAll(from.id, to.id).replaceAll(from.baseName, to.baseName).replaceAll(pascal(from.baseName), pascal(to.baseName));
}

function pascal(name: string): string {
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
