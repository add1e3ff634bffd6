import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathsInFoldersWith } from '@atelier/agent/contract';
import { ExtensionsChannel } from '@atelier/extensions/contract';
import { testKernel } from '@atelier/kernel/testing';
import { expect, test } from 'vitest';
import { gitServer } from '../../../tests/support/git-server.ts';
import { tinyRegistry } from '../../../tests/support/tiny-registry.ts';
import { place } from '../../agent/engine/git/place.fixture.ts';
import { SkillsChannel, type Update } from '../contract/index.ts';

const start = () => testKernel({ plugins: ['@atelier/agent', '@atelier/providers', '@atelier/skills'] });
const skill = (name: string, description: string, body = '') => `---\nname: ${name}\ndescription: ${description}\n---\n${body}`;
const linesOf = (update: Update | undefined) =>
  (update?.files ?? [])
    .flatMap(({ hunks = [] }) => hunks.flatMap(({ lines }) => lines.map(({ kind, text }) => (kind === 'added' ? '+' : ' ') + text)))
    .join('\n');
const codeOf = (asked: Promise<unknown>) =>
  asked.then(
    () => 'fine',
    (error: { code: string }) => error.code,
  );

test('N14: a skill of a git repository is found, installed, updated from its server, and stays when the source is removed', async () => {
  using at = place();
  at.put('project/skills/changelog/SKILL.md', skill('changelog', 'Writes release notes.', 'Group by type.\n'));
  at.put('project/skills/linked/SKILL.md', skill('linked', 'Reads what it should not.'));
  symlinkSync('/etc/passwd', join(at.folder, 'skills/linked/passwd'));
  at.put('project/src/deep/in/the/code/of/SKILL.md', skill('far', 'Is too deep.'));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'skills');
  const { address, bare } = await gitServer(at.folder, at.root);
  await using kernel = await start();
  const client = kernel.client(SkillsChannel);
  const loaded = join(kernel.host.paths.userData, '.agent/agent/skills/changelog/SKILL.md');

  const source = await client.call('addSource', { address });
  const { skills } = await client.call('list', {});
  const id = skills[0]?.id ?? '';
  await client.call('install', { id, integrity: (await client.call('details', { id })).integrity });
  at.put('project/skills/changelog/SKILL.md', skill('changelog', 'Writes notes for readers.', 'Group by reader.\n'));
  at.plain('commit', '-qam', 'better');
  at.plain('push', '-q', bare, 'main');
  const untouched = await client.call('details', { id });
  await client.call('refresh', {});
  const seen = await client.call('details', { id });
  const before = readFileSync(loaded, 'utf8');
  await client.call('update', { id, integrity: seen.update?.integrity ?? '' });
  await client.call('removeSource', { id: source.id });

  expect({
    ...{ source, names: skills.map(({ name }) => name), untouched: untouched.skill.updates },
    seen: { ...seen.skill, lines: linesOf(seen.update) },
    ...{ before: before.includes('by type'), after: readFileSync(loaded, 'utf8').includes('by reader') },
    left: (await client.call('list', {})).skills.map(({ name, description }) => `${name}: ${description}`),
  }).toMatchObject({
    source: { kind: 'repository', address, skills: 1, revision: expect.stringMatching(/^[0-9a-f]{40}$/) },
    names: ['changelog'],
    untouched: false,
    // What was agreed to is shown until the update is.
    seen: {
      updates: true,
      description: 'Writes release notes.',
      lines: expect.stringContaining('+description: Writes notes for readers.'),
    },
    ...{ before: true, after: true },
    left: ['changelog: Writes notes for readers.'],
  });
  expect(source.refusals.map(({ en }) => en)).toEqual([expect.stringContaining('passwd in it is a link')]);
});

test('N14: a package of the agent is found by its keyword, its skills are installed and updated with a new version, and none of its code runs', async () => {
  await using registry = await tinyRegistry();
  const manifest = (version: string) => ({ name: '@team/writing', version, keywords: ['pi-package'], description: 'Our skills.' });
  const files = (text: string) => ({ 'skills/notes/SKILL.md': skill('notes', 'Writes notes.', text), 'extensions/evil.js': 'throw 1;' });
  registry.publish({ manifest: manifest('1.0.0'), files: files('First.\n') });
  registry.publish({ manifest: { name: 'other', version: '1.0.0', keywords: ['unrelated'] }, files: {} });
  await using kernel = await start();
  const extensions = kernel.client(ExtensionsChannel);
  for (const { id } of await extensions.call('listRegistries', {})) await extensions.call('removeRegistry', { id });
  await extensions.call('saveRegistry', { id: 'team', name: 'Team', url: registry.url });
  const client = kernel.client(SkillsChannel);

  const found = await client.call('findPackages', { text: '' });
  const source = await client.call('addSource', { address: 'npm:@team/writing' });
  const id = (await client.call('list', {})).skills[0]?.id ?? '';
  await client.call('install', { id, integrity: (await client.call('details', { id })).integrity });
  registry.publish({ manifest: manifest('1.1.0'), files: files('Second.\n') });
  const asked = registry.asked.length;
  const fresh = await client.call('refresh', {});
  const { update } = await client.call('details', { id });
  const downloads = () => registry.asked.slice(asked).filter(({ path }) => path.endsWith('.tgz')).length;
  const once = downloads();
  await client.call('refresh', {});

  registry.remove('@team/writing', '1.0.0');
  registry.remove('@team/writing', '1.1.0');
  const gone = await client.call('refresh', {});
  expect({
    ...{ found, source, after: linesOf(update), fresh, once, again: downloads() },
    gone: gone.failures.map(({ from }) => from),
    still: (await client.call('list', {})).skills.length,
    loaded: existsSync(join(kernel.host.paths.userData, '.agent/agent/skills/notes/SKILL.md')),
    code: existsSync(join(kernel.host.paths.userData, '.agent/agent/skills/notes/evil.js')),
    absent: await codeOf(client.call('addSource', { address: 'npm:absent' })),
    strange: await codeOf(client.call('addSource', { address: 'what is this' })),
  }).toMatchObject({
    found: { packages: [{ name: '@team/writing', version: '1.0.0', description: 'Our skills.' }], failures: [] },
    source: { kind: 'package', address: 'npm:@team/writing', revision: '1.0.0', skills: 1 },
    ...{ after: expect.stringContaining('+Second.'), fresh: { failures: [] }, once: 1, again: 1 },
    ...{ gone: ['npm:@team/writing'], still: 1, loaded: true, code: false },
    ...{ absent: 'extensions/not-found', strange: 'skills/no-source' },
  });
});

