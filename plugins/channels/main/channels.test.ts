import { AppError } from '@atelier/kernel';
import { expect, test } from 'vitest';
import { channel, opened, settled } from './channels.fixture.ts';
import { denialOf, denied } from './policy.ts';
import { firstPolicy } from './store/settings.ts';

test('C1: who is unknown is refused: nothing of what they write is kept, and only how often they tried is', async () => {
  using at = opened();
  expect([await at.receive('Buy now'), await at.receive('Buy now'), await at.receive('/pair 123456')]).toEqual(
    Array(3).fill({ taken: 'refused' }),
  );
  await settled();
  const { refused } = await at.call('people', { channel });
  const [shown] = (await at.call('list', {})).channels;
  expect({
    refused: refused.map(({ user, count }) => [user, count]),
    today: shown?.today,
    told: await at.told(),
    said: at.agent.said,
  }).toEqual({
    ...{ refused: [['marta', 3]], today: { received: 0, sent: 0, refused: 3 }, told: [], said: [] },
  });
});

test('a code pairs one writer, once, until it is too old or too many have guessed', async () => {
  using at = opened();
  await settled();
  const { code } = await at.call('pair', { channel });
  const wrong = code === '000000' ? '000001' : '000000';
  expect(await at.receive(`/pair ${wrong}`)).toEqual({ taken: 'refused' });
  expect(await at.receive(`/pair ${code.slice(0, 3)} ${code.slice(3)}`)).toEqual({ taken: 'paired' });
  await settled();
  expect([at.network.map(({ text }) => text), await at.call('pairing', { channel })]).toEqual([['Welcome.'], null]);
  expect(await at.receive(`/pair ${code}`, { channelUser: 'eve' })).toEqual({ taken: 'refused' });
  const late = await at.call('pair', { channel });
  await at.clock.pass(10 * 60_000);
  expect(await at.receive(`pair ${late.code}`, { channelUser: 'eve' })).toEqual({ taken: 'refused' });
  const guessed = await at.call('pair', { channel });
  const miss = guessed.code === '111111' ? '111112' : '111111';
  for (let guess = 0; guess < 20; guess += 1) await at.receive(`/pair ${miss}`, { channelUser: `eve${guess % 4}` });
  expect(await at.receive(`/pair ${guessed.code}`, { channelUser: 'mallory' })).toEqual({ taken: 'refused' });
});

test('a message that pairs is received once: after a crash it is known, and nobody answers its code', async () => {
  using at = opened();
  await settled();
  const { code } = await at.call('pair', { channel });
  const taken = [await at.receive(`pair ${code}`)];
  await settled();
  await at.restart();
  taken.push(await at.receive(`pair ${code}`));
  await settled();
  expect({ taken, network: at.network.map(({ text }) => text), said: at.agent.said }).toEqual({
    ...{ taken: [{ taken: 'paired' }, { taken: 'known' }], network: ['Welcome.'], said: [] },
  });
});

test('messages of a thread are answered in order, in one conversation, and each once however often it is received', async () => {
  using at = opened();
  at.allow('marta');
  const taken = [await at.receive('one'), await at.receive('two'), await at.receive('one')];
  await settled();
  expect({ taken, network: at.network.map(({ text, answers }) => [text, answers]), titles: at.titles, told: await at.told() }).toEqual({
    taken: [{ taken: 'queued' }, { taken: 'queued' }, { taken: 'known' }],
    network: [
      ['Re: one', 'one'],
      ['Re: two', 'two'],
    ],
    titles: ['marta: one'],
    told: ['in one: answered', 'in two: answered', 'out Re: one: sent', 'out Re: two: sent'],
  });
});

test('C2: before each message its conversation is secure, without the network and attended by nobody', async () => {
  using at = opened();
  at.allow('marta');
  await at.receive('one');
  await settled();
  expect(at.agent.configured).toEqual([
    { accessMode: 'secure', network: false, unattended: true, chargedTo: { kind: 'channel', of: channel } },
    { unattended: false },
  ]);
});

