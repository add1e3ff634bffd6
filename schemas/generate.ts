import { join } from 'node:path';
import { differences, write } from './generate/compare.ts';
import { typeOutputs } from './generate/outputs.ts';

const root = join(import.meta.dirname, '..');
const outputs = await typeOutputs(root);

if (process.argv.includes('--check')) {
  const found = differences(root, outputs);
  for (const { path, kind } of found) console.error(`${kind}: ${path}`);
  if (found.length > 0) {
    console.error('Generated types do not match their schemas. Run `npm run generate` and commit the result.');
    process.exitCode = 1;
  }
} else {
  for (const { path, kind } of write(root, outputs)) console.log(kind === 'left over' ? `removed ${path}` : `wrote ${path}`);
}
