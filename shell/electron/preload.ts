import { contextBridge, ipcRenderer } from 'electron';
import { connectChannel, connectFunction, portChannel } from './page-channels.ts';

declare const window: { postMessage(message: string, origin: string, ports: readonly unknown[]): void };
declare const location: { readonly origin: string };

// A port cannot pass through the bridge, so it comes to the page as a message of its own window.
ipcRenderer.on(portChannel, ({ ports }) => window.postMessage(portChannel, location.origin, ports));
contextBridge.exposeInMainWorld(connectFunction, () => ipcRenderer.send(connectChannel));
