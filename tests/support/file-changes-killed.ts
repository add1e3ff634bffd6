import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Rewinds or redoes, and blocks after a given number of renames until it is killed. */
const [data, files, what] = process.argv.slice(2) as [string, string, 'rewind' | 'redo'];
let armed = false;
let moved = 0;
const { rename } = fs;
const holdHere = async (): Promise<never> => {
  process.send?.('here');
  return await new Promise<never>(() => setInterval(() => undefined, 1000));
};
fs.rename = async (from, to) => {
  // Renames of stored contents happen at unpredictable times, so they do not count.
  const isMove = armed && String(to).includes('/project/');
  if (isMove && moved === Number(files)) await holdHere();
  await rename(from, to);
  if (isMove) moved += 1;
};
syncBuiltinESMExports();

const { conversation, openChanges } = await import('./file-changes.ts');
const changes = await openChanges({ data });
const names = ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'e.txt'];
for (const name of names) changes.put(name, 'before\n');
changes.branch.ask('m1');
for (const name of names) await changes.write(name, 'after\n');
// The conversation is changed after the files.
changes.branch.hold(async () => void (armed && moved === Number(files) && (await holdHere())));
if (what === 'redo') {
  await changes.rewinds.rewind(conversation, 'm1', []);
  armed = true;
  await changes.rewinds.redo(conversation);
} else {
  armed = true;
  await changes.rewinds.rewind(conversation, 'm1', []);
}
