import { spawn } from 'node:child_process';
import type { BashOperations } from '@earendil-works/pi-coding-agent';
import { boundedOutput } from './bounded-output.ts';
import type { AccessMode } from './protocol.ts';

/** Stands in until the sandbox of the branch `access` takes this file's place; same signature. */
export function bashOperations(_options: {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly network: boolean;
  readonly sandbox: string | undefined;
  readonly forbidden: readonly string[];
}): BashOperations {
  return {
    exec: (command, cwd, { onData, signal, timeout, env }) =>
      new Promise((resolve, reject) => {
        const child = spawn('bash', ['-c', command], { cwd, env, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
        const output = boundedOutput(onData);
        const kill = () => {
          try {
            if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
          } catch {
            // Gone already.
          }
        };
        const abort = () => {
          kill();
          reject(new Error('aborted'));
        };
        const clock =
          timeout === undefined
            ? undefined
            : setTimeout(() => {
                kill();
                reject(new Error(`timeout:${timeout}`));
              }, timeout * 1000);
        if (signal?.aborted) abort();
        signal?.addEventListener('abort', abort, { once: true });
        child.stdout.on('data', output.add);
        child.stderr.on('data', output.add);
        child.on('error', reject);
        child.on('close', code => {
          clearTimeout(clock);
          signal?.removeEventListener('abort', abort);
          output.end();
          resolve({ exitCode: code ?? 137 });
        });
      }),
  };
}
