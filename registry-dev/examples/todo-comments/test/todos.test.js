import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineChannel, projectFolders } from '@atelier/kernel';
import { extension, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { todosIn } from '../todos.js';

const folder = new URL('..', import.meta.url).pathname;
const rights = ['**/*.js', '**/*.ts'].map(glob => ({ glob, mode: 'read', in: 'project' }));

/** A project on disk, and the extension that keeps it, as Conversations does. */
function project(files) {
  const place = mkdtempSync(join(tmpdir(), 'todo-'));
  onTestFinished(() => rmSync(place, { recursive: true }));
  mkdirSync(join(place, 'src'));
  for (const [path, text] of Object.entries(files)) writeFileSync(join(place, path), text);
  const keeper = extension('@test/keeper', ctx => void ctx.tap(projectFolders, async () => [{ id: 'p1', name: 'One', folder: place }]), {
    taps: [projectFolders.key],
  });
  return { place, keeper };
}

test('comments are found with their lines, and what only mentions them is not', () => {
  const text = '// TODO: water\nconst todo = "TODO";\n/* TODO weed */\n * TODO\n// todos';
  expect(todosIn(text)).toEqual([
    { line: 1, text: 'water' },
    { line: 3, text: 'weed' },
    { line: 4, text: '' },
  ]);
});

test('those of a project are listed once the person allowed it', async () => {
  const { keeper } = project({ 'a.js': '// TODO: sow\n', 'src/b.ts': '\n// TODO reap', 'notes.md': '// TODO: not code' });
  await using kernel = await testKernel({ folders: [folder], extensions: [keeper] });
  const find = () => kernel.client(defineChannel('todo-comments')).call('find', { project: 'p1' });
  await expect(find()).rejects.toMatchObject({ code: 'extension/right-not-granted' });
  await kernel
    .client(defineChannel('kernel'))
    .call('grantRights', { id: kernel.statuses().find(each => !each.bundled).id, rights: { files: rights } });
  expect(await find()).toEqual([
    { path: 'a.js', line: 1, text: 'sow' },
    { path: 'src/b.ts', line: 2, text: 'reap' },
  ]);
});
