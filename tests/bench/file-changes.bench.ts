import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { detectSandbox } from '../../plugins/agent/engine/detect-sandbox.ts';
import { conversation, openChanges } from '../support/file-changes.ts';
import type { Bench, Row } from './bench.ts';
import { alternating, timed } from './measure.ts';

const sizes = [500, 50_000];
const perFolder = 20;
const touched = 5;
const rounds = 15;

/** What one tool call costs until its rows are there, against asking git about the whole repository, in small and large ones. */
export default {
  name: 'file-changes',
  async run() {
    const rows: Row[] = [];
    const edits: number[] = [];
    for (const files of sizes) {
      const measured = await inRepository(files);
      edits.push(measured.edit);
      rows.push(...measured.rows);
    }
    const [small = 0, large = 0] = edits;
    rows.push({
      what: `rows after an edit, ${sizes[1]} files against ${sizes[0]}`,
      value: large,
      unit: 'ms',
      ratio: large / small,
      limit: 2,
    });
    return rows;
  },
} satisfies Bench;

async function inRepository(files: number): Promise<{ edit: number; rows: Row[] }> {
  // As it ships: git that only reads runs in the sandbox where there is one.
  await using changes = await openChanges({ git: true, sandbox: await detectSandbox() });
  const names = Array.from({ length: files }, (_, at) => join(`d${Math.floor(at / perFolder)}`, `f${at}.ts`));
  for (const name of names) {
    mkdirSync(join(changes.project, name, '..'), { recursive: true });
    writeFileSync(changes.at(name), textOf(name));
  }
  changes.git('add', '-A');
  changes.git('-c', 'gc.auto=0', 'commit', '-qm', 'all');
  const began = performance.now();
  await changes.bash('true');
  const follow = performance.now() - began;

  let round = 0;
  const five = () => {
    round += 1;
    return Array.from({ length: touched }, (_, at) => names[(round * 7 + at * Math.floor(files / touched)) % files] ?? '');
  };
  const write = (name: string) => appendFileSync(changes.at(name), `// round ${round}\n`);
  let calls = 0;
  /** What the app adds around a tool call; what the tool itself takes is not counted. */
  const around = async (name: string, args: Record<string, unknown>, work: () => void) => {
    calls += 1;
    const touch = { conversation, tool: `b${calls}`, name, args, cwd: changes.project };
    const before = await timed(() => changes.tracker.before(touch));
    work();
    return { before, after: await timed(() => changes.tracker.after(touch)) };
  };
  let before = 0;
  const git = (...args: string[]) => execFileSync('git', args, { cwd: changes.project, stdio: ['ignore', 'ignore', 'ignore'] });
  const measured = await alternating(rounds, {
    git: () =>
      timed(() => {
        git('status', '--porcelain');
        git('diff', '--numstat', 'HEAD');
      }),
    'five edits': async () => {
      let after = 0;
      before = 0;
      for (const name of five()) {
        const took = await around('edit', { path: name }, () => write(name));
        after += took.after;
        before += took.before;
      }
      return after;
    },
    'before five edits': () => before,
    command: async () => (await around('bash', { command: 'bench' }, () => five().forEach(write))).after,
  });
  const of = (what: string) => `${what}, ${files} files`;
  const isLarge = files === sizes.at(-1);
  const edit = measured.time('five edits') / touched;
  return {
    edit,
    rows: [
      { what: of('git status and diff --numstat'), value: measured.time('git'), unit: 'ms' },
      {
        what: of('rows after an edit'),
        value: edit,
        unit: 'ms',
        ratio: measured.ratio('five edits', 'git') / touched,
        ...(isLarge && { limit: 1 / 50 }),
      },
      { what: of('rows after five edits'), value: measured.time('five edits'), unit: 'ms', ratio: measured.ratio('five edits', 'git') },
      { what: of('looked at and kept before an edit'), value: measured.time('before five edits') / touched, unit: 'ms' },
      {
        what: of('rows after a command'),
        value: measured.time('command'),
        unit: 'ms',
        ratio: measured.ratio('command', 'git'),
        ...(isLarge && { limit: 1 / 3 }),
      },
      { what: of('following the folder, once'), value: follow, unit: 'ms' },
    ],
  };
}

function textOf(name: string): string {
  return Array.from({ length: 40 }, (_, line) => `export const line${line} = '${name}';\n`).join('');
}
