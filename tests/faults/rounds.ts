import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TemplateChannel } from '@atelier/template/contract';
import { verifyBackup } from '../../kernel/main/storage/backup.ts';
import { connect, type OpenDatabase, openDatabase } from '../../kernel/main/storage/storage.ts';
import { keptLog } from '../../kernel/testing/kept-log.ts';
import { verifyRun } from './automation-subject.ts';
import { verifyCaptured } from './capture-subject.ts';
import { verifyAnswered } from './channels-subject.ts';
import { draftIn } from './draft-subject.ts';
import { kernelIn } from './kernel-subject.ts';
import { killWriter, randomFrom } from './kill.ts';
import { loseDatabases, verifyRebuilt } from './rebuild-subject.ts';
import { verifyRewinds } from './rewind-subject.ts';
import { verifyInstalled } from './skills-subject.ts';
import { counterFile, newSteps, oldSteps, ringBytes, ringIn, wishRestore } from './subjects.ts';
import { verifyCounted } from './usage-subject.ts';

/** What one series of kills came to. `wrong` is empty when the claims hold. */
export interface Outcome {
  readonly kind: string;
  readonly kills: number;
  readonly acknowledged: number;
  readonly wrong: readonly string[];
}

/** What is written while it is killed. */
export const kinds = [
  'database',
  'json',
  'migration',
  'kernel',
  'draft',
  'rewind',
  'capture',
  'automation',
  'channels',
  'usage',
  'skills',
  'backup',
  'restore',
  'rebuild',
  'black-box',
] as const;
export type Kind = (typeof kinds)[number];

/** Kinds that do one piece of work, which is set up anew for each kill; the others go on where the last one died. */
const once: ReadonlySet<Kind> = new Set(['migration', 'restore', 'rebuild']);

type Verify = (acknowledged: number | undefined) => Promise<string[]>;