test.each(['before', 'read', 'answered'] as const)('C19: a crash %s of its turn leaves each message with one answer', async dies => {
  using at = opened();
  at.allow('marta');
  at.agent.dies = dies;
  await at.receive('one');
  await at.receive('two');
  await settled();
  at.agent.dies = undefined;
  await at.restart();
  expect({ said: at.agent.said, network: at.network.map(({ text }) => text) }).toEqual({
    ...{ said: ['Re: one', 'Re: two'], network: ['Re: one', 'Re: two'] },
  });
});

test('C19: a message whose send was cut off is uncertain, not sent again, and the later ones of its thread wait for the person', async () => {
  using at = opened();
  at.allow('marta');
  at.allow('ivo');
  const usual = at.state.send;
  at.state.send = () => new Promise(() => undefined);
  await at.receive('one');
  await settled();
  at.state.send = usual;
  await at.restart();
  await at.receive('two');
  await at.receive('three', { channelUser: 'ivo', thread: 'ivo' });
  await settled();
  expect({ network: at.network.map(({ text }) => text), notices: at.notices.map(({ code }) => code) }).toEqual({
    ...{ network: ['Re: three'], notices: ['channels/uncertain'] },
  });
  const { messages } = await at.call('messages', { channel, thread: 'marta' });
  const [uncertain] = messages.filter(({ state }) => state === 'uncertain');
  await at.call('settle', { message: uncertain?.id ?? '', how: 'arrived' });
  await settled();
  expect(at.network.map(({ text }) => text)).toEqual(['Re: three', 'Re: two']);
});

test('C19: where the network drops the second one, a message whose send was cut off is sent again with the same key', async () => {
  using at = opened({ repeats: true });
  at.allow('marta');
  const usual = at.state.send;
  const keys: string[] = [];
  at.state.send = ({ key }) => {
    keys.push(key);
    return new Promise(() => undefined);
  };
  await at.receive('one');
  await settled();
  at.state.send = usual;
  await at.restart();
  await at.clock.pass(10_000);
  expect([at.network.map(({ key }) => key), at.notices]).toEqual([keys, []]);
});

test.each([
  { markdown: false, sent: 'Re: The tide is high, see the table (https://example.org): rm a_b_c **' },
  { markdown: true, sent: 'Re: **The tide** is _high_, see [the table](https://example.org): `rm a_b_c **`' },
])(
  'a network gets Markdown where its bridge says that it shows it, and otherwise the text without its marks, code as it is ($markdown)',
  async ({ markdown, sent }) => {
    using at = opened({ markdown });
    at.allow('marta');
    await at.receive('**The tide** is _high_, see [the table](https://example.org): `rm a_b_c **`');
    await settled();
    expect(at.network.map(({ text }) => text)).toEqual([sent]);
  },
);

test('a code is found in a mail as people write one, and a text of many codes is one guess', async () => {
  using at = opened();
  const { code } = await at.call('pair', { channel });
  const others = Array.from({ length: 100 }, (_, index) => `/pair ${String((Number(code) + 1 + index) % 10 ** 6).padStart(6, '0')}`);
  const many = await at.receive([...others, `/pair ${code}`].join('\n'), { channelUser: 'eve', idempotencyKey: '1' });
  const quoted = await at.receive(`my guess is /pair ${code}`, { channelUser: 'eve' });
  const mail = `Hello\n\n/pair\u00a0${code} \n\n-- \n${'Marta, Acme Ltd, 1 Long Street. '.repeat(5)}`;
  const paired = await at.receive(mail, { idempotencyKey: '2' });
  await settled();
  expect([many, quoted, paired]).toEqual([{ taken: 'refused' }, { taken: 'refused' }, { taken: 'paired' }]);
});

test('C1: whoever wants in hides nothing in their name, and has no id with what nobody sees', async () => {
  using at = opened();
  const hidden = await at.receive('Hi', { channelUser: 'eve\u202etxt' }).catch((error: { code: string }) => error.code);
  await at.receive('Hi', { channelUser: 'eve', name: 'Mar\u200bta' });
  const before = await at.call('people', { channel });
  const { code } = await at.call('pair', { channel });
  await at.receive(`/pair ${code}`, { channelUser: 'eve', name: 'Mar\u200bta' });
  await settled();
  const after = await at.call('people', { channel });
  expect({
    hidden,
    refused: before.refused.map(({ name }) => name).filter(name => name.includes('\u200b')),
    paired: after.people.map(({ user, name }) => [user, name.includes('\u200b')]),
  }).toEqual({ hidden: 'channels/bad-message', refused: [], paired: [['eve', false]] });
});