test('N14: an update that renames a skill is shown with the new name, moves it where the agent finds it, and is refused for a name that is taken', async () => {
  using at = place();
  const put = (name: string) => at.put('skills/one/SKILL.md', skill(name, `Is ${name}.`));
  put('one');
  await using kernel = await start();
  const client = kernel.client(SkillsChannel);
  const loaded = (name: string) => existsSync(join(kernel.host.paths.userData, '.agent/agent/skills', name, 'SKILL.md'));
  await client.call('addSource', { address: join(at.root, 'skills') });
  const id = (await client.call('list', {})).skills[0]?.id ?? '';
  await client.call('install', { id, integrity: (await client.call('details', { id })).integrity });
  const update = async (name: string) => {
    put(name);
    await client.call('refresh', {});
    const { skill: shown, update: fresh } = await client.call('details', { id });
    const outcome = await codeOf(client.call('update', { id, integrity: fresh?.integrity ?? '' }));
    return [shown.name, fresh?.name, outcome, ['one', 'two', 'mine', 'atelier-x'].filter(loaded).join()];
  };
  const ownFolder = join(kernel.host.paths.userData, '.agent/agent/skills/mine/SKILL.md');
  mkdirSync(dirname(ownFolder), { recursive: true });
  writeFileSync(ownFolder, 'Mine.');

  expect([await update('two'), await update('mine'), await update('atelier-x')]).toEqual([
    ['one', 'two', 'fine', 'two,mine'],
    ['two', 'mine', 'skills/name-taken', 'two,mine'],
    ['two', 'atelier-x', 'skills/name-reserved', 'two,mine'],
  ]);
  expect(readFileSync(ownFolder, 'utf8')).toBe('Mine.');
});

test('N14: an address with a password is not asked and not stored, and the refusal does not repeat it', async () => {
  await using kernel = await start();
  const client = kernel.client(SkillsChannel);
  const addresses = ['https://me:canary@', 'HTTPS://me:canary@', 'https://:canary@', 'ssh://git:canary@'].map(
    start => `${start}example.org/x.git`,
  );
  const refusals = await Promise.all(
    addresses.map(address =>
      client.call('addSource', { address }).catch((error: Error & { code: string }) => [error.code, error.message.includes('canary')]),
    ),
  );
  expect([refusals, (await client.call('overview', {})).sources]).toEqual([Array(4).fill(['skills/secret-in-address', false]), []]);
});

test('N14: a repository with a name that no disk takes keeps no other source from being read', async () => {
  using at = place();
  at.put('project/skills/one/SKILL.md', skill('one', 'Is one.'));
  at.plain('add', '-A');
  at.plain('commit', '-qm', 'one');
  const { address, bare } = await gitServer(at.folder, at.root);
  at.put('more/two/SKILL.md', skill('two', 'Is two.'));
  await using kernel = await start();
  const client = kernel.client(SkillsChannel);
  await client.call('addSource', { address });
  await client.call('addSource', { address: join(at.root, 'more') });
  const blob = at.plain('hash-object', '-w', 'skills/one/SKILL.md').trim();
  const write = (name: string) => at.plain('update-index', '--add', '--cacheinfo', `100644,${blob},skills/one/${name}`);
  write('n'.repeat(300));
  at.plain('commit', '-qm', 'long');
  at.plain('push', '-q', bare, 'main');
  at.put('more/three/SKILL.md', skill('three', 'Is three.'));
  const { failures } = await client.call('refresh', {});
  const names = async () => (await client.call('list', {})).skills.map(({ name }) => name).toSorted();
  expect({ failures: failures.map(({ message }) => message.en), names: await names() }).toEqual({
    failures: [expect.stringContaining('ENAMETOOLONG')],
    names: ['one', 'three', 'two'],
  });
});

test('what lies in a git folder or in packages beside a skill is left out of it', () => {
  const paths = ['a/SKILL.md', 'a/.git/config', 'a/node_modules/x/SKILL.md', 'a/b/SKILL.md', 'a/b/c.md', '.git/SKILL.md', 'd.md'];
  expect([
    pathsInFoldersWith({ name: 'SKILL.md', depth: 4 }, paths),
    pathsInFoldersWith({ name: 'SKILL.md', depth: 0 }, ['SKILL.md', 'x/y.md', '.git/config']),
  ]).toEqual([
    ['a/SKILL.md', 'a/b/SKILL.md', 'a/b/c.md'],
    ['SKILL.md', 'x/y.md'],
  ]);
});
