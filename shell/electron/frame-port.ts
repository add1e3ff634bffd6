import type { FramePort } from '@atelier/kernel/host';
import type { PortLike } from './electron-like.ts';

/** Electron's port, as the kernel's links take one. */
export function framePort(port: PortLike): FramePort {
  return {
    postMessage: message => port.postMessage(message),
    onMessage: listener => void port.on('message', ({ data }) => listener(data)),
    onClose: listener => void port.on('close', listener),
    start: () => port.start(),
    close: () => port.close(),
  };
}
