/**
 * The process that holds the engine and all conversations. Started by `fork` with advanced serialisation; it ends with its
 * parent, and ends everything that it has started before.
 */
import process from 'node:process';
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
  // A turn that does not let itself be stopped must not keep the process.
  setTimeout(() => process.exit(1), 3000).unref();
  wire.close();
  await sessions.close();
  process.exit(0);
};
process.on('disconnect', () => void end());
process.on('SIGTERM', () => void end());
process.on('SIGINT', () => void end());
// One conversation's mishap must not end the others.
process.on('unhandledRejection', reason => process.stderr.write(`unhandled: ${reason instanceof Error ? reason.stack : String(reason)}\n`));

wire.serve(sessions.handlers());
