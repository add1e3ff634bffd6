import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { NotesChannel } from '../src/contract.ts';

const folder = new URL('..', import.meta.url).pathname;

test('a note is stored, published as an event, and gone once it is removed', async () => {
  await using kernel = await testKernel({ folders: [folder] });
  const notes = kernel.client(NotesChannel);
  const first = await notes.call('add', { text: 'buy milk' });
  await notes.call('add', { text: 'call Ada' });
  await notes.call('remove', { id: first.id });
  const left = await notes.call('list', {});
  expect(left.map(note => note.text)).toEqual(['call Ada']);
});

test('an empty note is refused', async () => {
  await using kernel = await testKernel({ folders: [folder] });
  await expect(kernel.client(NotesChannel).call('add', { text: '' })).rejects.toMatchObject({ code: 'channel/invalid-params' });
});
