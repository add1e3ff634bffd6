import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel } from '@atelier/agent/contract';
import { isAppError } from '@atelier/kernel';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { ConversationsChannel } from '../../contract/index.ts';

const withDemo = ['@atelier/conversations', '@atelier/demo'];
const codeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    error => (isAppError(error) ? error.code : String(error)),
  );
const clientOf = (kernel: TestKernel) => kernel.client(ConversationsChannel);

test('a draft is kept with its settings over a restart, and an empty draft is deleted', async () => {
  const first = await testKernel({ plugins: ['@atelier/conversations'] });
  const events: unknown[] = [];
  clientOf(first).on('draftChanged', event => events.push(event));
  await clientOf(first).call('saveDraft', { of: 'global', text: 'Half a thought', by: 'window-1' });
  await clientOf(first).call('saveDraft', { of: 'global', thinkingLevel: 'high', accessMode: 'open' });
  await first.close();
  await using again = await testKernel({ plugins: ['@atelier/conversations'], profile: first.profile });
  const kept = await clientOf(again).call('readDraft', { of: 'global' });
  await clientOf(again).call('saveDraft', { of: 'global', text: '' });
  expect({ events, kept, other: await clientOf(again).call('readDraft', { of: 'project:p' }) }).toEqual({
    events: [{ of: 'global', by: 'window-1' }, { of: 'global' }],
    kept: { of: 'global', text: 'Half a thought', attachments: [], sends: 0, thinkingLevel: 'high', accessMode: 'open' },
    other: { of: 'project:p', text: '', attachments: [], sends: 0 },
  });
});

test('D25: a text is merged with what was saved since its base, over a restart too, and a save that comes again doubles nothing', async () => {
  const first = await testKernel({ plugins: ['@atelier/conversations'] });
  const save = (kernel: TestKernel, by: string, edit: number, text: string, base: string) =>
    clientOf(kernel).call('saveDraft', { of: 'global', by, edit, text, base });
  const answers = [await save(first, 'a', 1, 'the tide', ''), await save(first, 'b', 1, 'the port', '')];
  await first.close();
  await using again = await testKernel({ plugins: ['@atelier/conversations'], profile: first.profile });
  answers.push(await save(again, 'b', 1, 'the port', ''), await save(again, 'a', 2, 'the tide turns', 'the tide'));
  const { text } = await clientOf(again).call('readDraft', { of: 'global' });
  expect({ answers, text }).toEqual({
    answers: [{}, { merged: 'the tide\nthe port' }, { merged: 'the tide\nthe port' }, { merged: 'the tide turns\nthe port' }],
    text: 'the tide turns\nthe port',
  });
});

test('D25: a draft whose saved text is of an earlier time, or of another profile, loses nothing that its page has', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/conversations'] });
  const save = (of: string, edit: number, text: string, base: string, known: number) =>
    clientOf(kernel).call('saveDraft', { of, by: 'a', edit, text, base, known });
  // The page's earlier saves went to what an import replaced.
  await save('global', 3, 'before the import and after', 'before the import', 2);
  await save('project:p', 1, 'one', '', 0);
  await save('project:p', 5, 'one two three', 'one two', 4);
  await clientOf(kernel).call('saveDraft', { of: 'project:q', text: 'theirs' });
  await save('project:q', 3, 'ours and more', 'ours', 2);
  const texts = ['global', 'project:p', 'project:q'].map(async of => (await clientOf(kernel).call('readDraft', { of })).text);
  expect(await Promise.all(texts)).toEqual(['before the import and after', 'one two three', 'theirs\nours and more']);
});

test('D25: a page whose save arrived unheard, many saves ago, doubles nothing, also after a restart', async () => {
  const first = await testKernel({ plugins: ['@atelier/conversations'] });
  const save = (kernel: TestKernel, of: string, edit: number, text: string) =>
    clientOf(kernel).call('saveDraft', { of, by: 'a', edit, text, base: '', known: 0, tried: [{ edit: edit - 1, text }] });
  await save(first, 'global', 2, 'my words');
  await save(first, 'project:p', 2, 'my words');
  await save(first, 'global', 20, 'other words');
  const { text } = await clientOf(first).call('readDraft', { of: 'global' });
  await first.close();
  await using again = await testKernel({ plugins: ['@atelier/conversations'], profile: first.profile });
  await save(again, 'project:p', 20, 'my words and more');
  const { text: restarted } = await clientOf(again).call('readDraft', { of: 'project:p' });
  expect({ text, restarted }).toEqual({ text: 'other words', restarted: 'my words and more' });
});

test('D25: what another window wrote stays in the draft when this one is sent', async () => {
  await using kernel = await testKernel({ plugins: withDemo });
  const client = clientOf(kernel);
  await client.call('saveDraft', { of: 'global', text: 'thanks', by: 'a', base: '', edit: 1, accessMode: 'secure' });
  await client.call('saveDraft', { of: 'global', text: 'thanks\nand one more', by: 'b', base: 'thanks', edit: 1 });
  await client.call('send', { text: 'thanks', draft: 'global', sends: 0, model: 'demo/demo' });
  const { text, accessMode } = await client.call('readDraft', { of: 'global' });
  expect({ text, accessMode }).toEqual({ text: 'and one more', accessMode: undefined });
});

