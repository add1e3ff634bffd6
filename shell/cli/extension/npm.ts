import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The result of npm. */
export interface NpmAnswer {
  readonly code: number;
  readonly out: string;
  readonly said: string;
}

const cli = join('node_modules', 'npm', 'bin', 'npm-cli.js');

/** Runs the npm that comes with Atelier in a folder, without running package scripts. A token is passed in a file that only this person can read. */
export async function runNpm(
  root: string,
  folder: string,
  args: readonly string[],
  access?: { registry: string; token: string },
): Promise<NpmAnswer> {
  const place = mkdtempSync(join(tmpdir(), 'atelier-npm-'));
  try {
    const userconfig = join(place, 'npmrc');
    const { host, pathname } = new URL(access?.registry ?? 'http://localhost/');
    const lines = access === undefined ? '' : `registry=${access.registry}\n//${host}${pathname}:_authToken=${access.token}\n`;
    writeFileSync(userconfig, `${lines}update-notifier=false\nfund=false\naudit=false\n`, { mode: 0o600 });
    const flags = ['--ignore-scripts', `--userconfig=${userconfig}`, `--cache=${join(place, 'cache')}`];
    // A fixed environment: npm would read registry and token from any npm_config_ variable.
    const env = { PATH: process.env.PATH, HOME: place, ...(process.env.LANG !== undefined && { LANG: process.env.LANG }) };
    const child = spawn(process.execPath, [join(root, cli), ...args, ...flags], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const [out, said]: [string[], string[]] = [[], []];
    child.stdout.setEncoding('utf8').on('data', (text: string) => out.push(text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => said.push(text));
    const [code] = (await once(child, 'close')) as [number | null];
    return { code: code ?? 1, out: out.join(''), said: said.join('') };
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}

/** The line of npm's output with the reason. */
export function reasonIn({ said, code }: NpmAnswer): string {
  const lines = said.split('\n').flatMap(line => /^npm (?:error|ERR!) (.+)$/.exec(line)?.[1] ?? []);
  return lines.find(line => !line.startsWith('code ')) ?? lines[0] ?? `npm ${code}`;
}