/** Kills writers of one kind again and again over the same files, and looks after each kill. */
export async function killRounds(kind: Kind, rounds: number, seed: number): Promise<Outcome> {
  const random = randomFrom(seed);
  const folder = mkdtempSync(join(tmpdir(), 'atelier-faults-'));
  const wrong: string[] = [];
  let acknowledged = 0;
  try {
    const whole = once.has(kind) ? await timeOf(kind, folder) : 0;
    for (let round = 0; round < rounds; round += 1) {
      const isOnce = once.has(kind);
      if (isOnce) await setUp(kind, folder);
      const acknowledgements = isOnce ? 1 : Math.floor(random() ** 2 * 40);
      const killed = await killWriter(
        kind,
        folder,
        acknowledgements,
        isOnce ? random() * 2 * whole : killDelay(kind, acknowledgements, random),
      );
      const found = await verifiers[kind](folder)(killed.acknowledged).catch((error: unknown) => [`it does not start again: ${error}`]);
      acknowledged = isOnce ? acknowledged + (killed.acknowledged ?? 0) : Math.max(acknowledged, killed.acknowledged ?? 0);
      if (killed.complaint !== '') found.push(`the writer failed: ${killed.complaint}`);
      wrong.push(...found.map(what => `${kind} round ${round}, seed ${seed}: ${what}`));
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  return { kind, kills: rounds, acknowledged, wrong };
}

function killDelay(kind: Kind, acknowledgements: number, random: () => number): number {
  // Before the first write is told, the process is starting, which takes a kernel longer; else within a few writes.
  if (acknowledgements === 0) return random() * (kind === 'kernel' ? 1000 : 250);
  return random() * (kind === 'kernel' ? 30 : 8);
}

const options = (folder: string) => ({ owner: '@test/faults', backups: join(folder, 'backups'), log: keptLog() });
const databaseIn = (folder: string) => join(folder, 'faults.sqlite');

/** Looks whether all that a writer of this kind acknowledged is in its folder. */
export function verifierOf(kind: Kind, folder: string): Verify {
  return verifiers[kind](folder);
}

const verifiers: Record<Kind, (folder: string) => Verify> = {
  kernel: folder => async acknowledged => {
    const wrong: string[] = [];
    const { kernel, host } = await kernelIn(folder);
    try {
      const least = acknowledged ?? 0;
      const notes = await kernel.client(TemplateChannel).call('listNotes', {});
      const granted = kernel.statuses().find(({ id }) => id === '@test/counter')?.granted.net?.[0];
      // What an extension asks for bounds what it is shown to have, so the decision itself is read.
      const decided = readFileSync(join(host.paths.userData, 'extensions.json'), { encoding: 'utf8', flag: 'a+' });
      const kept = {
        notes: Math.max(0, ...notes.map(({ text }) => Number(text))),
        isolated: (await kernel.run('counter.last')) as number,
        secret: Number((await kernel.secrets.read('@test/counter', 'count')) ?? 0),
        decision: Number(/host-(\d+)\.example/.exec(decided)?.[1] ?? 0),
      };
      for (const [what, last] of Object.entries(kept))
        if (last < least) wrong.push(`${least} was acknowledged, but ${what} stands at ${last}`);
      if (new Set(notes.map(({ text }) => text)).size < least) wrong.push('a note in between is missing');
      const repairs = kernel.notices().filter(({ code }) => code !== 'diagnostics/cut-off');
      wrong.push(...repairs.map(({ message }) => `it had to be repaired: ${message}`));
      wrong.push(...kernel.statuses().flatMap(({ problem }) => (problem ? [problem.message] : [])));
      if (granted !== undefined) wrong.push('a right was granted that nobody asks for');
    } finally {
      await kernel.close();
      await host.close();
    }
    return wrong;
  },

  'black-box': folder => async acknowledged => {
    const wrong: string[] = [];
    const kept = ringIn(folder)
      .read()
      .map(({ of }) => Number(of));
    const last = kept.at(-1) ?? 0;
    if (last < (acknowledged ?? 0)) wrong.push(`${acknowledged} was acknowledged, ${last} is there`);
    if (kept.some((count, at) => count !== kept[0]! + at)) wrong.push(`a line is missing or twice there: ${kept}`);
    const sizes = readdirSync(folder).map(name => statSync(join(folder, name)).size);
    if (Math.max(0, ...sizes) > ringBytes) wrong.push(`a file has ${Math.max(...sizes)} bytes`);
    return wrong;
  },

  database: folder => async acknowledged => {
    const wrong: string[] = [];
    const database = openDatabase(databaseIn(folder), oldSteps, options(folder));
    try {
      if (database.recovered) wrong.push(`it had to be recovered: ${database.recovered.reason}`);
      const last = numberOf(database, 'SELECT coalesce(max(id), 0) FROM entries');
      if (last < (acknowledged ?? 0)) wrong.push(`${acknowledged} was acknowledged, ${last} is there`);
      if (numberOf(database, 'SELECT count(*) FROM entries') !== 2 * last)
        wrong.push('half a transaction is there, or a row in between is not');
      if (numberOf(database, "SELECT count(*) FROM pragma_integrity_check WHERE integrity_check <> 'ok'") !== 0)
        wrong.push('the integrity check fails');
    } finally {
      database.close();
    }
    return wrong;
  },

  backup: folder => async acknowledged => {
    const wrong = await verifiers.database(folder)(undefined);
    const names = existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [];
    const finished = names.filter(name => name.endsWith('.sqlite')).sort();
    const rowsIn = finished.map(name => {
      const file = join(folder, 'backups', name);
      if (!verifyBackup(file, 10, connect)) wrong.push('a backup does not pass its check');
      const reader = connect(file, 'read');
      const { n } = reader.prepare('SELECT coalesce(max(id), 0) AS n FROM entries').get() as { n: number };
      reader.close();
      return n;
    });
    if ((rowsIn.at(-1) ?? 0) < (acknowledged ?? 0))
      wrong.push(`a backup of ${acknowledged} was acknowledged, the newest has ${rowsIn.at(-1)}`);
    if (finished.length > 13) wrong.push(`${finished.length} backups are kept`);
    if (names.filter(name => name.endsWith('.partial')).length > 1) wrong.push('unfinished copies pile up');
    return wrong;
  },

  restore: folder => async () => {
    const wrong: string[] = [];
    // Whoever opens it next finishes what the person asked for.
    const database = openDatabase(databaseIn(folder), oldSteps, options(folder));
    if (numberOf(database, 'SELECT count(*) FROM entries') !== 1) wrong.push('the chosen backup is not what is open');
    database.close();
    if (existsSync(`${databaseIn(folder)}.restore-from`)) wrong.push('it would be restored again');
    const kept = readdirSync(join(folder, 'backups')).filter(name => name.endsWith('.sqlite'));
    const rows = kept.map(name => {
      const reader = connect(join(folder, 'backups', name), 'read');
      const { n } = reader.prepare('SELECT count(*) AS n FROM entries').get() as { n: number };
      reader.close();
      return n;
    });
    if (!rows.includes(20_000)) wrong.push('what was there before is in no backup');
    return wrong;
  },

  rebuild: folder => async () => await verifyRebuilt(folder),

  rewind: folder => async acknowledged => await verifyRewinds(folder, acknowledged),

  capture: folder => async acknowledged => await verifyCaptured(folder, acknowledged),

  automation: folder => async acknowledged => await verifyRun(folder, acknowledged),

  channels: folder => async acknowledged => await verifyAnswered(folder, acknowledged),

  usage: folder => async acknowledged => await verifyCounted(folder, acknowledged),

  skills: folder => async () => await verifyInstalled(folder),

  json: folder => async acknowledged => {
    const log = keptLog();
    const { state, value, why } = await counterFile(folder, log).read();
    const wrong: string[] = [];
    if (state !== 'ok' && !(state === 'fresh' && acknowledged === undefined)) wrong.push(`the file is ${state}: ${why}`);
    if (value.count < (acknowledged ?? 0)) wrong.push(`${acknowledged} was acknowledged, ${value.count} is there`);
    // The dead process may have held the lock: that must not cost the next one its turn.
    const next = await counterFile(folder, log).update(now => ({ ...now, count: now.count + 1 }));
    if (next.count !== value.count + 1) wrong.push('the next update did not build on the last');
    const left = readdirSync(folder).filter(name => !['counter.json', 'counter.json.bak'].includes(name));
    if (left.length > 0) wrong.push(`left behind: ${left.join(', ')}`);
    return wrong;
  },

  draft: folder => async acknowledged => {
    using draft = draftIn(folder);
    const words = draft.words();
    const wrong: string[] = [];
    const last = Math.max(0, ...words);
    if (last < (acknowledged ?? 0)) wrong.push(`${acknowledged} was acknowledged, ${last} is there`);
    if (words.length !== last || new Set(words).size !== last)
      wrong.push(`of the words up to ${last} there are ${words.length}, one is lost or doubled`);
    return wrong;
  },

  migration: folder => async acknowledged => {
    const wrong: string[] = [];
    const reader = connect(databaseIn(folder), 'write');
    const state = [
      reader.pragma('user_version', { simple: true }),
      reader.prepare("SELECT count(*) AS n FROM pragma_table_info('entries')").get(),
      reader.prepare('SELECT count(*) AS n FROM entries').get(),
    ];
    reader.close();
    const seen = JSON.stringify(state);
    const before = JSON.stringify([10, { n: 3 }, { n: 20_000 }]);
    const after = JSON.stringify([40, { n: 4 }, { n: 20_000 }]);
    if (seen !== before && seen !== after) wrong.push(`half migrated: ${seen}`);
    if (acknowledged === 1 && seen !== after) wrong.push('an acknowledged migration is gone');
    const backups = existsSync(join(folder, 'backups')) ? readdirSync(join(folder, 'backups')) : [];
    const finished = backups.filter(name => name.endsWith('.sqlite'));
    if (finished.some(name => !verifyBackup(join(folder, 'backups', name), 10, connect))) wrong.push('a backup does not pass its check');
    if (seen === after && finished.length === 0) wrong.push('it was migrated without a backup');
    const database = openDatabase(databaseIn(folder), newSteps, options(folder));
    if (numberOf(database, 'SELECT count(*) FROM entries WHERE length = length(filler)') !== 20_000)
      wrong.push('the next start did not finish the migration');
    database.close();
    return wrong;
  },
};

function numberOf(database: OpenDatabase, sql: string): number {
  return Number(Object.values(database.prepare<Record<string, number>>(sql).get() ?? {})[0]);
}

/** How long the undisturbed work takes on this machine now: the writer, which has just started, takes longer. Kills fall into all of it, and some behind it. */
async function timeOf(kind: Kind, folder: string): Promise<number> {
  if (kind !== 'rebuild') fillOld(folder);
  await setUp(kind, folder);
  const start = performance.now();
  if (kind === 'rebuild') await verifyRebuilt(folder);
  else openDatabase(databaseIn(folder), kind === 'migration' ? newSteps : oldSteps, options(folder)).close();
  return performance.now() - start;
}

async function setUp(kind: Kind, folder: string): Promise<void> {
  if (kind === 'rebuild') return loseDatabases(folder);
  restoreOld(folder);
  if (kind === 'restore') await wishRestore(databaseIn(folder), options(folder));
}

function fillOld(folder: string): void {
  const database = openDatabase(join(folder, 'old.sqlite'), oldSteps, options(folder));
  database.exec(`
    WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < 20000)
    INSERT INTO entries SELECT n, 'one', hex(zeroblob(n % 300)) FROM numbers;
  `);
  database.close();
}

/** Puts the database back to before the migration, as a copy that `openDatabase` did not make. */
function restoreOld(folder: string): void {
  for (const suffix of ['', '-wal', '-shm']) rmSync(`${databaseIn(folder)}${suffix}`, { force: true });
  rmSync(join(folder, 'backups'), { recursive: true, force: true });
  const old = connect(join(folder, 'old.sqlite'), 'write');
  old.prepare('VACUUM INTO ?').run(databaseIn(folder));
  old.close();
}
