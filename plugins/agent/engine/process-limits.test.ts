import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startLimited } from './process-limits.ts';

const groups = () =>
  existsSync('/sys/fs/cgroup/pids') ? readdirSync('/sys/fs/cgroup/pids').filter(name => name.startsWith('atelier-')) : [];

test('S17: a group of processes is taken away with its command, at the latest when the next one begins', () => {
  const before = groups().length;
  for (let round = 0; round < 20; round += 1) {
    const { argv, release } = startLimited(['/bin/echo', `it's ${round}`], { processes: 10, memoryBytes: 50_000_000 });
    const { stdout } = spawnSync(argv[0] ?? '', argv.slice(1), { encoding: 'utf8' });
    expect(stdout).toBe(`it's ${round}\n`);
    release();
  }
  startLimited(['/bin/true'], { processes: 10, memoryBytes: 50_000_000 }).release();
  expect(groups().length - before).toBeLessThanOrEqual(1);
});
