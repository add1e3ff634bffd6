import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { text } from '../texts.mjs';
import type { CommandResult, Invocation } from './command.ts';
import { authorErrors } from './errors.ts';

/** Each kind is one of the published and tested examples. */
const kinds: Readonly<Record<string, string>> = {
  sidebar: 'notes-sidebar',
  widget: 'token-gauge',
  composer: 'focus-composer',
  tool: 'unit-converter',
  html: 'month-calendar',
  plain: 'hello-panel',
};

const done = {
  en: '{id} is there, in {folder}: an extension that works, to change until it is yours.\n  cd {folder}\n  npm install --registry=http://127.0.0.1:4873/   what you import, from the registry that "npm run registry -- --publish-examples --uplink" starts in Atelier’s folder\n  npm test   on the real kernel\n  atelier extension dev        in the app, and again after each change\n  atelier extension validate   what would be wrong with it, and what it asks of people\n"atelier" is "npm run -s atelier --" in Atelier’s folder, with the path of yours at the end.',
  fr: '{id} est prête, dans {folder} : une extension qui marche, à changer jusqu’à ce qu’elle soit la vôtre.\n  cd {folder}\n  npm install --registry=http://127.0.0.1:4873/   ce que vous importez, du registre que « npm run registry -- --publish-examples --uplink » démarre dans le dossier d’Atelier\n  npm test   sur le vrai noyau\n  atelier extension dev        dans l’application, et après chaque changement\n  atelier extension validate   ce qui n’irait pas, et ce qu’elle demande aux personnes\n« atelier » s’écrit « npm run -s atelier -- » dans le dossier d’Atelier, avec le chemin du vôtre à la fin.',
};

const name = /^(?:@[a-z0-9]+(?:-[a-z0-9]+)*\/)?[a-z][a-z0-9]*(?:-[a-z0-9]+)*$/;
const left = /^(?:node_modules|dist)(?:\/|$)/;

/** `extension create <name>`: an example of that kind under another name, anywhere on the machine. */
export async function create({ root, positionals, options }: Invocation): Promise<CommandResult> {
  const [id = ''] = positionals;
  const { kind = 'plain' } = options;
  const example = kinds[String(kind)];
  if (!name.test(id) || id.length > 48) throw authorErrors['author/bad-name']({ name: id });
  if (example === undefined) throw authorErrors['author/unknown-kind']({ kind, known: Object.keys(kinds).join(', ') });
  const word = id.slice(id.indexOf('/') + 1);
  const folder = resolve(typeof options.folder === 'string' ? options.folder : word);
  if (existsSync(folder) && readdirSync(folder).length > 0) throw authorErrors['author/folder-taken']({ folder });
  const source = join(root, 'registry-dev', 'examples', example);
  const files = copyAs(source, folder, { id: `@acme/${example}`, word: example }, { id, word });
  writeFileSync(join(folder, '.gitignore'), 'node_modules/\ndist/\n*.tgz\n');
  return { ok: true, record: { id, folder, kind, files: files.length }, lines: [text(done, { id, folder })] };
}

interface Name {
  readonly id: string;
  readonly word: string;
}

/** Copies a folder and replaces the name in its text files. */
function copyAs(source: string, target: string, from: Name, to: Name): readonly string[] {
  const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => !left.test(path) && statSync(join(source, path)).isFile());
  for (const path of files) {
    const place = join(target, path.replaceAll(from.word, to.word));
    mkdirSync(dirname(place), { recursive: true });
    const bytes = readFileSync(join(source, path));
    if (bytes.includes(0)) cpSync(join(source, path), place);
    else writeFileSync(place, path === 'package.json' ? manifestOf(bytes.toString(), from, to) : renamed(bytes.toString(), from, to));
  }
  return files;
}

function manifestOf(text: string, from: Name, to: Name): string {
  const { author: _, ...manifest } = JSON.parse(renamed(text, from, to)) as Record<string, unknown>;
  return `${JSON.stringify({ ...manifest, version: '0.1.0' }, undefined, 2)}\n`;
}

/** `notes-sidebar-list`, `NotesSidebarList` and `@acme/notes-sidebar`, each in its own spelling. */
function renamed(text: string, from: Name, to: Name): string {
  return text.replaceAll(from.id, to.id).replaceAll(from.word, to.word).replaceAll(pascal(from.word), pascal(to.word));
}

function pascal(word: string): string {
  return word.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());
}
