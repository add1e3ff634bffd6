import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { openRegular } from '@atelier/kernel/children';
import type { Command } from '../contract/index.ts';

const maxBytes = 1_000_000;
const maxOfFile = 60;

/** Names that mean nothing to a shell. */
const plainName = /^[A-Za-z0-9_][A-Za-z0-9_.:/@+-]*$/;

interface Kind {
  readonly file: string;
  readonly lines: (folder: string, text: string) => readonly string[];
}

const always =
  (...lines: readonly string[]) =>
  () =>
    lines;

const kinds: readonly Kind[] = [
  { file: 'package.json', lines: scripts },
  { file: 'Makefile', lines: (_folder, text) => targets(text) },
  { file: 'manage.py', lines: always('python manage.py runserver') },
  { file: 'app.py', lines: always('python app.py') },
  { file: 'main.py', lines: always('python main.py') },
  { file: 'pytest.ini', lines: always('pytest') },
  { file: 'pyproject.toml', lines: (_folder, text) => (text.includes('pytest') ? ['pytest'] : []) },
  { file: 'Cargo.toml', lines: always('cargo run', 'cargo build', 'cargo test') },
  { file: 'go.mod', lines: always('go run .', 'go build', 'go test ./...') },
  { file: 'CMakeLists.txt', lines: always('cmake --build .') },
];

/** The commands of a folder, by the files that lie in it; each once. What cannot be read has none. */
export async function detect(folder: string): Promise<readonly Command[]> {
  const found = new Map<string, Command>();
  for (const { file, lines } of kinds) {
    const text = await read(join(folder, file));
    if (text === undefined) continue;
    for (const line of lines(folder, text).slice(0, maxOfFile)) if (!found.has(line)) found.set(line, { line, from: file });
  }
  return [...found.values()];
}

function scripts(folder: string, text: string): readonly string[] {
  const found = json(text);
  if (found === undefined || typeof found.scripts !== 'object' || found.scripts === null) return [];
  const manager = packageManager(folder, found.packageManager);
  return Object.keys(found.scripts)
    .filter(name => plainName.test(name))
    .map(name => `${manager} run ${name}`);
}

function json(text: string): { readonly scripts?: unknown; readonly packageManager?: unknown } | undefined {
  try {
    const found: unknown = JSON.parse(text.replace(/^\uFEFF/, ''));
    return typeof found === 'object' && found !== null ? found : undefined;
  } catch {
    return undefined;
  }
}

/** Each package manager with the files that it leaves. */
const managers = { pnpm: ['pnpm-lock.yaml'], yarn: ['yarn.lock'], bun: ['bun.lock', 'bun.lockb'] };

/** The one that the file names, else the one whose lock file is there. */
function packageManager(folder: string, named: unknown): string {
  const name = typeof named === 'string' ? (named.split('@')[0] ?? '') : '';
  if (name === 'npm' || Object.hasOwn(managers, name)) return name;
  const left = Object.entries(managers).find(([, files]) => files.some(file => existsSync(join(folder, file))));
  return left?.[0] ?? 'npm';
}

/** Words that begin a line of a Makefile that names no target, also where it has a colon. */
const directives = ['export', 'unexport', 'override', 'private', 'define', 'undefine', 'include', '-include', 'sinclude', 'vpath'];

/** The targets that the file names before a colon at the beginning of a line; no lines of a recipe, patterns and variables. */
function targets(text: string): readonly string[] {
  const names = text.split('\n').flatMap(line => {
    const at = line.indexOf(':');
    if (at < 1 || line[at + 1] === '=' || line.startsWith(':', at + 1)) return [];
    const before = line.slice(0, at).trimEnd().split(' ');
    if (before.length > 1 && directives.includes(before[0] ?? '')) return [];
    return before.every(name => plainName.test(name) || name === '') ? before.filter(name => name !== '') : [];
  });
  return [...new Set(names)].map(name => `make ${name}`);
}

async function read(path: string): Promise<string | undefined> {
  try {
    const file = await openRegular(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(maxBytes), 0, maxBytes, 0);
      return buffer.toString('utf8', 0, bytesRead);
    } finally {
      await file.close();
    }
  } catch {
    return undefined;
  }
}
