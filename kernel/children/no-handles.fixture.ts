// Run with few handles: uses them all up, tries to start one of each, and prints what it was told. It must come to its end by itself.
import { closeSync, openSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { connectTo, runNow, runProgram, startFork, startProgram } from './index.ts';

const held: number[] = [];
const told: unknown[] = [];
try {
  for (;;) held.push(openSync(import.meta.filename, 'r'));
} catch (error) {
  told.push((error as NodeJS.ErrnoException).code);
}
const nameOf = (error: Error | undefined) => (error as NodeJS.ErrnoException | undefined)?.code ?? error?.message;

const program = startProgram('/bin/true', [], { stdio: ['pipe', 'pipe', 'pipe', 'pipe'] });
program.stdin.write('into nothing');
program.stdio[3]?.write('into nothing');
program.kill();
told.push(['program', program.pid, nameOf((await program.closed).failure)]);

const forked = startFork(new URL(import.meta.url), [], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
const refused = new Promise<Error>(resolve => forked.send({ hello: 1 }, resolve));
forked.disconnect();
told.push(['fork', forked.pid, nameOf((await forked.exited).failure), (await refused).message]);

const { failure, stdout } = await runProgram('/bin/echo', ['x'], { limitMs: 60_000, maxBytes: 100 });
told.push(['run', stdout, nameOf(failure)]);
told.push(['run now', runNow('/bin/true', [], 60_000).code]);
await new Promise(resolve => connectTo('/nowhere').on('close', resolve));

for (const one of held) closeSync(one);
// What failed late must not end it either.
await wait(1);
told.push(['with handles', (await runProgram('/bin/echo', ['x'], { limitMs: 60_000, maxBytes: 100 })).stdout]);
console.log(JSON.stringify(told));
