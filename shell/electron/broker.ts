import type { ElectronLike, IpcEvent, PortLike } from './electron-like.ts';
import { appOrigin } from './origins.ts';
import { connectChannel, portChannel } from './page-channels.ts';
import type { Windows } from './windows.ts';

/**
 * Hands a window that asks a port to the kernel. The only message that a page can send to this process, and only the page
 * itself: no frame inside it, and no page of another origin.
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
