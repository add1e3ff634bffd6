import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { detectSandbox } from '../../plugins/agent/engine/detect-sandbox.ts';
import { testGit } from '../support/test-git.ts';
import type { Bench, Row } from './bench.ts';

/** `ATELIER_BENCH_FILES=50000` measures what the app is held to. */
const files = Number(process.env.ATELIER_BENCH_FILES ?? 2_000);
const [rounds, atOnce] = [3, 10];
const median = (all: readonly number[]) => all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;

/** A worktree of a repository against git's own, several at once, and how soon a change of the branch is known. */
export default {
  name: 'worktree',
  async run() {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'atelier-bench-')));
    try {
      return await measured(root);
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  },
} satisfies Bench;

async function measured(root: string): Promise<readonly Row[]> {
  const folder = join(root, 'project');
  mkdirSync(folder);
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', '-c', 'gc.auto=0', ...args], { cwd: folder, stdio: 'pipe' });
  git('init', '-q', '-b', 'main');
  for (let at = 0; at < files; at += 1) {
    const place = join(folder, `d${Math.floor(at / 100)}`);
    if (at % 100 === 0) mkdirSync(place);
    writeFileSync(join(place, `f${at}.ts`), `export const value${at} = ${at};\n`.repeat(20));
  }
  git('add', '-A');
  git('commit', '-qm', 'all');
  const app = testGit(join(root, 'profile'), await detectSandbox(), { env: { ...process.env, HOME: join(root, 'home') } });
  const [plain, ours]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    const place = join(root, `plain-${round}`);
    plain.push(await timed(async () => void git('worktree', 'add', '-q', '-b', `plain-${round}`, place)));
    ours.push(await timed(async () => void (await app.worktrees.add(folder, { name: `own-${round}`, from: 'main' }))));
  }
  const many = await timed(async () => {
    for (let at = 0; at < atOnce; at += 1) await app.worktrees.add(folder, { name: `many-${at}`, from: 'main' });
  });
  const known: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    writeFileSync(join(folder, 'd0/f0.ts'), `// ${round}\n`);
    known.push(await timed(async () => void (await app.reading.status(folder))));
  }
  return [
    {
      what: `a worktree of ${files} files, against git worktree add`,
      value: median(ours),
      unit: 'ms',
      ratio: median(ours) / median(plain),
      limit: 1 / 3,
    },
    { what: `${atOnce} worktrees one after the other, each`, value: many / atOnce, unit: 'ms' },
    { what: `branch and dirty state of ${files} files`, value: median(known), unit: 'ms', limit: 200 },
  ];
}

async function timed(work: () => Promise<void>): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}
