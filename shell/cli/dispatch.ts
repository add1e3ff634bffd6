import { runScript } from './run-script.ts';

/** The commands that need Node 24; the rest of the way there is plain JS. */
export async function dispatch(root: string, name: string, args: readonly string[]): Promise<number> {
  if (name === 'run') return runScript(root, args[0] ?? '', args.slice(1));
  if (name === 'new') return (await import('./new.ts')).newPlugin(root, args);
  return (await import('./start.ts')).start(root, args);
}
