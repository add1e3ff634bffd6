import { DatabaseSync } from 'node:sqlite';
import { type AcquireLock, becomeInstance } from './instance.ts';

/** The lock the program uses, on the SQLite that Node brings: held until this process ends, however it ends. */
export const sqliteLock: AcquireLock = file => {
  const database = new DatabaseSync(file);
  try {
    database.exec('BEGIN EXCLUSIVE');
  } catch {
    database.close();
    return undefined;
  }
  return { release: () => database.close() };
};

// Run as a program it is one start of several: it says whether it was the first and what was handed over to it.
if (process.argv[1] === import.meta.filename) {
  const userData = process.argv[2] ?? '';
  const instance = await becomeInstance({
    userData,
    argv: process.argv.slice(3),
    acquireLock: sqliteLock,
    onHandOver: ({ argv }) => console.log(`heard ${argv.join(' ')}`),
  });
  console.log(instance === undefined ? 'handed over' : 'first');
}
