import childProcess from 'node:child_process';
import cluster from 'node:cluster';
import fs from 'node:fs';
import inspector from 'node:inspector';
import module from 'node:module';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';

// Each tries to run code where nobody limits it: in another process, in native code, in the app itself.
const program = mark => `require('node:fs').writeFileSync(${JSON.stringify(mark)}, 'x')`;
const ended = process => new Promise((resolve, reject) => process.on('exit', resolve).on('error', reject));

export const attacks = {
  'start-shell': { tries: 'start a shell', run: ({ mark }) => childProcess.execSync(`echo x > ${mark}`) },
  'start-detached': {
    tries: 'start a program that outlives it',
    run: ({ mark }) => ended(childProcess.spawn('/bin/sh', ['-c', `echo x > ${mark}`], { detached: true, stdio: 'ignore' })),
  },
  'start-fork': {
    tries: 'fork Node without its limits',
    run: ({ mark }) => ended(childProcess.fork('-e', [program(mark)], { execArgv: [] })),
  },
  'start-cluster': {
    tries: 'start a cluster',
    run({ mark }) {
      cluster.setupPrimary({ exec: '-e', args: [program(mark)] });
      return ended(cluster.fork());
    },
  },
  'start-thread': {
    tries: 'start a thread without its limits',
    run: ({ mark }) => ended(new Worker(program(mark), { eval: true, execArgv: [] })),
  },
  'become-program': {
    tries: 'become another program (execve)',
    run: ({ mark }) => process.execve('/bin/sh', ['sh', '-c', `echo x > ${mark}`], {}),
  },
  'fork-bomb': {
    tries: 'start processes and threads until the machine stands still',
    run({ mark }) {
      const failures = [];
      for (let count = 0; count < 2000; count += 1) {
        for (const start of [
          () => childProcess.spawn(process.execPath, ['-e', program(mark)]),
          () => new Worker(program(mark), { eval: true }),
        ]) {
          try {
            start().on('error', error => failures.push(error));
          } catch (error) {
            failures.push(error);
          }
        }
      }
      throw failures[0];
    },
  },
  'load-addon': {
    tries: 'load native code',
    run({ addon }) {
      process.dlopen({ exports: {} }, addon);
      return 'loaded';
    },
  },
  'load-own-addon': {
    tries: 'load native code that it wrote into its data folder',
    run(_, { paths }) {
      fs.writeFileSync(join(paths.data, 'own.node'), 'x');
      module.createRequire(import.meta.url)(join(paths.data, 'own.node'));
      return 'loaded';
    },
  },
  'reach-inside-node': { tries: 'use the insides of Node (process.binding)', run: () => process.binding('spawn_sync') && 'bound' },
  'use-wasi': {
    tries: 'reach files through WASI',
    async run({ folder }) {
      const { WASI } = await import('node:wasi');
      return new WASI({ version: 'preview1', preopens: { '/': folder } }) && 'preopened';
    },
  },
  'open-inspector': {
    tries: 'open a debugger that anybody may attach to',
    run() {
      inspector.open(0, '127.0.0.1');
      return inspector.url();
    },
  },
  'debug-the-app': {
    tries: 'make the app open its debugger (SIGUSR1) and end programs of the person',
    run({ victim }) {
      process.kill(victim, 'SIGKILL');
    },
    // Signals to programs of the same user are nothing that Node forbids.
    knownWithoutSandbox: true,
  },
  'hook-modules': {
    tries: 'replace the kernel’s modules with its own by loader hooks',
    run({ folder }) {
      module.register(`data:text/javascript,export const resolve = () => ({ url: 'file://${folder}/secret.json', shortCircuit: true })`);
      return 'registered';
    },
  },
  'change-flags': {
    tries: 'lift its limits with V8 flags and drop its permissions’ guard at run time',
    async run({ secret }) {
      const v8 = await import('node:v8');
      v8.setFlagsFromString('--max-old-space-size=100000');
      v8.setFlagsFromString('--allow-natives-syntax');
      process.permission.has = () => true;
      return fs.readFileSync(secret, 'utf8');
    },
  },
};
