import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { sha512Of } from '../../plugins/updates/main/files/hash.ts';

/** Puts one program in the place of another, and is killed before the nth thing it would do to the disk; -1 lets it live. */
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
