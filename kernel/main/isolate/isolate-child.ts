import type { Extension } from '@atelier/kernel';
import { reasonOf } from '../reason.ts';
import { childContext } from './child/context.ts';
import { childPipe, type Pipe } from './child/pipe.ts';
import { type ChildInit, decode, type ToChild } from './child/wire.ts';
import { toPlacedError } from './child/wire-error.ts';

// The entry of an isolated extension's process. Nothing here is a security boundary: the extension shares this realm and may
// change all of it. The boundary is outside: the sandbox, the permission flags, and the kernel's own checks.

// Loaded by name: a static import evaluates all their exports.
const { subscribe } = process.getBuiltinModule('node:diagnostics_channel');
const { Socket } = process.getBuiltinModule('node:net');
const protocolFd = 3;

const socket = new Socket({ fd: protocolFd, readable: true, writable: true });
let rest = '';
let receive: (frame: ToChild) => void = frame => {
  if (frame.k === 'start') void start(frame.init);
};
socket.setEncoding('utf8');
socket.on('data', (text: string) => {
  let start = 0;
  // Searched in the new text only: a large answer comes in hundreds of pieces.
  for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
    const line = rest + text.slice(start, end);
    rest = '';
    start = end + 1;
    receive(decode(line) as ToChild);
  }
  rest += text.slice(start);
});
// The kernel has ended, so this process ends too.
socket.on('close', () => process.exit(0));

async function start(init: ChildInit): Promise<void> {
  const pipe = childPipe(init.declared.id, init.lineBytes, lines => socket.write(lines));
  const context = childContext(init, pipe);
  receive = frame => {
    if (frame.k === 'ping') pipe.send({ k: 'pong' });
    else if (frame.k === 'stop') stop();
    else {
      context.receive(frame);
      pipe.receive(frame);
    }
  };
  for (const kind of guarded) subscribe(`node:permission-model:${kind}`, message => tellRefusal(pipe, message));
  try {
    const module = (await import(init.main)) as { default?: Partial<Extension> };
    if (typeof module.default?.activate !== 'function') return pipe.send({ k: 'nothing' });
    await module.default.activate(context.ctx);
    await context.settled();
    pipe.send({ k: 'active' });
  } catch (error) {
    console.error(error);
    pipe.send({ k: 'failed', error: toPlacedError(error, folderOf(init)) });
  }
}

/** The package's folder with a slash at the end, as a path: the main file's without the path that the manifest names. */
function folderOf({ main, declared }: ChildInit): string {
  const path = decodeURIComponent(new URL(main).pathname);
  return path.slice(0, path.length - declared.main.replace(/^\.\//, '').length);
}

// The log names what Node's permission flags refuse, even if the extension swallows the error.
const guarded = ['fs', 'child', 'worker', 'addon', 'inspector', 'wasi'];

function tellRefusal(pipe: Pipe, message: unknown): void {
  const { permission, resource } = Object(message) as Record<string, unknown>;
  pipe.tell('refused', [String(permission), String(resource ?? '').slice(0, 200)]);
}

function stop(): void {
  socket.end(() => process.exit(0));
}

// An unhandled rejection is logged and does not end the extension, as in the kernel's process.
process.on('unhandledRejection', error => console.error('unhandled rejection:', reasonOf(error)));
