import fs from 'node:fs';
import promises from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/**
 * One start of one version of a small program, killed before its nth write to the profile; with -1 it runs to the end. It prints
 * the number of writes, its version, and the data that it found. `how` is instead `restore`, `back` to what an import replaced,
 * or the archive that it imports.
 */
const [root, bundled, version, at, how = 'start'] = process.argv.slice(2) as [string, string, string, string, string?];
let armed = true;
let done = 0;

function count(path: unknown): void {
  // Log writes happen at unpredictable times, so they do not count.
  if (!armed || !String(path).includes('/user-data') || String(path).includes('/logs')) return;
  if (done === Number(at)) process.kill(process.pid, 'SIGKILL');
  done += 1;
}

function counted<T extends object>(from: T, names: readonly (keyof T & string)[], which = 0): void {
  for (const name of names) {
    const original = from[name] as (...args: unknown[]) => unknown;
    Object.assign(from, {
      [name]: (...args: unknown[]) => {
        count(args[which]);
        return original.apply(from, args);
      },
    });
  }
}

counted(fs, ['renameSync', 'copyFileSync'], 1);
counted(fs, ['rmSync', 'openSync', 'mkdirSync']);
counted(promises, ['rename'], 1);
counted(promises, ['mkdir', 'open', 'rm']);
const write = fs.writeSync;
fs.writeSync = ((...args: Parameters<typeof write>) => {
  count('/user-data');
  return write(...args);
}) as typeof write;
syncBuiltinESMExports();

const { openMemoryHost } = await import('@atelier/kernel/host');
const { askBack } = await import('../../kernel/main/archive/import-profile.ts');
const { readKept } = await import('../../kernel/main/archive/plan.ts');
const { importArchive, startKernel, restoreProfile } = await import('@atelier/kernel/start');
// With this, a migration kills its process between two of its statements.
const dies = () => at === (fs.existsSync(`${root}/user-data/rehearsal`) ? 'rehearsal' : 'migration');
Object.assign(globalThis, { inMigration: () => armed && dies() && process.kill(process.pid, 'SIGKILL') });
if (how === 'restore') {
  const { version: back } = await restoreProfile(`${root}/user-data`);
  console.log(JSON.stringify({ done, back }));
} else if (how === 'back') {
  askBack(`${root}/user-data`, readKept(`${root}/user-data`)[0]?.stamp ?? 'none');
  console.log(JSON.stringify({ done }));
} else if (how.endsWith('.zip')) {
  const secrets = () => {
    throw new Error('there are no keys in it');
  };
  await importArchive({ userData: `${root}/user-data`, bundled, version, secrets }, { file: how });
  console.log(JSON.stringify({ done }));
} else {
  const host = openMemoryHost({ bundled, node: process.execPath, root, program: { version, installed: 'source' } });
  try {
    const kernel = await startKernel(host, { locale: 'en' });
    await kernel.settled;
    armed = false;
    const found = await kernel.run('keeper.look');
    console.log(JSON.stringify({ done, version, found, notices: kernel.notices().map(({ code }) => code) }));
    await kernel.close();
  } catch (error) {
    console.log(JSON.stringify({ done, version, refused: (error as { code: string }).code, why: (error as Error).message }));
  }
}
process.exit(0);
