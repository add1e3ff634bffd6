import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { UpdatesChannel } from '../contract/index.ts';

test('a note that is added is listed, and who listens is told', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/updates'] });
  const client = kernel.client(UpdatesChannel);
  const told = new Promise(resolve => client.on('notesChanged', resolve));

  await kernel.run('updates.addNote', { text: '  Buy bread. ' });
  const notes = await client.call('listNotes', {});

  expect({ notes: notes.map(note => note.text), told: await told }).toEqual({ notes: ['Buy bread.'], told: { count: 1 } });
});

test('a note without text is refused, and nothing is stored', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/updates'] });

  const refusal = await kernel.run('updates.addNote', { text: '  ' }).catch((error: unknown) => error);
  const notes = await kernel.client(UpdatesChannel).call('listNotes', {});

  expect({ refusal, notes }).toMatchObject({ refusal: { code: 'updates/note-empty' }, notes: [] });
});
