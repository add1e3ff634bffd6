import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { rolesIn } from './project-roles.ts';

function project(files: Readonly<Record<string, string>>) {
  const path = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-test-')));
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(path, file)), { recursive: true });
    writeFileSync(join(path, file), text);
  };
  for (const [file, text] of Object.entries(files)) write(file, text);
  return { path, write, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

const role = (head: string, instructions = 'Do it.') => `---\n${head}\n---\n${instructions}\n`;
const named = (name: string, more = '') => role(`name: ${name}\ndescription: One that does ${name}.${more}`);

test('roles in the formats of other agents are read, and their tools only narrow', async () => {
  using at = project({
    'agents/sql.md': named('sql', '\ntools: Read, Grep, WebFetch, delegate, Task\nmodel: sonnet'),
    '.claude/agents/docs.md': role('name: docs\ndescription: Writes docs.', 'You write docs.\n---\nAll of them.').replaceAll('\n', '\r\n'),
    '.opencode/agent/look.md': role('description: Looks.\nmodel: local/m1\ntools:\n  write: false\n  read: true\n  bash: true'),
  });
  const { roles, refused } = await rolesIn(at.path, ['coder']);
  expect({ roles, refused }).toEqual({
    roles: [
      {
        ...{ name: 'sql', about: 'One that does sql.', instructions: 'Do it.', secure: true },
        ...{ tools: ['read', 'ls'], path: 'agents/sql.md' },
      },
      {
        ...{ name: 'docs', about: 'Writes docs.', instructions: 'You write docs.\n---\nAll of them.', secure: true },
        ...{ tools: ['read', 'ls', 'write', 'edit', 'bash', 'update_tasks'], path: '.claude/agents/docs.md' },
      },
      {
        ...{ name: 'look', about: 'Looks.', instructions: 'Do it.', secure: true },
        ...{ tools: ['read', 'bash'], model: 'local/m1', path: '.opencode/agent/look.md' },
      },
    ],
    refused: [],
  });
});

test('C7: hostile files are refused by name and keep no other from being read', async () => {
  const bomb = [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...'bcdefghi'.split('').map((at, n) => `${at}: &${at} [${`*${'abcdefgh'[n]},`.repeat(9)}]`),
  ];
  using outside = project({ 'secret.md': named('secret') });
  using at = project({
    'agents/a-huge.md': role('name: huge\ndescription: x', 'x'.repeat(70_000)),
    'agents/b-long.md': role('name: long\ndescription: x', 'x'.repeat(20_001)),
    'agents/c-hidden.md': role('name: hidden\ndescription: x', 'Be good.\u{e0041}\u200b'),
    'agents/d-ours.md': named('coder'),
    'agents/e-bomb.md': role(bomb.join('\n')),
    'agents/f-deep.md': role(`name: ${'['.repeat(4000)}`),
    'agents/g-name.md': named('"../x"'),
    'agents/h-head.md': '# No head\n',
    'agents/i-empty.md': role('name: empty\ndescription: x', ''),
    'agents/j-about.md': role('name: about'),
    'agents/k-proto.md': role('name: proto\ndescription: x\n__proto__: { tools: [bash] }\ntools: [constructor, toString]'),
    'agents/l-good.md': named('good'),
    'agents/m-good.md': named('good'),
  });
  symlinkSync(join(outside.path, 'secret.md'), join(at.path, 'agents/n-link.md'));
  symlinkSync('/dev/zero', join(at.path, 'agents/o-zero.md'));
  mkdirSync(join(at.path, 'agents/p-folder.md'));
  mkdirSync(join(at.path, '.claude'));
  symlinkSync(outside.path, join(at.path, '.claude/agents'));
  const { roles, refused } = await rolesIn(at.path, ['coder']);
  expect({
    roles: roles.map(({ name, tools }) => [name, tools.length]),
    refused: refused.map(({ en }) => en.replace(/^The role (.+) of this project is not used: (.+)\. Correct the file\.$/, '$1: $2')),
    inFrench: refused.every(({ code, fr, en }) => code === 'specialists/role-refused' && fr !== en),
  }).toEqual({
    roles: [
      ['proto', 0],
      ['good', 6],
    ],
    refused: [
      'agents/a-huge.md: it is too long (at most 20,000 characters)',
      'agents/b-long.md: it is too long (at most 20,000 characters)',
      'agents/c-hidden.md: it has invisible characters',
      'agents/d-ours.md: another role is called coder',
      'agents/e-bomb.md: its head is not plain YAML, or has aliases',
      'agents/f-deep.md: its head is not plain YAML, or has aliases',
      'agents/g-name.md: its name is not small letters, digits and hyphens, at most 40',
      'agents/h-head.md: it does not begin with a head between two lines of ---',
      'agents/i-empty.md: it has no instructions',
      'agents/j-about.md: it has no description, by which it would be chosen',
      'agents/m-good.md: another role is called good',
      'agents/n-link.md: it is a link, which may lead outside',
      'agents/o-zero.md: it is a link, which may lead outside',
      'agents/p-folder.md: it cannot be read',
      '.claude/agents: it is a link, which may lead outside',
    ],
    inFrench: true,
  });
});

test('of more roles than are taken the rest is refused, and the checksum changes with each word', async () => {
  using at = project(
    Object.fromEntries(Array.from({ length: 22 }, (_, n) => [`agents/r${String(n).padStart(2, '0')}.md`, named(`r${n}`)])),
  );
  const before = await rolesIn(at.path, []);
  at.write('agents/r00.md', named('r0', ' And more.'));
  const after = await rolesIn(at.path, []);
  expect([before.roles.length, before.refused.length, before.checksum === after.checksum]).toEqual([20, 2, false]);
});
