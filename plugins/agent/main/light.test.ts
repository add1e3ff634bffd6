import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

/** Every file of the main side, imported by plain Node, which tells what was loaded with them. */
async function loadedWith(more: readonly string[]): Promise<readonly string[]> {
  const own = globSync('**/*.ts', { cwd: import.meta.dirname, exclude: ['**/*.test.ts'] }).map(name => join(import.meta.dirname, name));
  expect(own.some(path => path.endsWith('index.ts'))).toBe(true);
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load(url, context, next) { loaded.push(url); return next(url, context); } });
    for (const path of ${JSON.stringify([...own, ...more])}) await import(path);
    // It ends once all of it was read: a pipe holds less.
    process.stdout.write(JSON.stringify(loaded.filter(url => /@earendil-works|\\/unbash\\//.test(url))), () => process.exit(0));
  `;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: import.meta.dirname,
    maxBuffer: 64 * 1024 * 1024,
  });
  return JSON.parse(stdout) as string[];
}

test('nothing of the engine and no shell parser is loaded with the main side, whatever file of it is imported', async () => {
  expect(await loadedWith([])).toEqual([]);
});

test('planted: the engine and the parser are seen where they are loaded', async () => {
  const loaded = await loadedWith(['@earendil-works/pi-coding-agent', 'unbash']);
  expect([loaded.length > 10, loaded.some(url => url.includes('/unbash/'))]).toEqual([true, true]);
});
