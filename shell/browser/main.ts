import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { isAppError } from '@atelier/kernel';
import { folderProblem, userDataFolder } from '@atelier/kernel/host';
import { exportArchive, importArchive, restoreProfile, sqliteLock, startKernel } from '@atelier/kernel/start';
import { serve, stopSignal } from './serve.ts';
import { terminalLocale } from './texts.ts';

/** The folder of this copy of Atelier. */
const root = join(import.meta.dirname, '../..');

process.exitCode = await withPrintedError(
  serve({
    argv: process.argv.slice(2),
    env: process.env,
    page: join(root, '.build/ui'),
    frame: join(root, '.build/frame'),
    bundled: join(root, 'plugins'),
    node: process.execPath,
    program: { version: versionOf(root), installed: 'source' },
    restore: restoreProfile,
    archives: { export: exportArchive, import: importArchive, passphrase: askedPassphrase, asksTwice: process.stdin.isTTY === true },
    async startKernel(host, { safe }) {
      // The template is meant to be copied, so it is off until the person switches it on.
      const kernel = await startKernel(host, { offAtFirst: ['@atelier/template'], safe });
      return {
        firstViews: () => kernel.firstViews(),
        language: () => kernel.language(),
        isSafe: () => kernel.safeStart() !== undefined,
        folderOf: slug => kernel.folderOf(slug),
        run: command => kernel.run(command, {}),
        close: () => kernel.close(),
      };
    },
    acquireLock: sqliteLock,
    ...(process.stdin.isTTY && { confirm: askedAtTerminal }),
    print: line => console.log(line),
    log: (level, text) => console.error(`${level}: ${text}`),
    signal: stopSignal(),
  }),
);

/** A start that fails with a known error prints its message in the person's language, without a stack. */
async function withPrintedError(ending: Promise<number>): Promise<number> {
  try {
    return await ending;
  } catch (error) {
    // A folder of another user inside the profile, or a full disk, can fail any step of the start.
    const known = isAppError(error) ? error : folderProblem(error, pathOf(error));
    if (known === undefined) throw error;
    console.error(`${known.in(terminalLocale(process.env))} [${known.code}]`);
    return known.code === 'host/arguments' ? 2 : 1;
  }
}

/** Yes, in either language; anything else, and the end of the input, is a no. */
async function askedAtTerminal(question: string): Promise<boolean> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout });
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('')));
  try {
    return /^(?:y|yes|o|oui)$/i.test((await Promise.race([terminal.question(question), closed])).trim());
  } finally {
    terminal.close();
  }
}

/** What is typed, without showing it; without a terminal the first line of the input. */
async function askedPassphrase(question: string): Promise<string> {
  const { stdin, stderr } = process;
  stderr.write(question);
  // Only what the terminal itself would show is hidden: its own echo goes through this output.
  const hidden = stdin.isTTY ? new Writable({ write: (_chunk, _encoding, done) => done() }) : undefined;
  const terminal = createInterface({ input: stdin, ...(hidden && { output: hidden }), terminal: hidden !== undefined });
  const closed = new Promise<string>(resolve => terminal.once('close', () => resolve('')));
  try {
    return await Promise.race([once(terminal, 'line').then(([text]) => String(text)), closed]);
  } finally {
    terminal.close();
    if (hidden !== undefined) stderr.write('\n');
  }
}

function versionOf(folder: string): string {
  return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { version: string }).version;
}

function pathOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).path ?? userDataFolder(process.env, process.platform);
}
