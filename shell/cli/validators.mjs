import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileState } from './file-state.mjs';
import { runInForeground } from './foreground.mjs';

// The validators of the repository's schemas are not committed: the first command builds them, next to their schemas.

const generator = 'schemas/generate/build-validators.ts';
/** The folders of contracts; the generator reads the same file. */
const folders = 'schemas/generate/folders.json';

/** The stamp of the sources and of the built files. @param {string} root */
const stampFile = root => join(root, '.build', 'validators.json');

/**
 * Compares sizes and times of a few hundred files; does not run the generator.
 * @param {string} root
 */
export function validatorsAreBuilt(root) {
  if (!existsSync(join(root, generator))) return true;
  try {
    const { sources, outputs } = JSON.parse(readFileSync(stampFile(root), 'utf8'));
    return sources === sourceState(root) && outputs === outputState(root);
  } catch {
    return false;
  }
}

/** Builds what is missing or stale; returns the exit code of the generator. @param {string} root @param {string} node */
export async function buildValidators(root, node) {
  rmSync(stampFile(root), { force: true });
  // Computed first: a schema that is changed during the build makes the result stale.
  const sources = sourceState(root);
  const code = await runInForeground(node, [generator], process.env, root);
  if (code === 0) markValidatorsBuilt(root, sources);
  return code;
}

/** Written last: an interrupted build has no stamp, and is repeated. @param {string} root @param {string} [sources] */
export function markValidatorsBuilt(root, sources = sourceState(root)) {
  mkdirSync(dirname(stampFile(root)), { recursive: true });
  writeFileSync(stampFile(root), `${JSON.stringify({ sources, outputs: outputState(root) })}\n`);
}

const isOutput = (/** @type {string} */ path) => /\.validate\.(?:js|d\.ts)$/.test(path);

// The lockfile says which version of the generator's packages is installed.
/** @param {string} root */
const sourceState = root =>
  fileState(
    root,
    ['package-lock.json', ...foldersOf(root)],
    path => /\.json$|\/generate\/[^/]+$/.test(path) && !path.startsWith('schemas/generated/') && !path.endsWith('.test.ts'),
  );

/** @param {string} root */
const outputState = root => fileState(root, foldersOf(root), isOutput);

/** @param {string} root @returns {string[]} */
function foldersOf(root) {
  const { contracts } = JSON.parse(readFileSync(join(root, folders), 'utf8'));
  const expanded = contracts.flatMap((/** @type {string} */ pattern) => {
    const [parent = '', below = ''] = pattern.split('/*/');
    return readdirSync(join(root, parent))
      .sort()
      .map(name => `${parent}/${name}/${below}`);
  });
  return ['schemas', ...expanded].filter(folder => existsSync(join(root, folder)));
}
