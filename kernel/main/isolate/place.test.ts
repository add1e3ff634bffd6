import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { placeOf } from './child/place.ts';

const manifest = JSON.stringify({
  ...{ name: '@acme/boom', version: '1.0.0', type: 'module', engines: { atelier: '^1.0.0' } },
  atelier: { main: './dist/main.js', contributes: { commands: [{ id: 'boom.run', title: 'Run' }] } },
});

/** A source map by which the third line of the file is the eighth of its source. */
const map = { version: 3, file: 'main.js', sourceRoot: '', sources: ['../src/main.ts'], names: [], mappings: ';;IAOA' };

test.each([
  ['of the file itself', '', 'dist/main.js:3:11'],
  ['of its source, where it names a source map', '//# sourceMappingURL=main.js.map\n', 'src/main.ts:8:1'],
])('an error in activate is told with file, line and column %s', async (_of, end, place) => {
  const main = `export default {\n  activate() {\n    throw new Error('boom in activate');\n  },\n};\n${end}`;
  const files = { 'package.json': manifest, 'dist/main.js': main, 'dist/main.js.map': JSON.stringify(map) };
  await using kernel = await testKernel({ extensions: [{ id: '@acme/boom', installed: true, files }] });
  await kernel.wake('@acme/boom').catch(() => undefined);
  expect(kernel.statuses()[0]?.problem).toMatchObject({
    code: 'extension/activation-failed',
    message: expect.stringContaining(`boom in activate (${place})`),
  });
});

test('the place is the first line of the stack in the package, and there is none where the error came from elsewhere', () => {
  const thrown = (...lines: readonly string[]) => Object.assign(new Error('x'), { stack: ['Error: x', ...lines].join('\n') });
  const own = '/home/ada/notes/';
  expect([
    placeOf(thrown('    at node:internal/fs:1:2', '    at Object.activate (file:///home/ada/notes/main.js:4:11)'), own),
    placeOf(thrown('    at file:///home/ada/notes/node_modules/a/b.js:1:1', '    at f (/home/ada/notes/src/a b.ts:7:2)'), own),
    placeOf(thrown('    at node:internal/fs:1:2'), own),
    placeOf('no error', own),
  ]).toEqual(['main.js:4:11', 'src/a b.ts:7:2', undefined, undefined]);
});
