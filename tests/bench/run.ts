import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { join } from 'node:path';
import type { Bench, Row } from './bench.ts';
import { table, verdict } from './table.ts';

const folder = import.meta.dirname;
const wanted = process.argv.slice(2);
const files = readdirSync(folder).filter(name => name.endsWith('.bench.ts'));
const chosen = files.filter(file => wanted.length === 0 || wanted.some(word => file.includes(word)));
if (chosen.length === 0) {
  process.stderr.write(
    `No bench is called ${wanted.join(', ')}. There are: ${files.map(file => file.replace('.bench.ts', '')).join(', ')}.\n`,
  );
  process.exit(2);
}

mkdirSync(join(folder, 'results'), { recursive: true });
const all: (Row & { readonly bench: string })[] = [];
for (const file of chosen) {
  const { default: bench } = (await import(join(folder, file))) as { default?: Bench };
  if (bench === undefined) {
    process.stderr.write(`${file} exports no bench. Give it a default export { name, run() }, as in start-layer.bench.ts.\n`);
    process.exitCode = 1;
    continue;
  }
  const load = Number((loadavg()[0] ?? 0).toFixed(2));
  process.stderr.write(`${bench.name}, at a load of ${load}…\n`);
  const rows = (await bench.run()).map(verdict);
  all.push(...rows.map(row => ({ bench: bench.name, ...row })));
  // What was not measured leaves the figures of before.
  if (rows.length === 0) continue;
  const record = { bench: bench.name, node: process.versions.node, cores: cpus().length, load, rows };
  writeFileSync(join(folder, 'results', `${bench.name}.json`), `${JSON.stringify(record, undefined, 2)}\n`);
}
process.stdout.write(`${table(all)}\n`);
if (all.some(row => row.ok === false)) process.exitCode = 1;
