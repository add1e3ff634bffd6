import { join } from 'node:path';
import { write } from './compare.ts';
import { validatorOutputs } from './outputs.ts';

// As a program, for shell/cli/validators.mjs: prints an invalid schema as one message, without a stack.
const root = join(import.meta.dirname, '..', '..');
try {
  write(root, await validatorOutputs(root));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