test('what was certainly not sent is tried again, and what its network refuses has failed until the person sends it again', async () => {
  using at = opened();
  at.allow('marta');
  const usual = at.state.send;
  let left = 2;
  at.state.send = async outbound => {
    left -= 1;
    return left < 0 ? await usual(outbound) : { outcome: 'not-sent', problem: 'busy' };
  };
  await at.receive('one');
  await settled();
  expect((await at.told()).at(-1)).toBe('out Re: one: waiting');
  await at.clock.pass(60_000);
  expect((await at.told()).at(-1)).toBe('out Re: one: sent');
  at.state.send = async () => ({ outcome: 'refused', problem: 'no such nick' });
  await at.receive('two');
  await settled();
  const { messages } = await at.call('messages', { channel });
  const failed = messages.find(({ state }) => state === 'failed');
  expect([failed?.problem?.message, at.notices.map(({ code }) => code)]).toEqual(['no such nick', ['channels/not-sent']]);
  at.state.send = usual;
  await at.call('settle', { message: failed?.id ?? '', how: 'again' });
  await settled();
  expect(at.network.map(({ text }) => text)).toEqual(['Re: one', 'Re: two']);
});

test('answers wait while the bridge is not connected, and go in order once it is', async () => {
  using at = opened();
  at.state.connected = false;
  await at.restart();
  at.allow('marta');
  await at.receive('one');
  await at.receive('two');
  await settled();
  expect(at.network).toEqual([]);
  at.channels.bridges.take(channel, { state: 'connected' });
  await settled();
  expect(at.network.map(({ text }) => text)).toEqual(['Re: one', 'Re: two']);
});

test('a turn that fails is begun again, three times at most, and then the person is told', async () => {
  using at = opened();
  at.allow('marta');
  at.agent.fails = 1;
  await at.receive('one');
  await settled();
  await at.clock.pass(10 * 60_000);
  expect(at.network.map(({ text }) => text)).toEqual(['Re: one']);
  at.agent.fails = 3;
  await at.receive('two');
  await settled();
  await at.clock.pass(20 * 60_000);
  expect([(await at.told()).filter(line => line.includes('two')), at.notices.map(({ code }) => code)]).toEqual([
    ['in two: failed'],
    ['channels/not-answered'],
  ]);
});

test('C3: a thread begins only so many turns in a minute; the rest waits and none is lost', async () => {
  using at = opened();
  at.allow('marta');
  await at.call('setPolicy', { channel, policy: { ...firstPolicy, perMinute: 2 } });
  for (const text of ['one', 'two', 'three']) await at.receive(text);
  await settled();
  expect(at.agent.said.length).toBe(2);
  await at.clock.pass(61_000);
  expect(at.agent.said).toEqual(['Re: one', 'Re: two', 'Re: three']);
});

test('C3: a thread in which two programs answer each other stops, until the person lets a message be answered', async () => {
  using at = opened();
  at.allow('marta');
  await at.call('setPolicy', { channel, policy: { ...firstPolicy, perMinute: 2 } });
  let count = 0;
  const usual = at.state.send;
  at.state.send = async outbound => {
    count += 1;
    await at.receive(`echo ${count}`);
    return await usual(outbound);
  };
  await at.receive('echo 0');
  await settled();
  await at.clock.pass(40 * 60_000);
  expect([at.agent.said.length, at.notices.map(({ code }) => code)]).toEqual([60, ['channels/loop']]);
  const { messages } = await at.call('messages', { channel });
  await at.call('settle', { message: messages.find(({ state }) => state === 'failed')?.id ?? '', how: 'again' });
  await settled();
  expect(at.agent.said.length).toBe(61);
});

test('a paused channel keeps what arrives; one that is off takes nothing; who is removed is not answered', async () => {
  using at = opened();
  at.allow('marta');
  await at.call('pauseAll', {});
  await at.receive('one');
  await settled();
  expect(at.agent.said).toEqual([]);
  await at.call('disallow', { channel, user: 'marta' });
  await at.call('resumeAll', {});
  await settled();
  expect([at.agent.said, await at.told()]).toEqual([[], ['in one: dropped']]);
  await at.call('setOn', { channel, on: false });
  await expect(at.receive('two')).rejects.toMatchObject({ code: 'channels/off' });
});

