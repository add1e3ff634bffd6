import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { TemplateChannel } from '../contract/index.ts';

test('an added note is listed, and an event reports it', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/template'] });
  const client = kernel.client(TemplateChannel);
  const event = new Promise(resolve => client.on('notesChanged', resolve));

  await kernel.run('template.addNote', { text: '  Buy bread. ' });
  const notes = await client.call('listNotes', {});

  expect({ notes: notes.map(note => note.text), event: await event }).toEqual({ notes: ['Buy bread.'], event: { count: 1 } });
});

test('a note without text is refused, and nothing is stored', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/template'] });

  const refusal = await kernel.run('template.addNote', { text: '  ' }).catch((error: unknown) => error);
  const notes = await kernel.client(TemplateChannel).call('listNotes', {});

  expect({ refusal, notes }).toMatchObject({ refusal: { code: 'template/note-empty' }, notes: [] });
});
