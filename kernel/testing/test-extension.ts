import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { ExtensionContext } from '@atelier/kernel';
import type { Atelier } from '@atelier/schemas/manifest.ts';

/** An extension defined by a test: a manifest, and either a function of the test or files of its own. */
export interface TestExtension {
  readonly id: string;
  readonly version?: string;
  readonly engine?: string;
  readonly atelier?: Atelier;
  /** The main side as a function of the test; shares the kernel's process. */
  readonly activate?: (ctx: ExtensionContext) => void | Promise<void>;
  /** Files of the package; with `main.js` among them the main side is a real module that can run isolated. */
  readonly files?: Readonly<Record<string, string>>;
  /** True to put it in the folder of installed extensions, so that it runs isolated. */
  readonly installed?: boolean;
}

const closures: Map<string, TestExtension['activate']> = new Map();
(globalThis as Record<symbol, unknown>)[Symbol.for('atelier.test-extensions')] = closures;
let made = 0;

/** A test extension whose main side is a function of the test. */
export function extension(id: string, activate: (ctx: ExtensionContext) => void | Promise<void>, atelier: Atelier = {}): TestExtension {
  return { id, activate, atelier };
}

/** Writes a test extension as a real package; the returned function removes its main side again. */
export function writeExtension(root: string, one: TestExtension, folderName: string): () => void {
  const folder = join(root, folderName);
  const files: Record<string, string> = { ...one.files };
  const key = `${one.id}#${made++}`;
  const hasMain = one.activate !== undefined || files['main.js'] !== undefined;
  if (one.activate) {
    closures.set(key, one.activate);
    files['main.js'] =
      `const activate = globalThis[Symbol.for('atelier.test-extensions')].get(${JSON.stringify(key)});\nexport default { activate };\n`;
  }
  const manifest = {
    name: one.id,
    version: one.version ?? '1.0.0',
    type: 'module',
    engines: { atelier: one.engine ?? '^1.0.0' },
    atelier: { ...(hasMain && { main: './main.js' }), ...one.atelier },
  };
  files['package.json'] ??= JSON.stringify(manifest, undefined, 2);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), text);
  }
  return () => void closures.delete(key);
}
