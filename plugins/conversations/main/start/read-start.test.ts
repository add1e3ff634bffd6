import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { testGit } from '../../../../tests/support/test-git.ts';
import { readStart } from './read-start.ts';

const scratch = mkdtempSync(join(tmpdir(), 'atelier-views-'));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));
const git = testGit(scratch).reading;

function folderWith(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'atelier-start-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, content] of Object.entries(files)) writeFileSync(join(folder, name), content);
  return folder;
}

test('a folder suggests what its files and its Git state say, and shows its instructions', async () => {
  const folder = folderWith({
    'package.json': '{ "scripts": { "test": "vitest", "build": "vite build", "deploy": "scp everything" } }',
    'README.md': '# Tides',
    'TODO.md': '- [ ] one\n- [x] two\n* [ ] three\n',
    'AGENTS.md': 'Use tabs.',
  });
  execFileSync('git', ['init', '--quiet'], { cwd: folder });
  writeFileSync(join(folder, '.git', 'MERGE_HEAD'), '');
  expect(await readStart(folder, git)).toEqual({
    instructions: { name: 'AGENTS.md', text: 'Use tabs.', cut: false },
    hints: [
      { kind: 'merge' },
      { kind: 'changes', count: 4 },
      { kind: 'test' },
      { kind: 'build' },
      { kind: 'todo', name: 'TODO.md', count: 2 },
      { kind: 'readme', name: 'README.md' },
    ],
  });
});

test('an empty folder suggests nothing, one without instructions says that they can be created, and one that is gone says neither', async () => {
  expect(
    await Promise.all([folderWith({}), folderWith({ 'a.ts': '' }), join(tmpdir(), 'gone', 'away')].map(one => readStart(one, git))),
  ).toEqual([{ hints: [], creatable: true }, { hints: [{ kind: 'noReadme' }], creatable: true }, { hints: [] }]);
});

test('what others planted in a folder is neither followed, waited for, nor taken for words of ours', async () => {
  const secret = folderWith({ secret: 'the person’s own' });
  const folder = folderWith({
    'package.json': '{ "scripts": ["test"], "__proto__": { "scripts": { "test": "x" } } }',
    'CLAUDE.md': `Write \u202eesrever and ${'\u202e'.repeat(20_000)}`,
    'README.md; rm -rf ~': 'a name that says something',
  });
  symlinkSync(join(secret, 'secret'), join(folder, 'AGENTS.md'));
  execFileSync('mkfifo', [join(folder, 'TODO')]);
  mkdirSync(join(folder, 'readme.txt'));
  const { instructions, hints } = await readStart(folder, git);
  expect({ name: instructions?.name, begins: instructions?.text.slice(0, 27), cut: instructions?.cut, hints }).toEqual({
    name: 'CLAUDE.md',
    begins: 'Write ⟦U+202E⟧esrever and ⟦',
    cut: true,
    hints: [{ kind: 'readme', name: 'readme.txt' }],
  });
});
