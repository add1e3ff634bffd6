import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { authorErrors } from './errors.ts';

interface PackageFile {
  readonly name?: string;
  readonly scripts?: Readonly<Record<string, string>>;
}

/** Runs the build script of the extension, if it has one, as `npm run build` would. */
export async function build(root: string, folder: string): Promise<void> {
  const { name: id = folder, scripts = {} } = packageFile(folder);
  const command = scripts.build;
  if (command === undefined) return;
  const tools = [
    join(folder, 'node_modules', '.bin'),
    dirname(process.execPath),
    join(root, 'node_modules', '.bin'),
    process.env.PATH ?? '',
  ];
  const env = { ...process.env, PATH: tools.join(delimiter) };
  // Its output goes to stderr; stdout is for the result of the command.
  const child = spawn(command, { cwd: folder, env, shell: true, stdio: ['ignore', 2, 2] });
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw authorErrors['author/build-failed']({ id, script: command, code: code ?? 1 });
}

function packageFile(folder: string): PackageFile {
  const file = join(folder, 'package.json');
  if (!existsSync(file)) return {};
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as PackageFile;
  } catch {
    // The next reader of the manifest reports the error.
    return {};
  }
}
