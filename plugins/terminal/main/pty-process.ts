import type { EventEmitter } from 'node:events';
import { spawn } from '@lydell/node-pty';
import type { Said } from './pty.ts';

/**
 * Runs a program in a pseudo-terminal, in a process of its own: what goes wrong in native code ends this process and not the app. What the
 * program prints goes to stdout as it is, and stdin has what is typed, as lines of JSON.
 */
const [columns, rows, program = '', ...args] = process.argv.slice(2);

const pty = spawn(program, args, {
  name: 'xterm-256color',
  cols: Number(columns),
  rows: Number(rows),
  cwd: process.cwd(),
  env: process.env,
  // Bytes are passed on as they are.
  encoding: null,
});

// It throws what nobody hears.
(pty as unknown as EventEmitter).on('error', () => undefined);

pty.onData(data => {
  if (process.stdout.write(data)) return;
  pty.pause();
  process.stdout.once('drain', () => pty.resume());
});
pty.onExit(({ exitCode, signal }) => {
  // As shells count.
  process.exitCode = signal === undefined || signal === 0 ? exitCode : 128 + signal;
  process.stdin.destroy();
});

// Nobody reads any more: the app has ended.
process.stdout.on('error', () => process.exit(0));

let rest = '';
process.stdin.setEncoding('utf8').on('data', (text: string) => {
  // Not by Node's own reader of lines: to that a line may also end in a letter that somebody pastes.
  const lines = (rest + text).split('\n');
  rest = lines.pop() ?? '';
  for (const line of lines) take(JSON.parse(line) as Said);
});
process.stdin.on('end', () => process.exit(0));
process.on('SIGTERM', () => {
  pty.kill('SIGHUP');
  process.exit(0);
});

function take(said: Said): void {
  if ('text' in said) return pty.write(said.text);
  try {
    pty.resize(said.columns, said.rows);
  } catch {
    // The program has closed its terminal, or has just ended.
  }
}
