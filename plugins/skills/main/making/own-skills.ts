import { existsSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { InspectionService } from '@atelier/kernel';
import { bilingual } from '../bilingual.ts';
import { errors } from '../errors.ts';
import { skillsIn, writeSkill } from '../folders.ts';
import { readSkill } from '../format/read-skill.ts';
import { refused } from '../format/refused.ts';
import { readHead } from '../format/skill-file.ts';
import type { Installed } from '../installed.ts';
import { idOf, type Store } from '../store/store.ts';

export interface OwnSkillsParts {
  /** The person's own skills, a source like any other. */
  readonly folder: string;
  readonly store: Store;
  readonly installed: Installed;
  readonly inspection: Pick<InspectionService, 'redact'>;
}

/** Writes a skill that the person read and changed into their own folder, and installs it as every other. Returns its id. */
export async function createOwn({ folder, store, installed, inspection }: OwnSkillsParts, text: string): Promise<string> {
  const head = readHead(text, '');
  if (typeof head === 'string') throw refused('SKILL.md', head);
  const { name } = head;
  if (/^atelier(?:-|$)/i.test(name)) throw errors['skills/name-reserved']({ name });
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name)) throw refused('SKILL.md', 'ownName');
  const [clean] = await inspection.redact([text]);
  if (clean !== text) throw errors['skills/secret']({});
  if (store.installedAs(name) !== undefined) throw errors['skills/name-taken']({ name });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const address = await realpath(folder);
  const path = join(address, name);
  // One that was removed lies there still, and can be installed again.
  if (existsSync(path)) throw errors['skills/own-exists']({ name });
  // First, so that what a kill leaves is in the list, and a database that is only read refuses it before a file is written.
  const source = store.addSource('folder', address);
  await writeSkill(path, { files: [{ path: 'SKILL.md', bytes: Buffer.from(text) }] });
  const { skills, refusals } = await skillsIn(address);
  store.seen(source, skills, refusals.map(bilingual));
  const row = store.find(idOf(path));
  if (row === undefined) throw refusals[0] ?? errors['skills/unknown']({ id: name });
  try {
    await installed.install(row, await readSkill(path));
  } catch (error) {
    await rm(path, { recursive: true, force: true });
    store.seen(source, (await skillsIn(address)).skills, []);
    throw error;
  }
  return row.id;
}
