import { existsSync, readFileSync, writeFileSync } from 'node:fs';

/** Writes a generated file, or with `--check` only reports whether it is up to date. Returns the exit code of the generator. */
export function writeOrCheck(path: string, text: string): number {
  const before = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  if (before === text) return 0;
  if (process.argv.includes('--check')) {
    process.stderr.write(`${path} is out of date. Run \`npm run generate\` and read what changed.\n`);
    return 1;
  }
  writeFileSync(path, text);
  process.stderr.write(`wrote ${path}\n`);
  return 0;
}
