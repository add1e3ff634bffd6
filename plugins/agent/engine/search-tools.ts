import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { createFindToolDefinition, createGrepToolDefinition, type ToolDefinition } from '@earendil-works/pi-coding-agent';
import { checkPath } from './containment.ts';
import { type CommandSettings, runInBubblewrap } from './sandbox.ts';

const mostMatches = 1_000;

/** The engine's `grep` and `find`, run in the sandbox: its own run beside it, over whatever lies below. None where there is no sandbox. */
export function searchTools(settings: CommandSettings): ToolDefinition[] {
  const { sandbox, cwd } = settings;
  if (sandbox === undefined || !sandbox.endsWith('bwrap')) return [];
  const search = (definition: ToolDefinition, argumentsOf: (args: SearchArguments, path: string) => readonly string[]): ToolDefinition => ({
    ...definition,
    execute: async (_call, given, signal) => {
      const args = given as SearchArguments;
      const checked = checkPath(args.path ?? '.', { ...settings, use: 'read' });
      if (!checked.ok) throw new Error(checked.why);
      const lines = await linesOf(settings, sandbox, argumentsOf(args, checked.path), signal);
      const limit = Math.min(args.limit ?? 100, mostMatches);
      const more = lines.length > limit ? `\n\n[${limit} results limit reached. Refine the pattern, or give a higher limit]` : '';
      return { content: [{ type: 'text', text: (lines.slice(0, limit).join('\n') || 'Nothing found.') + more }], details: undefined };
    },
  });
  return [
    search(createGrepToolDefinition(cwd) as unknown as ToolDefinition, grepArguments),
    search(createFindToolDefinition(cwd) as unknown as ToolDefinition, findArguments),
  ];
}

interface SearchArguments {
  readonly pattern: string;
  readonly path?: string;
  readonly glob?: string;
  readonly ignoreCase?: boolean;
  readonly literal?: boolean;
  readonly context?: number;
  readonly limit?: number;
}

/** Neither follows links. `rg` knows what git ignores; `grep` is everywhere. */
function grepArguments({ pattern, glob, ignoreCase, literal, context = 0 }: SearchArguments, path: string): readonly string[] {
  const around = context > 0 ? ['-C', String(Math.min(50, Math.floor(context)))] : [];
  const how = [...(ignoreCase === true ? ['-i'] : []), ...(literal === true ? ['-F'] : []), ...around];
  if (hasProgram('rg')) {
    return [
      'rg',
      '--line-number',
      '--with-filename',
      '--no-heading',
      '--color=never',
      '--hidden',
      ...how,
      ...(glob ? ['--glob', glob] : []),
      '-e',
      pattern,
      '--',
      path,
    ];
  }
  const extended = literal === true ? [] : ['-E'];
  return [
    'grep',
    '-rnHI',
    '--exclude-dir=.git',
    '--exclude-dir=node_modules',
    ...extended,
    ...how,
    ...(glob ? [`--include=${glob}`] : []),
    '-e',
    pattern,
    '--',
    path,
  ];
}

function findArguments({ pattern }: SearchArguments, path: string): readonly string[] {
  const prune = ['(', '-name', '.git', '-o', '-name', 'node_modules', ')', '-prune', '-o'];
  const wanted = pattern.includes('/') ? ['-path', `*/${pattern.replace(/^\//, '').replaceAll('**/', '*')}`] : ['-name', pattern];
  return ['find', path, ...prune, ...wanted, '-print'];
}

async function linesOf(
  settings: CommandSettings,
  sandbox: string,
  argv: readonly string[],
  signal: AbortSignal | undefined,
): Promise<readonly string[]> {
  let output = '';
  const onData = (data: Buffer) => {
    output += data.toString('utf8');
  };
  const { exitCode } = await runInBubblewrap(
    sandbox,
    ['/usr/bin/env', ...argv],
    { ...settings, network: false, readOnly: true },
    process.env,
    {
      onData,
      signal,
      timeout: 60,
    },
  );
  // 1 says that nothing was found.
  if (exitCode > 1 && output.trim() === '') throw new Error(`The search ended with code ${exitCode}.`);
  return output
    .split('\n')
    .filter(line => line !== '')
    .toSorted();
}

/** Where a sandbox sees it. */
function hasProgram(name: string): boolean {
  return ['/usr/local/bin', '/usr/bin'].some(folder => {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return true;
    } catch {
      return false;
    }
  });
}
