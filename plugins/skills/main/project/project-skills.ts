import { createHash } from 'node:crypto';
import { lstat, readdir, realpath } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { type AppError, visibleText } from '@atelier/kernel';
import { notRead } from '../folders.ts';
import { type ReadSkill, readSkill } from '../format/read-skill.ts';
import { refused } from '../format/refused.ts';

/** Where agents keep the skills of a project; no tool writes into these in secure mode. */
const places = ['.agents/skills', '.claude/skills', '.pi/skills', '.codex/skills', '.gemini/skills', '.cursor/skills'];
const most = { skills: 20, text: 1_000_000, bytes: 20_000_000, entries: 200 } as const;

export interface ProjectSkill {
  /** Its folder, from the project's on. */
  readonly path: string;
  readonly read: ReadSkill;
}

/** The skills that the folder of a project brings, and why others were refused. */
export interface ProjectSkills {
  /** Where it really lies. */
  readonly folder: string;
  readonly skills: readonly ProjectSkill[];
  readonly refused: readonly AppError[];
  /** Over the places and all files of the skills. */
  readonly checksum: string;
}

/** Reads the skills of a project. Nothing is followed out of it; a link to what is read anyway is passed over. */
export async function skillsOfProject(given: string): Promise<ProjectSkills> {
  const folder = await realpath(given);
  const [skills, refusals]: [ProjectSkill[], AppError[]] = [[], []];
  const names = new Map<string, string>();
  let [text, bytes] = [0, 0];
  for (const place of places) {
    for (const path of await foldersIn(folder, place, refusals)) {
      if (bytes > most.bytes) {
        refusals.push(refused(shown(path), 'many'));
        continue;
      }
      const read = await readSkill(join(folder, path), { whole: true }).catch(error => {
        refusals.push(notRead(path, error));
        return undefined;
      });
      if (read === undefined) continue;
      bytes += read.files.reduce((sum, file) => sum + file.bytes.length, 0);
      const { name } = read.head;
      const known = names.get(name);
      // Several agents often have the same one.
      if (known === read.integrity) continue;
      text += read.text.length;
      if (skills.length >= most.skills || text > most.text) refusals.push(refused(shown(path), 'many'));
      else if (known !== undefined) refusals.push(refused(shown(path), 'taken', name));
      else if (read.head.badName || /^atelier(?:-|$)/.test(name)) refusals.push(refused(shown(path), 'name'));
      else {
        names.set(name, read.integrity);
        skills.push({ path, read });
      }
    }
  }
  const hash = createHash('sha256');
  for (const { path, read } of skills) hash.update(`${path}\0${read.integrity}\n`);
  return { folder, skills, refused: refusals, checksum: hash.digest('hex') };
}

async function foldersIn(folder: string, place: string, refusals: AppError[]): Promise<readonly string[]> {
  const inside = join(folder, place);
  try {
    // Also if a folder on the way to it is a link.
    if ((await realpath(inside)) !== inside) {
      if (!(await leadsToPlace(folder, inside))) refusals.push(refused(place, 'link', place));
      return [];
    }
    const names = (await readdir(inside)).toSorted();
    if (names.length > most.entries) refusals.push(refused(place, 'many'));
    const found: string[] = [];
    for (const name of names.slice(0, most.entries)) {
      const path = `${place}/${name}`;
      const stats = await lstat(join(folder, path));
      if (stats.isDirectory()) found.push(path);
      else if (stats.isSymbolicLink() && !(await leadsToPlace(folder, join(folder, path))))
        refusals.push(refused(place, 'link', shown(name)));
    }
    return found;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'ENOENT' && code !== 'ENOTDIR') refusals.push(notRead(place, error));
    return [];
  }
}

/** Whether a link leads to one of the places of the same project, whose skills are read there. */
async function leadsToPlace(folder: string, link: string): Promise<boolean> {
  const real = await realpath(link).catch(() => '');
  return places.some(place => `${real}${sep}`.startsWith(join(folder, place, sep)));
}

const shown = (path: string): string => visibleText(path, 'name').slice(0, 200);
