import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sha512Of } from '../../plugins/updates/main/files/hash.ts';

/** Replaces one program by another, and is killed before its nth write to the disk; with -1 it runs to the end. */
const [program, installer, at] = process.argv.slice(2) as [string, string, string];
let done = 0;
const sha512 = await sha512Of(installer);
for (const name of ['rmSync', 'copyFileSync', 'chmodSync', 'openSync', 'linkSync', 'renameSync', 'fsyncSync'] as const) {
  const original = fs[name] as (...args: unknown[]) => unknown;
  Object.assign(fs, {
    [name]: (...args: unknown[]) => {
      if (done === Number(at)) process.kill(process.pid, 'SIGKILL');
      done += 1;
      return original.apply(fs, args);
    },
  });
}
syncBuiltinESMExports();
const { swapProgram } = await import('../../plugins/updates/main/files/swap.ts');
await swapProgram(program, installer, sha512);
console.log(done);
