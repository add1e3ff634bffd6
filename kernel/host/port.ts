import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pathIn } from '@atelier/schemas/profile/paths.mjs';
import { readRegularSync } from '../children/regular-file.ts';
import { hostErrors } from './errors.ts';

/**
 * Listens on the loopback address: on the requested port, else on the one that this profile used before, because the port is
 * part of the origin and a page's storage belongs to its origin. `stable` is false if that port was in use.
 */
export async function listen(server: Server, userData: string, asked: number | undefined): Promise<{ port: number; stable: boolean }> {
  if (asked !== undefined) {
    if (await tryListen(server, asked)) return { port: portOf(server), stable: asked !== 0 };
    throw hostErrors['host/port-taken']({ port: asked });
  }
  const file = pathIn(userData, 'port');
  const kept = readPort(file);
  if (kept !== undefined && (await tryListen(server, kept))) return { port: kept, stable: true };
  await tryListen(server, 0);
  const port = portOf(server);
  return { port, stable: kept === undefined && keepPort(file, port) };
}

/** A port that cannot be kept, as where a folder has its name, is one of this start only. */
function keepPort(file: string, port: number): boolean {
  try {
    writeFileSync(file, `${port}\n`, { mode: 0o600 });
    return true;
  } catch {
    return false;
  }
}

async function tryListen(server: Server, port: number): Promise<boolean> {
  server.listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
    return true;
  } catch (error) {
    if (['EADDRINUSE', 'EACCES'].includes((error as NodeJS.ErrnoException).code ?? '')) return false;
    throw hostErrors['host/listen-failed']({ why: (error as Error).message }, error);
  }
}

function portOf(server: Server): number {
  return (server.address() as AddressInfo).port;
}

function readPort(file: string): number | undefined {
  try {
    const port = Number(readRegularSync(file));
    return Number.isInteger(port) && port > 1023 && port < 65536 ? port : undefined;
  } catch {
    return undefined;
  }
}
