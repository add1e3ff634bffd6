import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Registry, startRegistry } from '../../registry-dev/start.ts';

const npmCli = resolve(import.meta.dirname, '../../node_modules/npm/bin/npm-cli.js');

/** A registry with a user, and npm configured for this registry only. */
export interface TestRegistry extends Registry {
  readonly token: string;
  /** Runs npm in a folder, against this registry only; resolves with its output, rejects if it fails. */
  npm(folder: string, ...args: readonly string[]): Promise<string>;
  /** Packs a folder and publishes it. */
  publish(folder: string): Promise<void>;
}

/** A registry in a temporary folder, which is removed with it. A start takes a second or two, so use one per test file. */
export async function openTestRegistry(options: { readonly stock?: boolean } = {}): Promise<TestRegistry> {
  const place = mkdtempSync(join(tmpdir(), 'atelier-registry-'));
  const registry = await startRegistry({ storage: join(place, 'storage'), ...options });
  const token = await registry.addUser('tester', 'tester-password');
  const userconfig = join(place, 'npmrc');
  const { host } = new URL(registry.url);
  writeFileSync(userconfig, `registry=${registry.url}\n//${host}/:_authToken=${token}\naudit=false\nfund=false\nupdate-notifier=false\n`, {
    mode: 0o600,
  });
  const npm = (folder: string, ...args: readonly string[]) =>
    runNpm(folder, [...args, `--userconfig=${userconfig}`, `--cache=${join(place, 'cache')}`, '--ignore-scripts']);
  const stop = async () => {
    await registry.stop();
    rmSync(place, { recursive: true, force: true });
  };
  return {
    ...registry,
    token,
    npm,
    publish: async folder => void (await npm(folder, 'publish')),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

async function runNpm(cwd: string, args: readonly string[]): Promise<string> {
  const child = spawn(process.execPath, [npmCli, ...args], { cwd, env: { PATH: process.env.PATH, HOME: cwd } });
  const out: string[] = [];
  const err: string[] = [];
  child.stdout.setEncoding('utf8').on('data', text => out.push(text));
  child.stderr.setEncoding('utf8').on('data', text => err.push(text));
  const [code] = await once(child, 'close');
  if (code !== 0) throw new Error(`npm ${args[0]} ended with ${code}: ${err.join('')}${out.join('')}`);
  return out.join('');
}
