import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Program } from '@atelier/kernel';
import { type MemoryHost, openMemoryHost } from '@atelier/kernel/host';
import { type Kernel, type KernelOptions, startKernel } from '@atelier/kernel/start';
import { trackOpen } from './leak-guard.ts';
import { type TestExtension, writeExtension } from './test-extension.ts';

export interface TestKernelOptions extends KernelOptions {
  /** Bundled plugins, by id, with the plugins that they require. */
  readonly plugins?: readonly string[];
  readonly extensions?: readonly TestExtension[];
  /** Folders of real extensions, treated as installed by the person: each runs in a process of its own. */
  readonly folders?: readonly string[];
  /** An existing profile: that of an earlier `testKernel` which was closed but whose scope was not left. */
  readonly profile?: string;
  /** The program that the host reports; without a version if left out. */
  readonly program?: Program;
}

/** A real kernel under test, on a host in memory and a profile of its own. */
export interface TestKernel extends Kernel, AsyncDisposable {
  readonly host: MemoryHost;
  readonly profile: string;
}

/** Starts the real kernel for a test. Everything that crosses between extensions is cloned, so that code which would break in
 * another process breaks here first; leaving the scope closes it and fails where an effect was left behind. */
export async function testKernel({
  plugins = [],
  extensions = [],
  folders = [],
  profile,
  program,
  ...options
}: TestKernelOptions = {}): Promise<TestKernel> {
  const root = profile ?? mkdtempSync(join(tmpdir(), 'atelier-test-'));
  const host = openMemoryHost({ bundled: undefined, node: process.execPath, root, ...(program && { program }) });
  const { bundled, installed } = host.paths;
  for (const folder of withRequirements(plugins)) linkOnce(folder.path, join(bundled, folder.name));
  for (const folder of folders) linkOnce(resolve(folder), join(installed, basename(resolve(folder))));
  const forget = extensions.map((one, at) => writeExtension(one.installed ? installed : bundled, one, `test-${at}`));
  const kernel = await startKernel(host, { strict: true, locale: 'en', unrestricted: apart(plugins), ...options });
  const closed = trackOpen(`the kernel in ${root}`);
  await kernel.settled;
  const close = async (): Promise<void> => {
    await kernel.close();
    await host.close();
    closed();
  };
  return {
    ...kernel,
    host,
    profile: root,
    close,
    async [Symbol.asyncDispose]() {
      await close();
      const left = kernel.statuses().flatMap(({ id }) => kernel.effects(id).map(label => `${id}: ${label}`));
      for (const one of forget) one();
      rmSync(root, { recursive: true, force: true });
      if (left.length > 0) throw new Error(`The kernel was closed, but these effects were left:\n${left.join('\n')}`);
    },
  };
}

// The second run of the plugins' suites: each plugin in a process of its own, so that its use of the API crosses the wire.
function apart(plugins: readonly string[]): readonly string[] {
  return process.env.ATELIER_TEST_APART === '1' ? withRequirements(plugins).map(({ id }) => id) : [];
}

export interface PluginFolder {
  readonly id: string;
  readonly name: string;
  readonly path: string;
  readonly requires: readonly string[];
}

/** The folders of bundled plugins in the repository; one without a manifest is no extension. */
export function ownPlugins(): readonly PluginFolder[] {
  const root = join(import.meta.dirname, '../../plugins');
  return readdirSync(root, { withFileTypes: true })
    .filter(entry => entry.isDirectory() && existsSync(join(root, entry.name, 'package.json')))
    .map(entry => {
      const path = join(root, entry.name);
      const manifest = JSON.parse(readFileSync(join(path, 'package.json'), 'utf8')) as {
        name: string;
        atelier: { requires?: Record<string, string> };
      };
      return { id: manifest.name, name: entry.name, path, requires: Object.keys(manifest.atelier.requires ?? {}) };
    });
}

function withRequirements(ids: readonly string[]): readonly PluginFolder[] {
  const all = new Map(ids.length > 0 ? ownPlugins().map(plugin => [plugin.id, plugin]) : []);
  const taken = new Set<PluginFolder>();
  const take = (id: string): void => {
    const plugin = all.get(id);
    if (!plugin) throw new Error(`There is no plugin ${id} in plugins/.`);
    if (taken.has(plugin)) return;
    taken.add(plugin);
    for (const need of plugin.requires) if (all.has(need)) take(need);
  };
  for (const id of ids) take(id);
  return [...taken];
}

function linkOnce(target: string, place: string): void {
  try {
    symlinkSync(target, place, 'dir');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
