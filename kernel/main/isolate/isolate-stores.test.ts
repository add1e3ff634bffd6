import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';

const keeping: TestExtension = {
  id: '@acme/keeping',
  installed: true,
  atelier: { main: './main.js', contributes: { commands: [{ id: 'keeping.read', title: 'Read' }] } },
  files: {
    'main.js': `export default {
      activate(ctx) {
        ctx.handle('keeping.read', async () => {
          const up = db => db.exec('CREATE TABLE notes (text TEXT) STRICT');
          return ctx.database([{ id: 10, name: 'notes', up }]).prepare('SELECT count(*) AS notes FROM notes').get();
        });
      },
    };`,
  },
};

test('an extension whose store cannot be started gets an error, and the kernel runs on', async () => {
  await using kernel = await testKernel({ extensions: [keeping] });
  await kernel.wake('@acme/keeping');
  vi.stubEnv('TMPDIR', 'nowhere');
  const refused = await kernel.run('keeping.read').catch((error: { code: string }) => error.code);
  vi.unstubAllEnvs();
  const again = await kernel.run('keeping.read');
  expect({ refused, again }).toEqual({ refused: 'storage/unreachable', again: { notes: 0 } });
});
