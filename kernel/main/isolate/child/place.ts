/**
 * Where in its package an error was thrown, such as `src/main.ts:4:11`; undefined if its stack does not lead there. Where a file names a
 * source map, Node has put the place of the source into the stack.
 */
export function placeOf(error: unknown, packageFolder: string): string | undefined {
  const stack = Object(error).stack as unknown;
  if (typeof stack !== 'string') return undefined;
  for (const line of stack.slice(0, maxStack).split('\n')) {
    const at = line.indexOf(packageFolder);
    const place = at < 0 ? undefined : /^[^()]*?:\d+:\d+/.exec(line.slice(at + packageFolder.length))?.[0];
    if (place !== undefined && !place.includes('node_modules/')) return place;
  }
  return undefined;
}

const maxStack = 16_384;
