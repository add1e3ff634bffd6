import type { FramePort } from '@atelier/kernel/host';
import type { PortLike } from './electron-like.ts';

/** Adapts Electron's port to the port of the kernel's links. */
export function framePort(port: PortLike): FramePort {
  return {
    postMessage: message => port.postMessage(message),
    onMessage: listener => void port.on('message', ({ data }) => listener(data)),
    onClose: listener => void port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  };
}
