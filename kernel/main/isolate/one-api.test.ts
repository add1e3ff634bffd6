import { readdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { defineChannel, isAppError } from '@atelier/kernel';
import { type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test, vi } from 'vitest';
import { baseSource, subjectSource, userSource } from './one-api.fixture.ts';

// A machine under load starts a process in seconds; these tests assert no times.
vi.setConfig({ testTimeout: 60_000 });

const channelFile = {
  channel: 'subject',
  calls: {
    echo: { access: 'everybody', params: { type: 'object' }, result: {} },
    plain: { access: 'everybody', params: { type: 'object' }, result: {} },
    coded: { access: 'everybody', params: { type: 'object' }, result: {} },
    wait: { access: 'everybody', params: { type: 'object' }, result: {} },
    missing: { access: 'everybody', params: { type: 'object' }, result: {} },
  },
  events: { said: { payload: { type: 'object', required: ['text'] } } },
};
interface Subject {
  calls: Record<'echo' | 'plain' | 'coded' | 'wait' | 'missing', { params: object; result: unknown }>;
  events: { said: { text: string } };
}
const Subject = defineChannel<Subject>('subject');

const whereSource = `
import { readdirSync } from 'node:fs';
import { defineExtension } from '@atelier/kernel';
export default defineExtension({
  activate(ctx) {
    ctx.handle('where.run', async () => ({ pid: process.pid, reads: readdirSync('/').length > 0 }));
  },
});
`;

const commandNames = [
  'identity',
  'echo',
  'plain',
  'coded',
  'services',
  'points',
  'refusals',
  'hooks',
  'database',
  'brokered',
  'log',
  'emitWrong',
];

function extensions(installed: boolean, port: number): readonly TestExtension[] {
  const commandOf = (word: string, name: string) => ({ id: `${word}.${name}`, title: name });
  return [
    { id: '@test/base', installed, files: { 'main.js': baseSource } },
    { id: '@test/other', installed, files: { 'main.js': baseSource.replaceAll('@test/base:Base', '@test/other:Echo') } },
    {
      id: '@test/subject',
      installed,
      atelier: {
        requires: { '@test/base': '^1.0.0' },
        optional: { '@test/absent': '^1.0.0' },
        channels: { subject: './subject.channel.json' },
        points: { 'entries@1': './entry.schema.json' },
        access: { 'entries@1': 'everybody', 'guard@1': 'everybody', 'shape@1': 'everybody', 'news@1': 'everybody' },
        contributes: { commands: commandNames.map(name => commandOf('subject', name)), '@test/subject:entries@1': [{ n: 1 }] },
        rights: {
          net: [`127.0.0.1:${port}`],
          files: [{ glob: '*.txt', mode: 'write', in: 'data' }],
          secrets: ['token', 'unset'],
          notify: true,
        },
      },
      files: {
        'main.js': subjectSource,
        'subject.channel.json': JSON.stringify(channelFile),
        // Bundled plugins have generated validators.
        'subject.channel.validate.js': `
          const any = () => true;
          const errors = [{ instancePath: '', schemaPath: '#/required', keyword: 'required', params: { missingProperty: 'text' } }];
          const said = Object.assign(value => typeof value.text === 'string', { errors });
          export const validators = {
            calls: Object.fromEntries(${JSON.stringify(Object.keys(channelFile.calls))}.map(name => [name, { params: any, result: any }])),
            events: { said },
          };`,
        'entry.schema.validate.js': 'export const validate = value => typeof value.n === "number";',
        'entry.schema.json': JSON.stringify({ type: 'object', required: ['n'], properties: { n: { type: 'number' } } }),
      },
    },
    {
      id: '@test/user',
      installed,
      atelier: {
        requires: { '@test/subject': '^1.0.0' },
        taps: ['@test/subject:guard@1', '@test/subject:shape@1', '@test/subject:news@1'],
        contributes: { commands: [commandOf('user', 'use')] },
      },
      files: { 'main.js': userSource },
    },
  ];
}

/** The lines of the log, read from its files. */
function loggedIn(profile: string): readonly { source: string; level: string; text: string; fields?: unknown }[] {
  const folder = join(profile, 'user-data/logs');
  return readdirSync(folder).flatMap(name =>
    readFileSync(join(folder, name), 'utf8')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line)),
  );
}

