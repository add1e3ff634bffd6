import { ensureBuilt } from './build.ts';
import { runNode } from './run-node.ts';

/** Builds the desktop program, and installers of it for the system that this runs on. */
export async function packageApp(root: string, args: readonly string[]): Promise<number> {
  const built = await ensureBuilt(root, 'electron');
  return built === 0 ? runNode(root, ['shell/build/package-app.ts', ...args]) : built;
}
