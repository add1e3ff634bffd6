import { DatabaseSync } from 'node:sqlite';
import { type AcquireLock, becomeInstance } from './instance.ts';

/** The same lock as the program's, on the SQLite in Node: held until this process ends for any reason. */
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

// Run as a program it is one of several simultaneous starts: it prints whether it was first and what other starts handed over to it.
if (process.argv[1] === import.meta.filename) {
  const userData = process.argv[2] ?? '';
  const instance = await becomeInstance({
    userData,
    argv: process.argv.slice(3),
    acquireLock: sqliteLock,
    onHandOver: ({ argv }) => {
      console.log(`heard ${argv.join(' ')}`);
      while (argv.includes('loop'));
    },
  });
  console.log(instance === undefined ? 'handed over' : 'first');
}
