import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** The compiler's errors in the fences, each compiled as a separate file inside this repository. */
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
    // JavaScript is only parsed; its imports exist in a frame only.
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
