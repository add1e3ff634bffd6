import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { hooksFor } from './hooks.ts';
import { codeOf, place } from './place.fixture.ts';

test('the trust in hooks ends with each change of what is in their folder, however large, deep, odd or linked it is', async () => {
  using at = place();
  const hooks = join(at.folder, '.git/hooks');
  const large = '#'.repeat(1024 * 1024);
  const outside = join(at.root, 'linked');
  mkdirSync(outside);
  mkdirSync(join(hooks, 'a/b/c/d/e/f'), { recursive: true });
  mkdirSync(join(hooks, 'many'));
  for (let number = 0; number < 600; number += 1) writeFileSync(join(hooks, 'many', `${number}`), '');
  symlinkSync(outside, join(hooks, 'lib'));
  symlinkSync(join(at.root, 'later'), join(hooks, 'dangling'));
  const hook = join(hooks, 'pre-commit');
  const write = (name: string, content: string | Buffer) => () => writeFileSync(join(hooks, name), content);
  writeFileSync(hook, '#!/bin/sh\n', { mode: 0o755 });
  const changes: readonly (() => void)[] = [
    () => undefined,
    write('pre-commit', `#!/bin/sh\none\n${large}`),
    write('pre-commit', `#!/bin/sh\ntwo\n${large}`),
    write('pre-commit', Buffer.from([0x23, 0x80])),
    write('pre-commit', Buffer.from([0x23, 0xfe])),
    () => chmodSync(hook, 0o700),
    write('lib/run.sh', 'one'),
    write('lib/run.sh', 'two'),
    write('a/b/c/d/e/f/g', 'one'),
    write('many/99', 'one'),
    write('x.sample', 'one'),
    () => writeFileSync(join(at.root, 'later'), 'one'),
  ];
  const { view, settings } = await at.committing.ready(at.folder);
  const fingerprint = () => hooksFor('commit', { view, settings, folder: at.folder, home: at.program.home })?.fingerprint;
  const found: (string | undefined)[] = [];
  for (const change of changes) {
    change();
    found.push(fingerprint());
  }
  expect([new Set(found).size, found.includes(undefined), fingerprint() === found.at(-1)]).toEqual([changes.length, false, true]);
  symlinkSync('.', join(hooks, 'circle'));
  expect(await codeOf(at.committing.hooks(at.folder, 'commit'))).toBe('hooks-unread');
});
