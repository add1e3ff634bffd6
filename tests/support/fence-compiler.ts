import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** What the compiler has against the fences, each as a file of its own inside this repository. */
export function complaints(sources: ReadonlyMap<string, string>): string {
  mkdirSync('.build', { recursive: true });
  const folder = mkdtempSync(join('.build', 'readme-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  for (const [name, source] of sources) writeFileSync(join(folder, name), source);
  const compilerOptions = {
    composite: false,
    noEmit: true,
    emitDeclarationOnly: false,
    lib: ['esnext', 'dom', 'dom.iterable'],
    types: ['node'],
    typeRoots: ['../../node_modules/@types'],
    experimentalDecorators: true,
    useDefineForClassFields: false,
    // JavaScript is read for its syntax; what it imports is there in a frame only.
    allowJs: true,
    checkJs: false,
  };
  const include = ['*.ts', '*.js'];
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ extends: '../../tsconfig.base.json', compilerOptions, include }));
  const { stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', folder, '--pretty', 'false'], {
    encoding: 'utf8',
  });
  return stdout.replaceAll(`${folder}/`, '');
}
