import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AgentChannel, type AgentEvent } from '@atelier/agent/contract';
import { type TestKernel, testKernel } from '@atelier/kernel/testing';
import { ProvidersChannel } from '@atelier/providers/contract';
import { expect, test, vi } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { openModelServer } from '../../../tests/e2e/model-server.ts';
import { writeLocalModel } from '../../../tests/support/local-model.ts';

vi.setConfig({ testTimeout: 240_000 });

const names = ['models.json', 'settings.json', 'auth.json'] as const;
const plugins = ['@atelier/workbench', '@atelier/providers', '@atelier/agent'];
const conversation = 'c1';
const harms: Readonly<Record<string, (whole: Buffer) => string | Uint8Array>> = {
  empty: () => '',
  cut: whole => whole.subarray(0, Math.max(1, whole.length - 4)),
  garbled: whole => Buffer.from(whole.map(byte => byte ^ 0xa5)),
  'edited by hand with a mistake': whole => whole.toString().replace('{', '{\n  "mine": 1 2,'),
};

test.each(Object.keys(harms))(
  'D18: when the files of the agent are %s, at a start or while the app runs, their last good content is back, the person is told, and the next message is answered',
  async harm => {
    using folder = tempFolder();
    await using server = await openModelServer();
    writeLocalModel(folder.path, server.url);
    const fileOf = (name: string) => join(folder.path, 'user-data', '.agent', 'agent', name);
    const damage = () => {
      const good = names.map(name => readFileSync(fileOf(name)));
      for (const [at, name] of names.entries()) writeFileSync(fileOf(name), harms[harm]!(good[at]!));
      return good.map(String);
    };
    const contents = () => names.map(name => readFileSync(fileOf(name), 'utf8'));
    const first = await testKernel({ plugins, profile: folder.path });
    const answered = [await answer(first, server)];
    await first.client(ProvidersChannel).call('star', { model: 'local/m1', starred: true });
    await first.close();
    const good = damage();

    await using kernel = await testKernel({ plugins, profile: folder.path });
    answered.push(await answer(kernel, server));
    const back = contents();
    const told = () =>
      kernel.notices().filter(({ code }) => code === 'providers/file-restored' || code === 'providers/empty-file-restored');
    await expect.poll(() => told().length).toBe(3);
    const goodNow = damage();
    await expect.poll(contents).toEqual(goodNow);
    answered.push(await answer(kernel, server));
    const aside = names.map(name => readdirSync(join(fileOf(name), '..')).filter(one => one.startsWith(`${name}.kept-`)));
    const mentioned = aside.flat().filter(name => told().some(({ message }) => message.includes(name)));
    expect({
      answered,
      back: back.map(text => JSON.parse(text)),
      kept: aside.map(all => all.length > 0),
      mentioned: mentioned.length === aside.flat().length,
      mine: aside.flat().some(name => readFileSync(fileOf(name), 'utf8').includes('"mine"')),
      modes: readdirSync(join(fileOf('auth.json'), '..'))
        .filter(name => names.some(one => name.startsWith(one)) && !name.endsWith('.lock'))
        .filter(name => (statSync(fileOf(name)).mode & 0o777) !== 0o600),
    }).toEqual({
      answered: ['done', 'done', 'done'],
      back: good.map(text => JSON.parse(text)),
      kept: names.map(() => harm !== 'empty'),
      mentioned: true,
      mine: harm === 'edited by hand with a mistake',
      modes: [],
    });
  },
);

const others: Readonly<Record<string, (file: string) => unknown>> = {
  'named pipes': file => execFileSync('mkfifo', [file]),
  folders: file => mkdirSync(file),
  'links to a device without an end': file => symlinkSync('/dev/zero', file),
};

test.each(Object.keys(others))(
  'D34: when the files of the agent are %s, at a start or while the app runs, nothing waits: their last good content is back, and the person is told where the other thing is',
  async what => {
    using folder = tempFolder();
    await using server = await openModelServer();
    writeLocalModel(folder.path, server.url);
    const fileOf = (name: string) => join(folder.path, 'user-data', '.agent', 'agent', name);
    const contents = () => names.map(name => lstatSync(fileOf(name)).isFile() && JSON.parse(readFileSync(fileOf(name), 'utf8')));
    const replace = () => {
      for (const name of names) {
        rmSync(fileOf(name));
        others[what]!(fileOf(name));
      }
    };
    const first = await testKernel({ plugins, profile: folder.path });
    const answered = [await answer(first, server)];
    await first.client(ProvidersChannel).call('star', { model: 'local/m1', starred: true });
    await first.close();
    const good = contents();
    replace();

    await using kernel = await testKernel({ plugins, profile: folder.path });
    answered.push(await answer(kernel, server));
    const back = contents();
    const told = () => kernel.notices().filter(({ code }) => code === 'providers/file-restored');
    await expect.poll(() => told().length).toBe(3);
    replace();
    await expect.poll(() => contents().every(Boolean)).toBe(true);
    answered.push(await answer(kernel, server));
    const aside = readdirSync(join(fileOf('auth.json'), '..')).filter(name => name.includes('.kept-'));
    expect({
      answered,
      back,
      after: contents(),
      aside: aside.length,
      untold: aside.filter(name => !told().some(({ message }) => message.includes(name))),
    }).toEqual({ answered: ['done', 'done', 'done'], back: good, after: good, aside: 6, untold: [] });
  },
);

/** How a turn ends, or the code of what went wrong. */
async function answer(kernel: TestKernel, server: Awaited<ReturnType<typeof openModelServer>>): Promise<string> {
  const agent = kernel.client(AgentChannel);
  const ended = Promise.withResolvers<string>();
  agent.on('event', ({ kind, problem, ended: how }: AgentEvent) => {
    if (kind === 'failed' || kind === 'turnEnded') ended.resolve(problem?.code ?? String(how));
  });
  server.script({ text: 'Yes.' });
  try {
    await agent.call('setModel', { conversation, model: 'local/m1' });
    await agent.call('prompt', { conversation, text: 'Go on.' });
    return await ended.promise;
  } catch (error) {
    return (error as { code: string }).code;
  }
}
