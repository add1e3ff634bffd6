import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import type { Bench } from './bench.ts';
import { median, startedBytes } from './measure.ts';

const rounds = 9;
const queries = 2000;
const megabyte = 1_048_576;

const keeping: TestExtension = {
  id: '@bench/keeping',
  installed: true,
  atelier: { main: './main.js', contributes: { commands: [{ id: 'keeping.run', title: 'run' }] } },
  files: {
    'main.js': `
      export default {
        activate(ctx) {
          const db = ctx.database([{ id: 10, name: 'begin', up: db => db.exec("CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT) STRICT; INSERT INTO notes (text) VALUES ('one')") }]);
          const read = db.prepare('SELECT text FROM notes WHERE id = ?');
          ctx.handle('keeping.run', async () => {
            const began = performance.now();
            for (let at = 0; at < ${queries}; at += 1) read.get(1);
            return (performance.now() - began) / ${queries};
          });
        },
      };`,
  },
};

/** What a database of an installed extension costs, which lies in a store of its own: memory, and the way to it and back. */
export default {
  name: 'extension-store',
  async run() {
    await using kernel = await testKernel({ extensions: [keeping] });
    await kernel.run('keeping.run');
    const own = kernel.costs().find(({ id }) => id === '@bench/keeping')?.memoryBytes ?? Number.NaN;
    const resident = startedBytes();
    const took: number[] = [];
    for (let round = 0; round < rounds; round += 1) took.push((await kernel.run('keeping.run')) as number);
    return [
      { what: 'woken extension with a database: memory, its store included', value: resident / megabyte, unit: 'MB' },
      { what: 'the same, that nobody shares', value: own / megabyte, unit: 'MB' },
      { what: 'a query of its own', value: median(took) * 1000, unit: 'us' },
    ];
  },
} satisfies Bench;
