import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The result of npm. */
export interface NpmResult {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

const npmCli = join('node_modules', 'npm', 'bin', 'npm-cli.js');

/** Runs the npm that comes with Atelier in a folder, without running package scripts. A token is passed in a file that only this person can read. */
export async function runNpm(
  root: string,
  folder: string,
  args: readonly string[],
  access?: { registry: string; token: string },
): Promise<NpmResult> {
  const temporary = mkdtempSync(join(tmpdir(), 'atelier-npm-'));
  try {
    const userconfig = join(temporary, 'npmrc');
    const { host, pathname } = new URL(access?.registry ?? 'http://localhost/');
    const lines = access === undefined ? '' : `registry=${access.registry}\n//${host}${pathname}:_authToken=${access.token}\n`;
    writeFileSync(userconfig, `${lines}update-notifier=false\nfund=false\naudit=false\n`, { mode: 0o600 });
    const flags = ['--ignore-scripts', `--userconfig=${userconfig}`, `--cache=${join(temporary, 'cache')}`];
    // A fixed environment: npm would read registry and token from any npm_config_ variable.
    const env = { PATH: process.env.PATH, HOME: temporary, ...(process.env.LANG !== undefined && { LANG: process.env.LANG }) };
    const child = spawn(process.execPath, [join(root, npmCli), ...args, ...flags], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [stdout, stderr]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => stdout.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => stderr.push(text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 1, stdout: stdout.join(''), stderr: stderr.join('') };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}

/** The reason of a failure, from npm's output. */
export function reasonIn({ stderr, code }: NpmResult): string {
  const lines = stderr.split('\n').flatMap(line => /^npm (?:error|ERR!) (.+)$/.exec(line)?.[1] ?? []);
  return lines.find(line => !line.startsWith('code ')) ?? lines[0] ?? `npm ${code}`;
}