/** Uses every verb once, and returns the outcomes. */
async function behaviour(mode: 'bundled' | 'installed' | 'isolateAll' | 'unrestricted', port: number): Promise<Record<string, unknown>> {
  const unrestricted = mode === 'unrestricted' ? ['@test/subject', '@test/user'] : [];
  const made = extensions(mode === 'installed', port);
  await using kernel = await testKernel({ extensions: made, isolateAll: mode === 'isolateAll', unrestricted });
  const lines: unknown[] = [];
  for (const { id, asks } of kernel.statuses()) await kernel.grant(id, asks);
  await kernel.secrets.write('@test/subject', 'token', 'open sesame');
  const channel = kernel.client(Subject);
  const heard: unknown[] = [];
  channel.on('said', event => heard.push(event));
  const outcomes: Record<string, unknown> = {};
  const attempt = async (name: string, work: () => Promise<unknown>): Promise<void> => {
    outcomes[name] = await work().then(
      value => ({ value }),
      (error: Error) =>
        isAppError(error) ? { code: error.code, en: error.in('en'), fr: error.in('fr'), details: error.details } : { not: String(error) },
    );
  };
  await kernel.wake('@test/user');
  await attempt('use', () => kernel.run('user.use'));
  await attempt('nothing given', () => kernel.run('subject.echo'));
  await attempt('deep', () => kernel.run('subject.echo', { deep: [1, 'é', null, { $: 2 }], bytes: new Uint8Array([1]) }));
  for (const name of commandNames.slice(2))
    await attempt(name, () => kernel.run(`subject.${name}`, name === 'brokered' ? port : undefined));
  await attempt('identity', () => kernel.run('subject.identity'));
  await attempt('channel', () => channel.call('echo', { a: 1 }));
  await attempt('channel plain', () => channel.call('plain', {}));
  await attempt('channel coded', () => channel.call('coded', {}));
  await attempt('channel missing', () => channel.call('missing', {}));
  const giveUp = new AbortController();
  const waiting = attempt('channel wait', () => channel.call('wait', {}, giveUp.signal));
  await channel.call('echo', {});
  giveUp.abort();
  await waiting;
  await channel.call('echo', {});
  const effects = [...kernel.effects('@test/subject')].sort();
  const states = kernel.statuses().map(({ id, state }) => [id, state]);
  const { calls, failedCalls, events, fetches, crashes } = kernel.costs().find(one => one.id === '@test/subject')!;
  await kernel.disable('@test/subject');
  const left = kernel.effects('@test/subject');
  for (const { source, level, text, fields } of loggedIn(kernel.profile)) {
    if (source === '@test/subject' || source === '@test/user') lines.push([source, level, text, fields]);
  }
  const { notified } = kernel.host;
  return { outcomes, heard, effects, states, costs: { calls, failedCalls, events, fetches, crashes }, left, lines, notified };
}

test('a bundled plugin that runs without walls has a process of its own, without restrictions', async () => {
  const files = { 'main.js': whereSource };
  const one = { id: '@test/where', files, atelier: { contributes: { commands: [{ id: 'where.run', title: 'Where' }] } } };
  const where = async (unrestricted: readonly string[]): Promise<unknown> => {
    await using kernel = await testKernel({ extensions: [one], unrestricted });
    return await kernel.run('where.run');
  };
  const here = { pid: process.pid, reads: true };
  expect({ inside: await where([]), apart: await where([one.id]) }).toEqual({
    inside: here,
    apart: { pid: expect.not.toSatisfy((pid: number) => pid === process.pid), reads: true },
  });
});

test("there is one API: what an extension does has the same outcome in the kernel's process and in its own", async () => {
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json');
    response.setHeader('date', 'always the same');
    response.end(JSON.stringify({ url: request.url, method: request.method, a: request.headers['x-a'] }));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  try {
    const here = await behaviour('bundled', port);
    expect(JSON.stringify(here.lines)).toContain('first undone, 2 numbers');
    expect(await behaviour('installed', port)).toEqual(here);
    expect(await behaviour('isolateAll', port)).toEqual(here);
    expect(await behaviour('unrestricted', port)).toEqual(here);
  } finally {
    server.close();
  }
});
