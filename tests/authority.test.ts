import { readdirSync, readFileSync } from 'node:fs';
import { ownPlugins, type TestExtension, testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { authorityPage, authorityPath, extended, type Offered, offered } from './support/authority.ts';
import { bareFrames } from './support/bare-frames.ts';

const everything = await offered();
const services = everything.filter(({ kind }) => kind === 'service');
// The page answers its own channel itself; shell/ui/window/window-client.test.ts calls that one.
const channels = everything.filter(({ kind, id }) => kind === 'channel' && id !== 'window');
const events = everything.filter(({ kind, id }) => kind === 'events' && id !== 'window');
const commands = everything.filter(({ kind }) => kind === 'commands');
const plugins = ownPlugins().map(({ id }) => id);

test('the page of who may call what is the one that was reviewed and committed', async () => {
  expect(authorityPage(await offered(), extended()), 'Run `npm run generate` and read the difference.').toBe(
    readFileSync(authorityPath, 'utf8'),
  );
});

test('every method, call, event, command, point and hook has a row and a sentence', () => {
  const all = everything.flatMap(({ id, members }) => members.map(member => ({ ...member, name: `${id} ${member.name}` })));
  expect(all.length).toBeGreaterThan(200);
  expect(all.filter(({ access }) => access === undefined).map(({ name }) => name)).toEqual([]);
  expect(all.filter(({ does }) => does === '').map(({ name }) => name)).toEqual([]);
  expect(
    extended()
      .filter(({ does, access }) => does === '' || access === undefined)
      .map(({ key }) => key),
  ).toEqual([]);
});

/** Ways to the same authority: a service method for main sides, and a call for views. */
const sameAuthority = [
  ['@atelier/kernel:Extensions@1 list', 'kernel listExtensions'],
  ['@atelier/kernel:Extensions@1 effects', 'kernel effects'],
  ['@atelier/kernel:Extensions@1 places', 'diagnostics look'],
  ['@atelier/kernel:Extensions@1 enable', 'kernel enableExtension'],
  ['@atelier/kernel:Extensions@1 grant', 'kernel grantRights'],
  ['@atelier/kernel:Costs@1 history', 'kernel costHistory'],
  ['@atelier/kernel:Desktop@1 setStartupBehaviour', 'startup save'],
  ['@atelier/kernel:Person@1 chooseLanguage', 'settings saveSetting'],
  ['@atelier/agent:Agent@1 diagnostics', 'agent diagnostics'],
  ['@atelier/agent:Agent@1 setAccess', 'agent setAccessMode'],
  ['@atelier/agent:Agent@1 approveTools', 'agent approveTools'],
  ['@atelier/providers:Providers@1 authStatus', 'agent getAuthJson'],
  ['@atelier/providers:Providers@1 keyless', 'providers list'],
  ['@atelier/providers:Providers@1 login', 'agent oauthLogin'],
  ['@atelier/providers:Providers@1 reply', 'agent oauthPromptReply'],
  ['@atelier/providers:Providers@1 cancelLogin', 'agent oauthLoginCancel'],
] as const;

test('X4: what is closed on one way is open to everybody on no other', () => {
  const access = new Map([...services, ...channels].flatMap(({ id, members }) => members.map(row => [`${id} ${row.name}`, row.access])));
  expect(sameAuthority.flat().filter(name => !access.has(name))).toEqual([]);
  expect(sameAuthority.filter(([method, call]) => (access.get(method) === 'everybody') !== (access.get(call) === 'everybody'))).toEqual([]);
});

test('X4: what writes the files or settings of the person, or signs in for them, is closed', () => {
  const open = rows(entry => entry === 'everybody', [...services, ...channels]);
  const writes = /:Providers@1 (?!listModels|defaultModel)|^file-changes (revert|undo|rewind|redo)|^startup save|^workbench save/;
  expect(open.filter(name => writes.test(name))).toEqual([]);
});

/** What an extension is told that may not make a call, whatever it gives with it. */
const refusals = ['extension/not-allowed', 'extension/no-access-row', 'extension/right-missing', 'extension/right-not-granted'];

/** Requires all there is, has no right, and says how each call of it ended. */
const probe: TestExtension = {
  id: '@acme/probe',
  installed: true,
  atelier: {
    requires: Object.fromEntries(plugins.map(id => [id, '^0.1.0'])),
    taps: extended().flatMap(({ key, kind }) => (kind === 'point' ? [] : [key])),
    contributes: { commands: ['call', 'list', 'extend'].map(name => ({ id: `probe.${name}`, title: name })) },
  },
  files: {
    'main.js': `export default { activate(ctx) {
      // Its own copy of a table is its own affair.
      const service = key => ctx.get({ key, access: new Proxy({}, { get: () => 'everybody' }) });
      ctx.handle('probe.list', async key => Object.keys(service(key)).sort());
      ctx.handle('probe.call', async ([key, method]) => {
        if (!Object.hasOwn(service(key), method)) return 'no method';
        return service(key)[method](null).then(() => 'answered', error => error.code ?? 'answered');
      });
      ctx.handle('probe.extend', async ([kind, key]) => {
        if (kind === 'point') ctx.contribute({ key }, {});
        else ctx.tap({ kind, key }, async () => undefined);
      });
    } };`,
  },
};

test('X4: an installed extension without rights that requires everything is answered by exactly what is for everybody', async () => {
  await using kernel = await testKernel({ plugins, extensions: [probe] });
  const page = bareFrames(kernel.host.connect());
  const answers: string[] = [];
  const listed: string[] = [];
  for (const { id, members } of services) {
    for (const name of (await kernel.run('probe.list', id)) as string[]) listed.push(`${id} ${name}`);
    for (const name of [...members.map(member => member.name), 'constructor', '__proto__', 'then', 'toString', 'gone']) {
      const told = (await kernel.run('probe.call', [id, name])) as string;
      if (told !== 'no method' && !refusals.includes(told)) answers.push(`${id} ${name}`);
    }
  }
  for (const { id, members } of channels) {
    for (const { name } of members) {
      // Nothing that any call takes, so that none does anything; who may call is looked at before what they give.
      const told = await page.codeOf(`${id}:${name}`, 7, probe.id);
      if (!refusals.includes(told)) answers.push(`${id} ${name}`);
    }
    for (const name of ['constructor', '__proto__', 'then', 'toString', 'gone'])
      expect(await page.codeOf(`${id}:${name}`, {}, probe.id)).toBe('channel/unknown-member');
  }
  expect(answers.toSorted()).toEqual(rows(entry => entry === 'everybody', [...services, ...channels]));
  expect(listed.toSorted()).toEqual(rows(() => true, services));

  const aboutItself = rows(entry => Object.hasOwn(Object(entry), 'own'), channels).map(name => name.replace(' ', ':'));
  expect(aboutItself.length).toBe(3);
  for (const to of aboutItself) {
    expect(await page.codeOf(to, { id: probe.id }, probe.id)).toBe('answered');
    expect(await page.codeOf(to, { id: '@atelier/agent' }, probe.id)).toBe('extension/not-allowed');
  }
});

test('X4: an installed extension without rights receives, taps, adds to and runs exactly what is for everybody', async () => {
  await using kernel = await testKernel({ plugins, extensions: [probe] });
  const page = bareFrames(kernel.host.connect());
  const received: string[] = [];
  for (const { id } of events) {
    const answer = (await page.valueOf('kernel:subscribe', { channel: id }, probe.id)) as { readonly events?: readonly string[] };
    for (const name of answer.events ?? []) received.push(`${id} ${name}`);
  }
  expect(received.toSorted()).toEqual(rows(entry => entry === 'everybody', events));

  const run: string[] = [];
  for (const { id, members } of commands) {
    for (const { name } of members) {
      const told = await page.codeOf('kernel:runCommand', { command: name, args: 7 }, probe.id);
      if (!refusals.includes(told)) run.push(`${id} ${name}`);
    }
  }
  expect(run.toSorted()).toEqual(rows(entry => entry === 'everybody', commands));

  // A registration returns at once; if the kernel refuses it, the log of the extension says so.
  for (const { key, kind } of extended()) await kernel.run('probe.extend', [kind, key]);
  const refused = () => {
    const folder = `${kernel.host.paths.userData}/logs`;
    const log = readdirSync(folder).map(name => readFileSync(`${folder}/${name}`, 'utf8'));
    const lines = log.join('').matchAll(/@acme\/probe (?:may not use|used) (@[^ ]+@1)(?=:| without requesting)/g);
    return new Set([...lines].map(([, key]) => key));
  };
  const open = extended().flatMap(({ key, access }) => (access === 'everybody' ? [key] : []));
  // The line of the last one may not be written yet.
  const reached = () => extended().flatMap(({ key }) => (refused().has(key) ? [] : [key]));
  await expect.poll(() => reached().toSorted()).toEqual(open.toSorted());
  expect(refused().size).toBeGreaterThan(10);
});

function rows(fits: (access: unknown) => boolean, all: readonly Offered[]): readonly string[] {
  return all.flatMap(({ id, members }) => members.filter(({ access }) => fits(access)).map(({ name }) => `${id} ${name}`)).toSorted();
}
