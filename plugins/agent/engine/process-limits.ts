import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export interface ProcessLimits {
  readonly processes: number;
  readonly memoryBytes: number;
}

export interface LimitedCommand {
  readonly argv: readonly string[];
  /** The processes in its control groups; none without such groups. */
  processes(): readonly number[];
  release(): void;
}

const unlimited = (argv: readonly string[]): LimitedCommand => ({ argv, processes: () => [], release: () => {} });
const root = '/sys/fs/cgroup';

/** Puts a command into control groups of its own, if this process may create them: as root, or below a user's session. */
export function startLimited(argv: readonly string[], limits: ProcessLimits): LimitedCommand {
  if (process.platform !== 'linux') return unlimited(argv);
  removeBusyGroups();
  const groups = groupsOf(limits).flatMap(make);
  if (groups.length === 0) return unlimited(argv);
  const join = `for g in ${groups.map(group => `'${group}'`).join(' ')}; do echo $$ > "$g/cgroup.procs" || :; done; exec "$@"`;
  return {
    argv: ['/bin/sh', '-c', join, 'sh', ...argv],
    processes: () => groups.flatMap(processesIn),
    release: () => groups.forEach(remove),
  };
}

const busyGroups = new Set<string>();
let removesAtExit = false;

/** Removes groups that were still busy when their command had ended. */
function removeBusyGroups(): void {
  for (const folder of [...busyGroups]) remove(folder);
}

interface Group {
  readonly folder: string;
  readonly files: Readonly<Record<string, number>>;
}

function groupsOf({ processes, memoryBytes }: ProcessLimits): readonly Group[] {
  const name = `atelier-${randomUUID()}`;
  const own = ownGroups();
  const unified = own.get('');
  if (unified !== undefined && existsSync(join(root, 'cgroup.controllers'))) {
    return [{ folder: join(root, dirname(unified), name), files: { 'pids.max': processes, 'memory.max': memoryBytes } }];
  }
  const [pids, memory, cpu] = [own.get('pids'), own.get('memory'), own.get('cpu') ?? own.get('cpu,cpuacct')];
  return [
    // So that the command as a whole gets no more of the processor than this process does, however many sessions it opens.
    ...(cpu === undefined ? [] : [{ folder: join(root, 'cpu', cpu, name), files: {} }]),
    ...(pids === undefined ? [] : [{ folder: join(root, 'pids', pids, name), files: { 'pids.max': processes } }]),
    ...(memory === undefined ? [] : [{ folder: join(root, 'memory', memory, name), files: { 'memory.limit_in_bytes': memoryBytes } }]),
  ];
}

/** The control groups of this process by controller; in version 2 there is one, with an empty name. */
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

/** A process of another namespace is listed as 0, which would mean every process of this group. */
function processesIn(folder: string): readonly number[] {
  try {
    return readFileSync(join(folder, 'cgroup.procs'), 'utf8')
      .split('\n')
      .map(Number)
      .filter(pid => pid > 1);
  } catch {
    return [];
  }
}

function remove(folder: string): void {
  try {
    rmdirSync(folder);
    busyGroups.delete(folder);
  } catch (error) {
    // A process counts until its parent has read its exit status, which may be a moment later.
    if ((error as NodeJS.ErrnoException).code === 'EBUSY') busyGroups.add(folder);
    else busyGroups.delete(folder);
    if (!removesAtExit) process.once('exit', removeBusyGroups);
    removesAtExit = true;
  }
}
