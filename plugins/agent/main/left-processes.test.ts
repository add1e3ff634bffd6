import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { commandMarks, markedProgram } from '@atelier/kernel/children';
import { expect, onTestFinished } from 'vitest';
import { tempFolder } from '../../../kernel/testing/temp-folder.ts';
import { lacks, needing } from '../../../tests/support/needing.ts';
import { LeftProcesses } from './left-processes.ts';

const onLinux = needing(process.platform !== 'linux' && lacks.linux);

/** A process that says that it runs, and then runs for long. */
async function running(mark?: number): Promise<ChildProcess> {
  const [program, ...before] = mark === undefined ? ['/bin/sh'] : markedProgram('/bin/sh', mark);
  const child = spawn(program ?? '', [...before, '-c', 'echo runs; exec sleep 9875'], { stdio: ['ignore', 'pipe', 'ignore'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

onLinux('D39: what an earlier run has left is ended by its marks, and no other process, whatever numbers the record names', async () => {
  using folder = tempFolder();
  const file = folder.file('engine.json');
  const [marks, others] = [commandMarks(), commandMarks()];
  const [engine, command, stranger, plain] = await Promise.all([
    running(marks.own),
    running(marks.next()),
    running(others.next()),
    running(),
  ]);
  const left = new LeftProcesses(file);
  left.record(marks.first);
  // The run that wrote it is this one, which lives: as in a copy of a profile that is in use.
  const ofAnother = left.sweep();
  // That number belongs to a stranger by now.
  const record = JSON.parse(readFileSync(file, 'utf8')) as object;
  writeFileSync(file, JSON.stringify({ ...record, pid: stranger.pid, started: '1' }));
  const gone = Promise.all([once(engine, 'exit'), once(command, 'exit')]);
  const ended = left.sweep();
  await gone;
  expect({
    ofAnother,
    ended: ended.toSorted(),
    others: [stranger, plain].map(({ exitCode, signalCode }) => [exitCode, signalCode]),
    again: left.sweep(),
  }).toEqual({
    ofAnother: [],
    ended: [engine.pid, command.pid].toSorted(),
    others: [
      [null, null],
      [null, null],
    ],
    again: [],
  });
});

onLinux('a record that is torn or of another form ends nothing', async () => {
  using folder = tempFolder();
  const file = folder.file('engine.json');
  const plain = await running();
  for (const text of ['', '{"firstMark":', '{"firstMark":"0"}', '{"firstMark":null,"pid":1,"started":"x"}', '[]', 'null']) {
    writeFileSync(file, text);
    expect(new LeftProcesses(file).sweep()).toEqual([]);
  }
  expect([plain.exitCode, plain.signalCode]).toEqual([null, null]);
});
