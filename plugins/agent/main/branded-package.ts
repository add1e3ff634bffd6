import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The engine looks for these beside its package.json. */
const folders = ['dist', 'docs', 'examples'];
const files = ['README.md', 'CHANGELOG.md'];

/**
 * Returns a folder that the engine takes for its own package (`PI_PACKAGE_DIR`). Its package.json names it `agent`, so that the engine
 * reads `AGENT_CODING_AGENT_DIR` and calls itself `agent`; everything else is the engine's real package. The folder is created once per
 * version, and created again if it was changed.
 */
export function brandedPackage(directory: string, engine: string): string {
  const { name, version } = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8')) as { name: string; version: string };
  const bin = join(directory, 'bin');
  const place = join(bin, `agent-package-${version}`);
  const manifest = JSON.stringify({ name, version, type: 'module', piConfig: { name: 'agent', configDir: '.agent' } });
  if (isIntact(place, engine, manifest)) return place;

  mkdirSync(bin, { recursive: true, mode: 0o700 });
  const temporary = join(bin, `.agent-package-${randomUUID()}`);
  mkdirSync(temporary, { mode: 0o700 });
  try {
    for (const folder of present(engine, folders)) symlinkSync(join(engine, folder), join(temporary, folder), 'junction');
    for (const file of present(engine, files)) copyFileSync(join(engine, file), join(temporary, file));
    writeFileSync(join(temporary, 'package.json'), manifest);
    rmSync(place, { recursive: true, force: true });
    renameSync(temporary, place);
  } catch (error) {
    // Another process of Atelier may have created the same folder first.
    if (!isIntact(place, engine, manifest)) throw error;
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return place;
}

function present(engine: string, names: readonly string[]): readonly string[] {
  return names.filter(name => existsSync(join(engine, name)));
}

function isIntact(place: string, engine: string, manifest: string): boolean {
  try {
    if (readFileSync(join(place, 'package.json'), 'utf8') !== manifest) return false;
    return present(engine, folders).every(folder => realpathSync(join(place, folder)) === realpathSync(join(engine, folder)));
  } catch {
    return false;
  }
}
