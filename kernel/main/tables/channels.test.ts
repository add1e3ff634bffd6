import { defineChannel } from '@atelier/kernel';
import { problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';

interface NotesShape {
  calls: { add: { params: { text: string }; result: { count: number } }; fail: { params: Record<never, never>; result: null } };
  events: { added: { text: string } };
}
const Notes = defineChannel<NotesShape>('notes');
const notesFile = JSON.stringify({
  channel: 'notes',
  calls: {
    add: {
      params: { type: 'object', required: ['text'], additionalProperties: false, properties: { text: { type: 'string' } } },
      result: { type: 'object' },
    },
    fail: { params: { type: 'object' }, result: { type: 'null' } },
  },
  events: { added: { payload: { type: 'object' } } },
});

test('a channel wakes its owner, checks what comes in, and answers errors with codes', async () => {
  const heard: unknown[] = [];
  await using kernel = await testKernel({
    extensions: [
      {
        id: '@test/notes',
        installed: true,
        atelier: { channels: { notes: './notes.channel.json' } },
        files: {
          'notes.channel.json': notesFile,
          'main.js': `export default { activate(ctx) {
            let count = 0;
            const notes = ctx.serve({ id: 'notes' }, {
              add: async ({ text }) => { count += 1; notes.emit('added', { text }); return { count }; },
              fail: async () => { throw new Error('disk on fire'); },
            });
          } };`,
        },
      },
    ],
  });
  const notes = kernel.client(Notes);
  const handle = notes.on('added', event => heard.push(event));
  const outcomes = [
    await notes.call('add', { text: 'milk' }),
    await problemOf(notes.call('add', { text: 7 } as never)),
    await problemOf(notes.call('fail', {})),
    await problemOf(notes.call('nothing' as never, {} as never)),
    await problemOf(kernel.client(defineChannel<NotesShape>('nowhere')).call('add', { text: '' })),
  ];
  await handle.dispose();
  expect({ outcomes: outcomes.map(one => (Array.isArray(one) ? one[0] : one)), heard }).toEqual({
    outcomes: [{ count: 1 }, 'channel/invalid-params', 'channel/failed', 'channel/unknown-member', 'channel/unknown'],
    heard: [{ text: 'milk' }],
  });
});