test('D25: the words of a message that is being edited are kept over a restart, until it is sent or its conversation is deleted', async () => {
  const first = await testKernel({ plugins: withDemo });
  const begun: string[] = [];
  for (const text of ['say one', 'say two']) {
    const { conversation } = await clientOf(first).call('send', { text, model: 'demo/demo' });
    await expect.poll(async () => (await first.client(AgentChannel).call('state', { conversation })).status).toBe('idle');
    const { entries } = await clientOf(first).call('page', { conversation });
    const [entry = ''] = (entries as unknown as readonly { id: string; kind: string }[]).flatMap(({ id, kind }) =>
      kind === 'user' ? [id] : [],
    );
    await clientOf(first).call('saveDraft', { of: `edit:${conversation}:${entry}`, text: `${text} and more` });
    begun.push(conversation, entry);
  }
  const [sent = '', entry = '', deleted = '', other = ''] = begun;
  await first.close();
  await using again = await testKernel({ plugins: withDemo, profile: first.profile });
  const about = async (conversation: string) => (await clientOf(again).call('conversation', { conversation })).editing;
  const words = async (of: string) => (await clientOf(again).call('readDraft', { of })).text;
  const kept = [await about(sent), await about(deleted), await words(`edit:${sent}:${entry}`)];
  await clientOf(again).call('resend', { conversation: sent, entry, text: 'say one and more' });
  await clientOf(again).call('remove', { conversations: [deleted] });
  expect({ kept, sent: [await about(sent), await words(`edit:${sent}:${entry}`)] }).toEqual({
    kept: [entry, other, 'say one and more'],
    sent: [undefined, ''],
  });
  await expect.poll(() => words(`edit:${deleted}:${other}`), { timeout: 30_000 }).toBe('');
});

test('a new conversation begins with the model that was chosen last, in any draft', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/conversations'] });
  await clientOf(kernel).call('saveDraft', { of: 'project:p', model: 'acme/large' });
  const { model } = await clientOf(kernel).call('readDraft', { of: 'global' });
  expect(model).toBe('acme/large');
});

test('two windows that send one draft at once send it once, and a draft that failed can be sent again', async () => {
  await using kernel = await testKernel({ plugins: withDemo });
  const client = clientOf(kernel);
  await client.call('saveDraft', { of: 'global', text: 'thanks', model: 'demo/demo' });
  const failed = await codeOf(client.call('send', { text: ' ', draft: 'global', sends: 0 }));
  const send = () => codeOf(client.call('send', { text: 'thanks', draft: 'global', sends: 0, model: 'demo/demo' }));
  const codes = await Promise.all([send(), send()]);
  const { rows } = await client.call('list', {});
  const { text, sends } = await client.call('readDraft', { of: 'global' });
  expect({ failed, codes: codes.toSorted(), conversations: rows.length, text, sends }).toEqual({
    failed: 'conversations/nothing-to-send',
    codes: ['conversations/already-sent', 'taken'],
    conversations: 1,
    text: '',
    sends: 1,
  });
});

test('D15: the files of a conversation that is deleted for good are deleted with it', async () => {
  const first = await testKernel({ plugins: withDemo });
  const client = clientOf(first);
  const { upload } = await client.call('beginAttachment', { of: 'global', name: 'a.txt', size: 2 });
  await client.call('attachPiece', { upload, data: Buffer.from('hi').toString('base64') });
  const { id } = await client.call('endAttachment', { upload });
  const { conversation } = await client.call('send', { text: 'thanks', attachments: [id], draft: 'global', model: 'demo/demo' });
  const kept = await client.call('attachment', { attachment: id });
  const { attachments } = await client.call('readDraft', { of: 'global' });
  await client.call('remove', { conversations: [conversation] });
  await first.close();
  await using again = await testKernel({ plugins: withDemo, profile: first.profile });
  await expect.poll(() => codeOf(clientOf(again).call('attachment', { attachment: id }))).toBe('conversations/attachment-gone');
  expect({ kept: atob(kept.data), attachments }).toEqual({ kept: 'hi', attachments: [] });
});

test('T3: a conversation with an attached file holds text from outside, one without holds none', async () => {
  await using kernel = await testKernel({ plugins: withDemo });
  const client = clientOf(kernel);
  const { upload } = await client.call('beginAttachment', { of: 'global', name: 'a.txt', size: 2 });
  await client.call('attachPiece', { upload, data: Buffer.from('hi').toString('base64') });
  const { id } = await client.call('endAttachment', { upload });
  const sent = [
    await client.call('send', { text: 'thanks', attachments: [id], draft: 'global', model: 'demo/demo' }),
    await client.call('send', { text: 'thanks', model: 'demo/demo' }),
  ];
  const states = await Promise.all(sent.map(({ conversation }) => kernel.client(AgentChannel).call('state', { conversation })));
  expect(states.map(({ outside }) => outside)).toEqual([true, false]);
});

test('mentionable files are those of the project, and a deleted folder is an error', async () => {
  await using kernel = await testKernel({ plugins: ['@atelier/conversations'] });
  const client = clientOf(kernel);
  const folder = join(kernel.profile, 'port');
  mkdirSync(folder);
  writeFileSync(join(folder, 'tide.ts'), '');
  const project = await client.call('addProject', { folder });
  const found = await client.call('mentionable', { project: project!.id, text: 'ti' });
  const nowhere = await client.call('mentionable', { text: 'ti' });
  rmSync(folder, { recursive: true });
  const gone = await codeOf(client.call('mentionable', { project: project!.id, text: 'ti' }));
  expect({ found, nowhere, gone }).toEqual({
    found: { files: [{ path: 'tide.ts', folder: false }], more: false },
    nowhere: { files: [], more: false },
    gone: 'conversations/folder-gone',
  });
});