test('C3: a bridge speaks only for itself, and what it cannot mean is refused with a reason', async () => {
  using at = opened();
  at.allow('marta');
  const of = (by: string, more: object) =>
    at.channels.receive(by, 'irc', { channelUser: 'marta', thread: 'marta', text: 'x', idempotencyKey: 'k', ...more }).then(
      ({ taken }) => taken,
      error => error.code,
    );
  expect([
    await of('@acme/other', {}),
    await of('@acme/irc', { thread: '' }),
    await of('@acme/irc', { channelUser: 'a\nb' }),
    await of('@acme/irc', { text: 5 }),
    await of('@acme/irc', { idempotencyKey: 'k'.repeat(400) }),
    await of('@acme/irc', { attachments: {} }),
  ]).toEqual(['channels/not-yours', ...Array(5).fill('channels/bad-message')]);
  await at.receive('big', { attachments: [{ name: 'a.bin', mimeType: 'x/y', data: 'A'.repeat(6_000_000) }], text: 'y'.repeat(60_000) });
  await settled();
  const [[entry] = []] = [...at.agent.files.values()];
  const text = entry?.parts?.[0]?.text ?? '';
  expect([text.includes('[cut: 10000 more characters]'), text.includes('a.bin'), text.length < 51_000]).toEqual([true, true, true]);
});

test('C2: what a message may set off is decided by the person alone, and a tool that nobody knows counts as a tool of others', () => {
  const names = ['read', 'write', 'edit', 'bash', 'memory_upsert', 'automation_schedule', 'constructor'];
  expect(names.filter(name => denied({ name }, firstPolicy, 'IRC') === undefined)).toEqual(['read']);
});

test('C2: what a channel may not do no specialist of its conversation may, however many others have begun it', () => {
  const policy = { ...firstPolicy, others: true };
  const ownerOf = (conversation: string) => (conversation === 'of the channel' ? { title: 'IRC', policy } : undefined);
  const calls = ['delegate', 'write', 'bash'].flatMap(name => [
    { conversation: 'of the channel', name },
    { conversation: 'of a coder', root: 'of the channel', name },
  ]);
  expect(calls.map(call => denialOf(call, ownerOf) === undefined)).toEqual([true, true, false, false, false, false]);
});

test('a message whose conversation cannot be read now is tried again, and one whose conversation is gone is answered in another', async () => {
  using at = opened();
  at.allow('marta');
  await at.receive('one');
  await settled();
  at.state.lacks = new Error('not now');
  await at.receive('two');
  await settled();
  expect((await at.told()).filter(line => line.startsWith('in two'))).toEqual(['in two: waiting']);
  at.state.lacks = new AppError('conversations/not-found', { en: 'Gone.', fr: 'Disparue.' });
  await at.clock.pass(61_000);
  expect([at.titles, at.network.map(({ text }) => text)]).toEqual([
    ['marta: one', 'marta: two'],
    ['Re: one', 'Re: two'],
  ]);
});

test('a message that cannot be given to the agent is tried three times, and then the person is told', async () => {
  using at = opened();
  at.allow('marta');
  await at.receive('one');
  await settled();
  at.state.lacks = new Error('the disk is full');
  await at.receive('two');
  await settled();
  await at.clock.pass(20 * 60_000);
  const [failed] = (await at.call('messages', { channel })).messages.filter(({ state }) => state === 'failed');
  expect([failed?.text, failed?.tries, failed?.problem?.message, at.notices.map(({ code }) => code)]).toEqual([
    ...['two', 3, 'the disk is full', ['channels/not-answered']],
  ]);
});

test('when its conversation is deleted, what was written in it goes too, and nothing of it is answered again', async () => {
  using at = opened();
  at.allow('marta');
  await at.receive('one');
  await settled();
  at.channels.forgetConversation('c1');
  expect([await at.receive('one'), await at.told()]).toEqual([{ taken: 'known' }, ['in : answered', 'out : sent']]);
  await at.receive('two');
  await settled();
  expect(at.titles).toEqual(['marta: one', 'marta: two']);
});
