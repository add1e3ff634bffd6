/**
 * The process that holds the engine and all conversations, started by `fork` with advanced serialisation. It ends with its
 * parent, after it has ended every process that it started.
 */
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import type { FromEngine, ToEngine } from './protocol.ts';
import { Sessions } from './sessions.ts';
import { Wire } from './wire.ts';

const wire = new Wire({
  send: (message: FromEngine) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => undefined);
  },
  onMessage: (listener: (message: ToEngine) => void) => void process.on('message', listener as (message: unknown) => void),
});
const sessions = new Sessions(wire);

let isEnding = false;
const end = async () => {
  if (isEnding) return;
  isEnding = true;
  // A turn that cannot be stopped must not keep the process alive.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 3000);
  wire.close();
  await sessions.close();
  // An exit waits for every thread, and one that hangs in the system, in the open of a named pipe or on a network drive, waits for ever.
  while (process.getActiveResourcesInfo().some(name => name.startsWith('FSReq'))) await pause(20);
  process.exit(0);
};
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
// An error of one conversation must not end the others.
process.on('unhandledRejection', reason => process.stderr.write(`unhandled: ${reason instanceof Error ? reason.stack : String(reason)}\n`));

wire.serve(sessions.handlers());
