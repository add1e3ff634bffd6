import { parseArgs } from 'node:util';
import { hostErrors } from '@atelier/kernel/host';

/** How Atelier was asked to start. */
export interface StartArguments {
  readonly headless: boolean;
  readonly json: boolean;
  /** Undefined: the port of the last time. */
  readonly port: number | undefined;
}

export const usage = `atelier start [--headless] [--port <number>] [--json] [atelier://…]
  --headless  open no window; print the address
  --port      listen on this port of 127.0.0.1
  --json      the first line on standard output is {"url","pid","userData"}`;

/** Reads the words behind the program's name. Links of our scheme are taken by the host. */
export function readArguments(argv: readonly string[]): StartArguments {
  try {
    const { values } = parseArgs({
      args: [...argv],
      allowPositionals: true,
      options: { headless: { type: 'boolean' }, json: { type: 'boolean' }, port: { type: 'string' }, host: { type: 'string' } },
    });
    const port = values.port === undefined ? undefined : Number(values.port);
    if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port < 65536)) throw new Error(`--port ${values.port}`);
    return { headless: values.headless === true, json: values.json === true, port };
  } catch (cause) {
    throw hostErrors['host/arguments']({ why: (cause as Error).message }, cause);
  }
}
