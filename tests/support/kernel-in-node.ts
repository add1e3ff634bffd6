import { pathToFileURL } from 'node:url';

// Runs the built kernel process of the desktop program in plain Node: `process.parentPort`, which Electron provides, is emulated with
// Node's IPC channel to the parent.
Object.assign(process, {
  parentPort: {
    postMessage: (message: unknown) => process.send?.(message),
    on: (_event: string, listener: (event: { data: unknown; ports: [] }) => void) =>
      process.on('message', data => listener({ data, ports: [] })),
  },
});
await import(pathToFileURL(process.argv[2] ?? '').href);
