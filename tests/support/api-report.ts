import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export const reportPath = 'kernel/api/api.report.d.ts';

/** The surface that extensions are written against, by the name they import it with. */
const entries = [
  { name: '@atelier/kernel', folder: 'kernel/api' },
  { name: '@atelier/kernel/ui', folder: 'kernel/ui' },
];

const preface = `// The public API as the compiler sees it. Written by \`npm run generate\`, compared by tests/api-report.test.ts.
// A changed line here changes the API that extensions are written for.
`;

/** Every declaration that can be imported from the kernel's two public entries, as one text. */
export function apiReport(): string {
  const sections = entries.filter(entry => existsSync(join(entry.folder, 'index.ts'))).map(entry => section(entry.name, entry.folder));
  return `${preface}\n${sections.join('\n')}`;
}

function section(name: string, folder: string): string {
  const out = mkdtempSync(join(tmpdir(), 'atelier-api-'));
  try {
    const emitted = spawnSync(
      process.execPath,
      ['node_modules/typescript/bin/tsc', '-p', folder, '--outDir', out, '--composite', 'false', '--incremental', 'false'],
      { encoding: 'utf8' },
    );
    const files = readdirSync(out, { recursive: true, encoding: 'utf8' }).filter(file => file.endsWith('.d.ts'));
    if (files.length === 0) throw new Error(`The declarations of ${name} could not be made:\n${emitted.stdout}${emitted.stderr}`);
    const reached = reachedFrom(out, 'index.d.ts');
    const texts = [...reached].toSorted().map(file => declarations(readFileSync(join(out, file), 'utf8')));
    return `// ${name}\n\n${texts.filter(text => text !== '').join('\n')}`;
  } finally {
    rmSync(out, { recursive: true });
  }
}

/** The files that an entry exports from; what it only uses inside is nobody's business. */
function reachedFrom(root: string, entry: string, seen = new Set<string>()): ReadonlySet<string> {
  if (seen.has(entry)) return seen;
  seen.add(entry);
  const text = readFileSync(join(root, entry), 'utf8');
  for (const [, path = ''] of text.matchAll(/^export\b[^;]*?\bfrom '(\.[^']+)'/gm)) {
    const folder = entry.includes('/') ? `${entry.slice(0, entry.lastIndexOf('/'))}/` : '';
    reachedFrom(root, join(folder, path.replace(/\.ts$/, '.d.ts')), seen);
  }
  return seen;
}

function declarations(text: string): string {
  return text
    .replace(/^import\b[^;]*;\n/gm, '')
    .replace(/^export \* from [^;]*;\n/gm, '')
    .replace(/^export \{\};\n/gm, '')
    .trimStart();
}
