import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { dirname, isAbsolute, join, posix, relative } from 'node:path';
import { type GitService, pathsInFoldersWith } from '@atelier/agent/contract';
import type { PackagesService } from '@atelier/extensions/contract';
import type { AppError } from '@atelier/kernel';
import type { Source } from '../contract/index.ts';
import { errors } from './errors.ts';
import { depth, type Found, skillsIn, writeSkill } from './folders.ts';
import { refused } from './format/refused.ts';

const skillFolders = { name: 'SKILL.md', depth };

type Place = Pick<Source, 'kind' | 'address'>;

/** What a source has now. */
export interface SourceRead extends Found {
  readonly address: string;
  /** The commit or version that was read; folders have none. */
  readonly revision?: string;
}

/** Reads sources: a folder where it is, a git repository and a package by a copy of its skills. Nothing of them runs. */
export class Sources {
  readonly #git: Pick<GitService, 'remoteFiles'>;
  readonly #packages: PackagesService;
  readonly #copies: string;

  constructor(git: Pick<GitService, 'remoteFiles'>, packages: PackagesService, copies: string) {
    this.#git = git;
    this.#packages = packages;
    this.#copies = copies;
  }

  /** Reads a source; `known` is the version of a package that the copy has. */
  async read({ kind, address }: Place, known?: string): Promise<SourceRead> {
    if (kind === 'folder') return await skillsIn(address);
    const folder = this.#copyOf(address);
    const [revision, files, others] =
      kind === 'repository' ? await this.#fromGit(address) : await this.#fromPackage(address, existsSync(folder) ? known : undefined);
    const refusals = refusedFor(others, files);
    if (files !== undefined) {
      const whole = files.filter(({ path }) => !refusals.some(({ folder: one }) => isIn(path, one)));
      // What no disk of this machine takes, such as two names that differ in their case only, is the source's fault.
      await copy(folder, whole).catch(error => {
        throw errors['skills/source-unreadable']({ address, why: (error as NodeJS.ErrnoException).code ?? String(error) }, error);
      });
    }
    const found = existsSync(folder) ? await skillsIn(folder) : { skills: [], refusals: [] };
    const skills = found.skills.map(({ path, skill }) => ({ key: `${address}\0${relative(folder, path)}`, path, skill }));
    return { address, revision, skills, refusals: [...refusals.map(({ error }) => error), ...found.refusals] };
  }

  async remove({ kind, address }: Place): Promise<void> {
    if (kind !== 'folder') await rm(dirname(this.#copyOf(address)), { recursive: true, force: true });
  }

  /** The last folder has the name of the source, which a skill without one takes. */
  #copyOf(address: string): string {
    const [server = ''] = address.split('#', 1);
    const last = server.split(/[/:]/).at(-1) ?? '';
    const name = /^\w[\w.-]{0,99}$/.test(last) ? last.replace(/\.git$/, '') : 'source';
    return join(this.#copies, createHash('sha256').update(address).digest('hex').slice(0, 32), name);
  }

  async #fromGit(address: string): Promise<Copied> {
    const [, server = '', branch] = /^(.*?)(?:#(.+))?$/s.exec(address) ?? [];
    const { commit, files, others } = await this.#git.remoteFiles(
      { address: server, ...(branch !== undefined && { branch }) },
      skillFolders,
    );
    return [commit, bytesOf(files), others];
  }

  async #fromPackage(address: string, known: string | undefined): Promise<Copied> {
    const { version, files } = await this.#packages.read({ name: address.slice('npm:'.length), ...(known !== undefined && { known }) });
    if (files === undefined) return [version, undefined, []];
    const paths = files.map(({ path }) => path);
    const wanted = new Set(pathsInFoldersWith(skillFolders, paths));
    return [version, bytesOf(files.filter(({ path }) => wanted.has(path))), []];
  }
}

type CopiedFile = { readonly path: string; readonly bytes: Buffer };
/** The revision, the files of its skills (undefined if the copy has them already), and what in them is no file. */
type Copied = readonly [string, readonly CopiedFile[] | undefined, readonly string[]];

/** Finds out what a person means: a path, an address for git, or a package. */
export function placeOf(typed: string): Place {
  const address = typed.trim();
  if (isAbsolute(address)) return { kind: 'folder', address };
  if (/^npm:\S+$/.test(address)) return { kind: 'package', address };
  // It would be stored and shown; git itself knows how to keep it.
  const url = /^(?:https?|ssh):/i.test(address) && URL.canParse(address) ? new URL(address) : undefined;
  if (url !== undefined && (url.password !== '' || (url.protocol !== 'ssh:' && url.username !== '')))
    throw errors['skills/secret-in-address']({ host: url.host });
  if (/^(?:https?|ssh):\/\/\S+$|^[\w.][\w.-]*@[\w.-]+:\S+$/.test(address)) return { kind: 'repository', address };
  throw errors['skills/no-source']({ address: address.slice(0, 200) });
}

/** A skill with a link or a submodule in it is refused whole. */
function refusedFor(others: readonly string[], files: readonly CopiedFile[] = []): readonly { folder: string; error: AppError }[] {
  const roots = files.filter(({ path }) => posix.basename(path) === 'SKILL.md').map(({ path }) => posix.dirname(path));
  return roots.flatMap(folder => {
    const other = others.find(path => isIn(path, folder));
    return other === undefined ? [] : [{ folder, error: refused(posix.basename(folder), 'link', posix.relative(folder, other)) }];
  });
}

async function copy(folder: string, files: readonly CopiedFile[]): Promise<void> {
  if (files.length > 0) await writeSkill(folder, { files });
  else await rm(folder, { recursive: true, force: true });
}

const isIn = (path: string, folder: string): boolean => folder === '.' || path === folder || path.startsWith(`${folder}/`);
const bytesOf = (files: readonly { readonly path: string; readonly bytes: Uint8Array }[]): CopiedFile[] =>
  files.map(({ path, bytes }) => ({ path, bytes: Buffer.from(bytes) }));
