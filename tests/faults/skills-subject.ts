import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { skillsIn } from '../../plugins/skills/main/folders.ts';
import { readSkill } from '../../plugins/skills/main/format/read-skill.ts';
import { Installed } from '../../plugins/skills/main/installed.ts';
import { migrations } from '../../plugins/skills/main/migrations/index.ts';
import { openStore, type Row } from '../../plugins/skills/main/store/store.ts';

/** One skill in a folder, which changes each time and has enough files to be killed among. */
function writeSource(folder: string, version: number): string {
  const path = join(folder, 'source', 'notes');
  mkdirSync(path, { recursive: true });
  writeFileSync(join(path, 'SKILL.md'), `---\nname: notes\ndescription: Writes notes.\n---\nVersion ${version}\n`);
  for (let at = 0; at < 8; at += 1) writeFileSync(join(path, `part${at}.md`), `${version}\n`.repeat(2_000));
  return path;
}

async function skillsOf(folder: string) {
  mkdirSync(folder, { recursive: true });
  const options = { owner: '@test/skills', backups: join(folder, 'backups'), log: keptLog() };
  const db = openDatabase(join(folder, 'skills.sqlite'), migrations, options);
  const store = openStore(db, Date.now);
  const [kept, loaded] = [join(folder, 'kept'), join(folder, 'loaded')];
  const installed = new Installed({ store, kept, loaded });
  const failures: unknown[] = [];
  await installed.settle(error => failures.push(error));
  return { db, store, installed, kept, loaded, failures };
}

type Skills = Awaited<ReturnType<typeof skillsOf>>;

async function look({ store }: Skills, folder: string, version: number): Promise<Row> {
  writeSource(folder, version);
  const { address, skills } = await skillsIn(join(folder, 'source'));
  const source = store.addSource('folder', address);
  store.seen(source, skills, []);
  const [{ id } = { id: '' }] = store.list({}).skills;
  return store.find(id)!;
}

/** Installs, switches off and on, updates and removes one skill again and again. */
export async function installForEver(folder: string, acknowledge: (count: number) => void): Promise<never> {
  const at = await skillsOf(folder);
  let row = await look(at, folder, 0);
  const now = () => at.store.find(row.id)!;
  for (let count = 1; ; count += 1) {
    row = await look(at, folder, count);
    await at.installed.install(now(), await readSkill(row.path));
    await at.installed.switchTo(now(), false);
    await at.installed.switchTo(now(), true);
    row = await look(at, folder, count + 0.5);
    await at.installed.install(now(), await readSkill(row.path));
    acknowledge(count);
    await at.installed.remove(now());
  }
}

/** After a kill the agent loads what the person is shown to be on, whole, and nothing else. */
export async function verifyInstalled(folder: string): Promise<string[]> {
  const wrong: string[] = [];
  const at = await skillsOf(folder);
  try {
    if (at.db.recovered) wrong.push(`it had to be recovered: ${at.db.recovered.reason}`);
    wrong.push(...at.failures.map(error => `a change was not ended: ${String(error)}`));
    if (at.store.underWay().length > 0) wrong.push('a change is still under way');
    const [{ id } = { id: '' }] = at.store.list({}).skills;
    const row = at.store.find(id);
    const isInstalled = row !== undefined && row.pinned !== null;
    const filesIn = (path: string) => (existsSync(path) ? readdirSync(path) : []);
    const expected = { kept: isInstalled ? [row.id] : [], loaded: isInstalled && row.is_on === 1 ? ['notes'] : [] };
    const found = { kept: filesIn(at.kept), loaded: filesIn(at.loaded) };
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`shown ${JSON.stringify(expected)}, there is ${JSON.stringify(found)}`);
    for (const path of [...found.kept.map(name => join(at.kept, name)), ...found.loaded.map(name => join(at.loaded, name))]) {
      const { integrity } = await readSkill(path, { name: 'notes' });
      if (integrity !== row?.pinned) wrong.push(`${path} is not what was agreed to`);
      const parts = new Set(
        readdirSync(path).map(name => readFileSync(join(path, name), 'utf8').split('\n').at(-2)?.replace('Version ', '')),
      );
      if (parts.size !== 1) wrong.push('files of two versions stand beside each other');
    }
  } finally {
    at.db.close();
  }
  return wrong;
}
