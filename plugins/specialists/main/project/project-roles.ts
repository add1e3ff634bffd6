import { createHash } from 'node:crypto';
import { constants } from 'node:fs';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { visibleText } from '@atelier/kernel';
import { openRegular } from '@atelier/kernel/children';
import type { Problem, RoleContribution } from '../../contract/index.ts';
import { refusedRole } from './refused-role.ts';
import { mostBytes, readRole } from './role-file.ts';

/** Where other agents keep their roles. */
const folders = ['agents', '.claude/agents', '.opencode/agent', '.opencode/agents'];
const most = { files: 100, roles: 20 } as const;

/** The roles that a folder brings, and the files that are refused. */
export interface ProjectRoles {
  /** Where it really lies. */
  readonly folder: string;
  readonly roles: readonly (RoleContribution & { readonly path: string })[];
  readonly refused: readonly Problem[];
  /** Over all that the roles say. */
  readonly checksum: string;
}

/** Reads the roles of a folder; `taken` are names that are others' already. Nothing is followed out of it. */
export async function rolesIn(given: string, taken: readonly string[]): Promise<ProjectRoles> {
  const folder = await realpath(given);
  const roles: (RoleContribution & { path: string })[] = [];
  const refused: Problem[] = [];
  const names = new Set(taken);
  for (const inside of folders) {
    const files = await filesIn(folder, inside, refused);
    for (const file of files) {
      const path = `${inside}/${file}`;
      const role = roles.length < most.roles ? await roleAt(join(folder, path), file) : 'many';
      if (typeof role === 'string') refused.push(refusedRole(path, role));
      else if (names.has(role.name)) refused.push(refusedRole(path, 'taken', role.name));
      else {
        names.add(role.name);
        roles.push({ ...role, path: visibleText(path, 'name') });
      }
    }
  }
  const hash = createHash('sha256');
  for (const role of roles) hash.update(`${JSON.stringify(role)}\n`);
  return { folder, roles, refused, checksum: hash.digest('hex') };
}

async function filesIn(folder: string, inside: string, refused: Problem[]): Promise<readonly string[]> {
  const path = join(folder, inside);
  try {
    const isElsewhere = (await realpath(path)) !== path || (await lstat(path)).isSymbolicLink();
    const files = isElsewhere ? [] : (await readdir(path)).filter(name => name.endsWith('.md')).toSorted();
    if (isElsewhere) refused.push(refusedRole(inside, 'link'));
    if (files.length > most.files) refused.push(refusedRole(inside, 'many'));
    return files.slice(0, most.files);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') refused.push(refusedRole(inside, 'unreadable', code));
    return [];
  }
}

async function roleAt(path: string, name: string) {
  try {
    await using file = await openRegular(path, constants.O_RDONLY | constants.O_NOFOLLOW);
    if ((await file.stat()).size > mostBytes) return 'large';
    return readRole(await file.readFile('utf8'), name);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ELOOP' ? 'link' : 'unreadable';
  }
}
