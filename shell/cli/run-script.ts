import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runNode } from './run-node.ts';
import { say } from './texts.mjs';

interface Step {
  readonly name: string;
  /** A file for Node, relative to the root, and its arguments. */
  readonly command: readonly string[];
}

const tools = {
  vitest: 'node_modules/vitest/vitest.mjs',
  biome: 'node_modules/@biomejs/biome/bin/biome',
  tsc: 'node_modules/typescript/bin/tsc',
};

/** What writes the generated files, in the order of their dependencies. */
const generators = [
  'schemas/generate.ts',
  'tests/generate/api-report.ts',
  'tests/generate/messages.ts',
  'tests/generate/claims.ts',
  'tests/generate/author-api.ts',
  'tests/generate/icons.ts',
  'tests/generate/cloud-tokens.ts',
  'tests/generate/authority.ts',
];

/** Runs a script of the repository on the current Node. */
export async function runScript(root: string, script: string, args: readonly string[]): Promise<number> {
  if (script === 'gallery') return (await import('./gallery.ts')).gallery(root);
  if (script === 'dev') return (await import('./dev.ts')).dev(root, args);
  if (script === 'dev:electron') return (await import('./dev-electron.ts')).devElectron(root, args);
  if (script === 'package') return (await import('./package.ts')).packageApp(root, args);
  const steps = stepsOf(root, script, args);
  const failed: string[] = [];
  for (const step of steps) {
    if (steps.length > 1) say({ en: '— {name}', fr: '— {name}' }, { name: step.name });
    const code = await runNode(root, step.command);
    if (code > 128) return code;
    if (code !== 0) failed.push(step.name);
  }
  if (failed.length > 0 && steps.length > 1) say({ en: 'Failed: {steps}.', fr: 'En échec : {steps}.' }, { steps: failed.join(', ') });
  return failed.length === 0 ? 0 : 1;
}

function stepsOf(root: string, script: string, args: readonly string[]): readonly Step[] {
  switch (script) {
    case 'test':
      if (args.some(arg => /^--changed(?:=|$)/.test(arg))) return [{ name: 'test', command: ['tests/changed/run.ts', ...args] }];
      return [{ name: 'test', command: [tools.vitest, 'run', ...args] }];
    case 'e2e':
      if (args[0] === 'screens') return [{ name: 'screens', command: ['tests/e2e/keep-screens.ts', ...args.slice(1)] }];
      return [{ name: 'e2e', command: [tools.vitest, 'run', '--config', 'vitest.long.config.ts', ...e2eFiles(args), ...args] }];
    case 'test:apart':
      return [{ name: 'test:apart', command: [tools.vitest, 'run', '--config', 'vitest.apart.config.ts', ...args] }];
    case 'kernel:pack':
      return [{ name: 'kernel:pack', command: ['shell/build/kernel-package.ts'] }];
    case 'faults':
      return [{ name: 'faults', command: ['tests/faults/run.ts', ...args] }];
    case 'soak':
      return [{ name: 'soak', command: ['tests/soak/run.ts', ...args] }];
    case 'keep-profile':
      return [{ name: 'keep-profile', command: ['tests/released-profiles/make.ts', ...args] }];
    case 'hostile':
      return [{ name: 'hostile', command: ['tests/hostile/run.ts', ...args] }];
    case 'generate':
      return generate(root, args);
    case 'check':
      return [
        ...generate(root, ['--check']),
        { name: 'biome', command: [tools.biome, 'check', '.'] },
        { name: 'types', command: [tools.tsc, '-b', 'tsconfig.json'] },
      ];
    case 'gallery:pictures':
      return [{ name: 'pictures', command: ['tests/support/gallery-pictures.ts'] }];
    case 'test:electron':
      return [{ name: 'test:electron', command: ['tests/electron/run.ts', ...args] }];
    case 'bench':
      return [{ name: 'bench', command: ['tests/bench/run.ts', ...args] }];
    default:
      return [{ name: script, command: ['tests/clean-clone.ts', ...args] }];
  }
}

/** All of them, unless the arguments begin with the names of some. */
const e2eFiles = ([first = '-']: readonly string[]): readonly string[] => (first.startsWith('-') ? ['tests/e2e/'] : []);

function generate(root: string, args: readonly string[]): readonly Step[] {
  return generators.filter(file => existsSync(join(root, file))).map(file => ({ name: `generate ${file}`, command: [file, ...args] }));
}
