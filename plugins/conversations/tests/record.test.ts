import { extension, migrateTo, problemOf, testKernel } from '@atelier/kernel/testing';
import { expect, onTestFinished, test } from 'vitest';
import { Conversations, ConversationsChannel, type ConversationsService } from '../contract/index.ts';
import { migrations } from '../main/migrations/index.ts';
import { openConversations } from '../main/records/conversations.ts';

const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent', '@atelier/conversations'];

/** The app, and the service as one of our plugins has it. */
async function opened() {
  const services: ConversationsService[] = [];
  const ours = extension('@test/ours', ctx => void services.push(ctx.get(Conversations)), {
    activation: 'startup',
    requires: { '@atelier/conversations': '^0.1.0' },
  });
  const kernel = await testKernel({ plugins, extensions: [ours] });
  onTestFinished(() => kernel[Symbol.asyncDispose]());
  const [service] = services;
  if (service === undefined) throw new Error('The plugin has not started.');
  return { client: kernel.client(ConversationsChannel), service };
}

test('a plugin of ours marks a conversation as hidden, of the cloud, begun by another and of a harness candidate; lists and events leave a hidden one out', async () => {
  const { client, service } = await opened();
  const heard: string[] = [];
  client.on('rowsChanged', ({ rows }) => heard.push(...rows.map(({ id }) => id)));
  const plain = await service.create({ title: 'Tides' });
  const hidden = await service.createMarked({ title: 'A look behind' }, { hidden: true, parent: plain, harnessCandidate: 'h1' });
  const remote = await service.createMarked({ title: 'Far away' }, { location: 'cloud' });
  await service.mark(plain, { harnessCandidate: 'h2' });
  const unknown = await problemOf(service.createMarked({}, { parent: 'nobody' }));
  const listed = (await client.call('list', {})).rows.map(({ id, location }) => [id, location]);
  const marks = async (id: string) => {
    const { hidden: isHidden, parentId, harnessCandidate, row } = await service.describe(id);
    return [isHidden, parentId, harnessCandidate, row.location];
  };
  expect({
    marks: [await marks(plain), await marks(hidden), await marks(remote)],
    listed: listed.toSorted(),
    heardHidden: heard.includes(hidden),
    unknown: (unknown as unknown[])[0],
  }).toEqual({
    marks: [
      [undefined, undefined, 'h2', 'local'],
      [true, plain, 'h1', 'local'],
      [undefined, undefined, undefined, 'cloud'],
    ],
    listed: [
      [plain, 'local'],
      [remote, 'cloud'],
    ].toSorted(),
    heardHidden: false,
    unknown: 'conversations/not-found',
  });
});

test('when the person has a conversation before them, the time is kept, also if it was read already', async () => {
  const { client, service } = await opened();
  const id = await service.create({ title: 'Tides' });
  const readAt = async () => (await client.call('conversation', { conversation: id })).lastReadAt;
  const before = await readAt();
  const from = Date.now();
  await client.call('presence', { window: 'w1', focused: true, conversation: id });
  const seen = await readAt();
  await client.call('markRead', { conversation: id, read: false });
  await client.call('markRead', { conversation: id, read: true });
  expect({ before, seen: (seen ?? 0) >= from, later: ((await readAt()) ?? 0) >= (seen ?? 0) }).toEqual({
    before: undefined,
    seen: true,
    later: true,
  });
});

test('a fork of an older version has its original as its parent', () => {
  using old = migrateTo(migrations, 60);
  old.database.exec(`
    INSERT INTO conversations (id, title, title_source, created_at, updated_at, forked_from, forked_at_entry)
    VALUES ('a', 'Tides', 'manual', 1, 1, NULL, NULL), ('b', 'Tides (2)', 'manual', 2, 2, 'a', 'e1')
  `);
  const records = openConversations(old.goOnTo(80));
  expect(['a', 'b'].map(id => [records.get(id).parentId, records.get(id).lastReadAt])).toEqual([
    [undefined, undefined],
    ['a', undefined],
  ]);
});
