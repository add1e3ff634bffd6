import { createHash } from 'node:crypto';
import { lstat, readdir } from 'node:fs/promises';
import { basename, extname, join } from 'node:path';
import { visibleText } from '@atelier/kernel';
import { openRegular } from '@atelier/kernel/children';
import { refused } from './refused.ts';
import { limits, readHead, type SkillHead } from './skill-file.ts';

export interface SkillFile {
  /** Relative to the skill's folder, with slashes. */
  readonly path: string;
  readonly bytes: Buffer;
}

/** A skill as it lies in a folder. */
export interface ReadSkill {
  readonly head: SkillHead;
  /** Its SKILL.md; what is invisible in it is made visible. */
  readonly text: string;
  readonly files: readonly SkillFile[];
  readonly languages: readonly string[];
  /** `sha512-…` over all its files and their names. */
  readonly integrity: string;
}

const most = { files: 300, bytes: 5 * 1024 * 1024, depth: 6 } as const;
const skipped = new Set(['.git', 'node_modules', '.DS_Store']);
const languages: Readonly<Record<string, string>> = {
  ...{ '.ts': 'typescript', '.py': 'python', '.js': 'javascript', '.mjs': 'javascript' },
  ...{ '.go': 'go', '.rs': 'rust', '.sh': 'bash', '.bash': 'bash' },
};

export interface ReadOptions {
  readonly name?: string;
  /**
   * With what is otherwise passed over, such as node_modules. A skill that stays where it lies is read whole, because a model can be sent
   * to each file in it; one that is installed is copied without them.
   */
  readonly whole?: boolean;
}

/** Reads a skill into memory, or refuses it. Nothing is followed out of its folder. */
export async function readSkill(folder: string, { name = basename(folder), whole = false }: ReadOptions = {}): Promise<ReadSkill> {
  const files: SkillFile[] = [];
  let bytes = 0;
  const read = async (inside: string, depth: number): Promise<void> => {
    if (depth > most.depth) throw refused(name, 'deep');
    const names = (await readdir(join(folder, inside))).filter(one => whole || !skipped.has(one)).sort();
    for (const one of names) {
      const path = inside === '' ? one : `${inside}/${one}`;
      const stats = await lstat(join(folder, path));
      if (stats.isSymbolicLink()) throw refused(name, 'link', path);
      if (stats.isDirectory()) {
        await read(path, depth + 1);
        continue;
      }
      if (!stats.isFile()) throw refused(name, 'special', path);
      bytes += stats.size;
      if (bytes > most.bytes || files.length >= most.files) throw refused(name, 'large');
      files.push({ path, bytes: await readFile(join(folder, path)) });
    }
  };
  await read('', 0);
  const text = files.find(({ path }) => path === 'SKILL.md')?.bytes.toString('utf8');
  if (text === undefined) throw refused(name, 'noFile');
  if (text.length > limits.text) throw refused(name, 'large');
  const head = readHead(text, name);
  if (typeof head === 'string') throw refused(name, head);
  return {
    head: visibleHead(head),
    text: visibleText(text, 'code'),
    files,
    languages: [...new Set(files.flatMap(({ path }) => languages[extname(path)] ?? []))].sort(),
    integrity: integrityOf(files),
  };
}

function visibleHead({ name, description, license, version, allowedTools, ...rest }: SkillHead): SkillHead {
  const shown = (text: string) => visibleText(text, 'name');
  return {
    ...{ ...rest, name: shown(name), description: shown(description), allowedTools: allowedTools.map(shown) },
    ...(license !== undefined && { license: shown(license) }),
    ...(version !== undefined && { version: shown(version) }),
  };
}

async function readFile(path: string): Promise<Buffer> {
  const handle = await openRegular(path);
  try {
    return await handle.readFile();
  } finally {
    await handle.close();
  }
}

function integrityOf(files: readonly SkillFile[]): string {
  const hash = createHash('sha512');
  for (const { path, bytes } of files) hash.update(`${path}\0${bytes.length}\0`).update(bytes);
  return `sha512-${hash.digest('base64')}`;
}
