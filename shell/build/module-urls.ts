import { dirname, relative } from 'node:path';
import type { Plugin } from 'vite';

/**
 * The kernel finds its own files, such as the program of an isolated extension's process, relative to its sources. In the bundle
 * each module gets the address of its source relative to the bundle, so that the tree can be moved.
 */
export function keepModuleUrls(outDir: string): Plugin {
  const seenFromBundle = (path: string): string => JSON.stringify(relative(outDir, path).replaceAll('\\', '/'));
  return {
    name: 'keep-module-urls',
    enforce: 'pre',
    transform(code, id) {
      if (id.includes('node_modules') || !code.includes('import.meta.')) return undefined;
      return code
        .replaceAll('import.meta.url', `new URL(${seenFromBundle(id)}, import.meta['url']).href`)
        .replaceAll(
          'import.meta.dirname',
          `process.getBuiltinModule('node:path').join(import.meta['dirname'], ${seenFromBundle(dirname(id))})`,
        );
    },
  };
}
