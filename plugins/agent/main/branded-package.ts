import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** The engine looks for these beside its package.json. */
const folders = ['dist', 'docs', 'examples'];
const files = ['README.md', 'CHANGELOG.md'];

/**
 * A folder that the engine takes for its own package (`PI_PACKAGE_DIR`): ours in name, so that it reads `AGENT_CODING_AGENT_DIR`
 * and says `agent`, and the real one in everything else. Made once a version; mended where somebody changed it.
 */
export function brandedPackage(directory: string, engine: string): string {
  const { name, version } = JSON.parse(readFileSync(join(engine, 'package.json'), 'utf8')) as { name: string; version: string };
  const bin = join(directory, 'bin');
  const place = join(bin, `agent-package-${version}`);
  const manifest = JSON.stringify({ name, version, type: 'module', piConfig: { name: 'agent', configDir: '.agent' } });
  if (isWhole(place, engine, manifest)) return place;

  mkdirSync(bin, { recursive: true, mode: 0o700 });
  const made = join(bin, `.agent-package-${randomUUID()}`);
  mkdirSync(made, { mode: 0o700 });
  try {
    for (const folder of present(engine, folders)) symlinkSync(join(engine, folder), join(made, folder), 'junction');
    for (const file of present(engine, files)) copyFileSync(join(engine, file), join(made, file));
    writeFileSync(join(made, 'package.json'), manifest);
    rmSync(place, { recursive: true, force: true });
    renameSync(made, place);
  } catch (error) {
    // A second window may have made the same one first.
    if (!isWhole(place, engine, manifest)) throw error;
  } finally {
    rmSync(made, { recursive: true, force: true });
  }
  return place;
}

function present(engine: string, names: readonly string[]): readonly string[] {
  return names.filter(name => existsSync(join(engine, name)));
}

function isWhole(place: string, engine: string, manifest: string): boolean {
  try {
    if (readFileSync(join(place, 'package.json'), 'utf8') !== manifest) return false;
    return present(engine, folders).every(folder => realpathSync(join(place, folder)) === realpathSync(join(engine, folder)));
  } catch {
    return false;
  }
}
