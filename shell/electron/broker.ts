import type { ElectronLike, IpcEvent, PortLike } from './electron-like.ts';
import { appOrigin } from './origins.ts';
import { connectChannel, portChannel } from './page-channels.ts';
import type { Windows } from './windows.ts';

/**
 * Gives a window, on request, a port to the kernel. This is the only message accepted from a page, and only from the top frame:
 * not from a frame inside it, and not from a page of another origin.
 */
export function brokerPorts(electron: ElectronLike, windows: Windows, toKernel: (port: PortLike) => void): void {
  electron.ipcMain.on(connectChannel, event => {
    if (!mayConnect(event, windows)) return;
    const { port1, port2 } = new electron.MessageChannelMain();
    toKernel(port1);
    event.senderFrame?.postMessage(portChannel, null, [port2]);
  });
}

function mayConnect({ sender, senderFrame }: IpcEvent, windows: Windows): boolean {
  return senderFrame !== null && senderFrame.parent === null && senderFrame.origin === appOrigin && windows.owns(sender);
}
