import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

export interface RunningProcess {
  readonly pid: number;
  readonly command: string;
}

/** The processes whose working folder or command line is under `folder`; Linux only. */
export function processesUnder(folder: string): readonly RunningProcess[] {
  if (process.platform !== 'linux') return [];
  return readdirSync('/proc')
    .filter(name => /^\d+$/.test(name) && Number(name) !== process.pid)
    .flatMap(pid => {
      try {
        const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
        const inside = command.includes(folder) || readlinkSync(`/proc/${pid}/cwd`).startsWith(folder);
        return inside ? [{ pid: Number(pid), command }] : [];
      } catch {
        // It has ended meanwhile, or belongs to another user.
        return [];
      }
    });
}
