import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConversationsChannel } from '@atelier/conversations/contract';
import { defineChannel, KernelChannel } from '@atelier/kernel';
import { testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';

interface Shape {
  calls: { find: { params: { project: string }; result: readonly { path: string; line: number; text: string }[] } };
  events: { changed: { project: string } };
}
const TodoComments = defineChannel<Shape>('todo-comments');

test('the example lists the comments of a project that the person added, hears of changes, and is refused what it did not ask for', async () => {
  const place = mkdtempSync(join(tmpdir(), 'atelier-todo-'));
  onTestFinished(() => rmSync(place, { recursive: true, force: true }));
  mkdirSync(join(place, 'src'));
  writeFileSync(join(place, 'src', 'a.ts'), 'const a = 1;\n// TODO: name it\n');
  writeFileSync(join(place, 'secret.txt'), '// TODO: not code');
  await using kernel = await testKernel({
    plugins: ['@atelier/conversations'],
    folders: [join('registry-dev', 'examples', 'todo-comments')],
  });
  const { id } = (await kernel.client(ConversationsChannel).call('addProject', { folder: place }))!;
  const [example] = kernel.statuses().filter(({ bundled }) => !bundled);
  const rights = (await kernel.client(KernelChannel).call('listExtensions', {})).find(each => each.id === example?.id)?.asks ?? {};
  await kernel.client(KernelChannel).call('grantRights', { id: '@acme/todo-comments', rights });
  const client = kernel.client(TodoComments);
  const changed: string[] = [];
  client.on('changed', ({ project }) => changed.push(project));
  const first = await client.call('find', { project: id });
  await expect
    .poll(() => {
      writeFileSync(join(place, 'src', 'b.ts'), '// TODO test it\n');
      return changed;
    })
    .toContain(id);
  expect({ first, later: await client.call('find', { project: id }) }).toEqual({
    first: [{ path: 'src/a.ts', line: 2, text: 'name it' }],
    later: [
      { path: 'src/a.ts', line: 2, text: 'name it' },
      { path: 'src/b.ts', line: 1, text: 'test it' },
    ],
  });
});
