import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ProcessLimits {
  readonly processes: number;
  readonly memoryBytes: number;
}

export interface Limited {
  readonly argv: readonly string[];
  release(): void;
}

const none = (argv: readonly string[]): Limited => ({ argv, release: () => {} });
const root = '/sys/fs/cgroup';

/** Puts a command into control groups of its own where this process may make some: as root, or below a user's session. */
export function startLimited(argv: readonly string[], limits: ProcessLimits): Limited {
  if (process.platform !== 'linux') return none(argv);
  sweep();
  const groups = groupsOf(limits).flatMap(make);
  if (groups.length === 0) return none(argv);
  const join = `for g in ${groups.map(group => `'${group}'`).join(' ')}; do echo $$ > "$g/cgroup.procs" || :; done; exec "$@"`;
  return { argv: ['/bin/sh', '-c', join, 'sh', ...argv], release: () => groups.forEach(remove) };
}

const leftOver = new Set<string>();
let sweepsAtExit = false;

/** Groups that were still busy when their command had ended. */
function sweep(): void {
  for (const folder of [...leftOver]) remove(folder);
}

interface Group {
  readonly folder: string;
  readonly files: Readonly<Record<string, number>>;
}

function groupsOf({ processes, memoryBytes }: ProcessLimits): readonly Group[] {
  const name = `atelier-${randomUUID()}`;
  const mine = ownGroups();
  const one = mine.get('');
  if (one !== undefined && existsSync(join(root, 'cgroup.controllers'))) {
    return [{ folder: join(root, dirname(one), name), files: { 'pids.max': processes, 'memory.max': memoryBytes } }];
  }
  const [pids, memory] = [mine.get('pids'), mine.get('memory')];
  return [
    ...(pids === undefined ? [] : [{ folder: join(root, 'pids', pids, name), files: { 'pids.max': processes } }]),
    ...(memory === undefined ? [] : [{ folder: join(root, 'memory', memory, name), files: { 'memory.limit_in_bytes': memoryBytes } }]),
  ];
}

/** The control groups of this process, by controller; of the newer kind there is one, without a name. */
function ownGroups(): ReadonlyMap<string, string> {
  try {
    const lines = readFileSync('/proc/self/cgroup', 'utf8').trim().split('\n');
    return new Map(lines.map(line => line.split(':')).map(([, names = '', ...path]) => [names, path.join(':')]));
  } catch {
    return new Map();
  }
}

function make({ folder, files }: Group): readonly string[] {
  try {
    mkdirSync(folder);
  } catch {
    return [];
  }
  try {
    for (const [file, value] of Object.entries(files)) writeFileSync(join(folder, file), String(value));
    return [folder];
  } catch {
    remove(folder);
    return [];
  }
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
    leftOver.delete(folder);
  } catch (error) {
    // A process counts until somebody has taken note of its end, which may be a moment later.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') leftOver.add(folder);
    else leftOver.delete(folder);
    if (!sweepsAtExit) process.once('exit', sweep);
    sweepsAtExit = true;
  }
}
