import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bashOperations } from './sandbox.ts';

// A program of its own, so that it can run as another user: `node stopping.fixture.ts <folder> <mode> <sandbox> [command]`. In each
// command a process gets away from the shell that started it, and says that it runs by making a file. `<sleep>` is a sleep that nothing
// else runs.

const [folder = '', mode = 'open', sandbox, given] = process.argv.slice(2);

const escapes: Readonly<Record<string, string>> = {
  'in the background': '<sleep> & touch begun; wait',
  'a session of its own': 'setsid <sleep> & touch begun; wait',
  'forked twice, with the output held open': '(setsid sh -c "<sleep> & exit" &); touch begun; <sleep>',
  'without the environment of its parent': 'env -i setsid -f /bin/<sleep> </dev/null >/dev/null 2>&1; touch begun; <sleep>',
  'without that environment, and with the output held open': 'env -i setsid -f /bin/<sleep>; touch begun; <sleep>',
  'a parent that has ended, and the output held open':
    'perl -e \'exit if fork; setpgrp; exit if fork; exec "<sleep>"\'; touch begun; <sleep>',
  'deaf to signals': 'trap "" TERM INT HUP QUIT; (trap "" TERM INT HUP QUIT; <sleep>) & touch begun; while :; do wait; done',
  'another name': '(exec -a innocent setsid <sleep>) & touch begun; wait',
  'always on the move':
    'perl -e \'use POSIX; $0 = "<sleep>"; for (;;) { exit if fork; POSIX::setsid(); select undef, undef, undef, 0.001 }\' & touch begun; <sleep>',
  'a shell that nobody waits for': 'nohup sh -c "while :; do <sleep>; done" >/dev/null 2>&1 & disown; touch begun; <sleep>',
};

interface Stopped {
  readonly outcome: string;
  readonly left: readonly string[];
}

let count = 0;

async function stopped(command: string): Promise<Stopped> {
  count += 1;
  const place = join(folder, String(count));
  mkdirSync(place);
  const seconds = `7${process.pid}${count}`;
  const stop = new AbortController();
  let output = '';
  const operations = bashOperations({
    mode: mode === 'secure' ? 'secure' : 'open',
    cwd: place,
    network: false,
    forbidden: [],
    sandbox: sandbox || undefined,
    unsandboxed: 'approved',
  });
  const onData = (data: Buffer) => {
    output += data.toString('utf8');
  };
  const running = operations.exec(`echo said; ${command.replaceAll('<sleep>', `sleep ${seconds}`)}`, place, {
    onData,
    signal: stop.signal,
  });
  const outcome = running.then(
    ({ exitCode }) => `${output}${exitCode}`,
    (error: Error) => `${output}${error.message}`,
  );
  // A command that ended by itself, as where no process could be started, is told by its outcome.
  let isOver = false;
  outcome.then(() => {
    isOver = true;
  });
  const hasBegun = () => existsSync(join(place, 'begun')) && processesNamed(seconds).length > 0;
  while (!isOver && !hasBegun()) await new Promise(resolve => setImmediate(resolve));
  stop.abort();
  return { outcome: await outcome, left: processesNamed(seconds) };
}

function processesNamed(word: string): readonly string[] {
  return readdirSync('/proc').flatMap(pid => {
    try {
      const command = readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' ').trim();
      return /^\d+$/.test(pid) && Number(pid) !== process.pid && command.includes(word) ? [command] : [];
    } catch {
      return [];
    }
  });
}

const results: Record<string, Stopped> = {};
for (const [name, command] of Object.entries(given === undefined ? escapes : { given })) results[name] = await stopped(command);
process.stdout.write(JSON.stringify(results));
