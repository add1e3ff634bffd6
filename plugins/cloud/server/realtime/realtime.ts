import { randomUUIDv7 } from 'node:crypto';
import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { type WebSocket, WebSocketServer } from 'ws';
import { hashOf, newToken } from '../../jobs/tokens.ts';
import { Problem } from '../../protocol/problems.ts';
import type { Store } from '../../store/store.ts';
import { lastOf } from '../../store/streams.ts';
import { type Access, issuedAt } from '../access.ts';
import type { Log } from '../app.ts';
import type { Cloud } from '../cloud.ts';
import { rightsOf } from './access.ts';
import { Connection, closings, type Redeemed } from './connection.ts';

export const protocolName = 'atelier.rt.v1';
export const realtimePath = '/v1/realtime';
const heartbeatMs = 15_000;
const ticketMs = 30_000;
const perUser = 20;

export interface RealtimeOptions {
  readonly log: Pick<Log, 'info' | 'error'>;
  readonly access: Access;
  /** How often hints that were lost are made up for, and rights are looked at again. */
  readonly sweepMs?: number;
}

export interface Realtime {
  /** Says that the server ends, and closes every connection. */
  stop(): void;
}

/** A ticket opens one connection within half a minute: what stands in an address is read by more than its reader. */
export async function newTicket(
  store: Store,
  userId: string,
  now: number,
): Promise<{ readonly ticket: string; readonly expiresAt: number }> {
  const ticket = newToken();
  const expiresAt = now + ticketMs;
  await store.deleteFrom('tickets').where('expires_at', '<=', now).execute();
  await store
    .insertInto('tickets')
    .values({ hash: hashOf(ticket), user_id: userId, expires_at: expiresAt })
    .execute();
  return { ticket, expiresAt };
}

async function redeem({ store, now }: Pick<Cloud, 'store' | 'now'>, ticket: string): Promise<Redeemed | undefined> {
  const used = await store
    .deleteFrom('tickets')
    .where('hash', '=', hashOf(ticket))
    .where('expires_at', '>', now())
    .returning(['user_id', 'expires_at'])
    .executeTakeFirst();
  return used && { userId: used.user_id, since: used.expires_at - ticketMs };
}

/** Who asks: behind a proxy what that one wrote last, as for every other request. */
function senderOf({ headers, socket }: IncomingMessage, trustProxy: boolean): string {
  const said = trustProxy
    ? String(headers['x-forwarded-for'] ?? '')
        .split(',')
        .at(-1)
        ?.trim()
    : undefined;
  return said || (socket.remoteAddress ?? '');
}

/** Connections on which clients hear what happens, on the server's own port. */
export function startRealtime(server: Server, cloud: Cloud, { log, access, sweepMs = 5_000 }: RealtimeOptions): Realtime {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: 64 * 1024,
    perMessageDeflate: false,
    handleProtocols: () => protocolName,
  });
  const connections = new Map<Connection, WebSocket>();
  const alive = new WeakSet<WebSocket>();

  const refuse = (socket: Duplex, status: string) => {
    log.info({ status: Number(status.slice(0, 3)) }, 'a connection was refused');
    socket.end(`HTTP/1.1 ${status}\r\nconnection: close\r\ncontent-length: 0\r\n\r\n`);
  };

  /** A program comes with its access token and a proof, a page with a ticket. */
  const whoAsks = async ({ headers, url = '' }: IncomingMessage, { searchParams }: URL): Promise<Redeemed | undefined> => {
    const { authorization } = headers;
    if (authorization === undefined) return await redeem(cloud, searchParams.get('ticket') ?? '');
    const { id: userId } = await access({ headers, method: 'GET', url });
    // It lives as long as the token does.
    return { userId, since: issuedAt(authorization) };
  };

  const upgrade = async (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const url = URL.parse(request.url ?? '', cloud.publicUrl);
    const { origin, 'sec-websocket-protocol': offered = '' } = request.headers;
    if (url?.pathname !== realtimePath) return refuse(socket, '404 Not Found');
    if (cloud.isStopping()) return refuse(socket, '503 Service Unavailable');
    // A page of somebody else has no ticket; one that has got one is still not ours.
    if (origin !== undefined && origin !== cloud.publicUrl) return refuse(socket, '403 Forbidden');
    if (!offered.split(',').some(name => name.trim() === protocolName)) return refuse(socket, '400 Bad Request');
    await cloud.limit('request', senderOf(request, cloud.settings.trustProxy));
    const redeemed = await whoAsks(request, url);
    if (redeemed === undefined) return refuse(socket, '401 Unauthorized');
    sockets.handleUpgrade(request, socket, head, opened => accept(opened, redeemed));
  };

  const accept = (socket: WebSocket, { userId, since }: Redeemed) => {
    socket.on('error', () => socket.terminate());
    if ([...connections.keys()].filter(one => one.userId === userId).length >= perUser) return socket.close(closings.rate);
    const connection = new Connection({ cloud, socket, userId, since, redeem: ticket => redeem(cloud, ticket) });
    connections.set(connection, socket);
    alive.add(socket);
    socket.on('pong', () => alive.add(socket));
    socket.on('close', () => connections.delete(connection));
    connection.send({ op: 'welcome', connectionId: randomUUIDv7(), heartbeatMs, serverTime: cloud.now() });
  };

  const onUpgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    socket.on('error', () => socket.destroy());
    upgrade(request, socket, head).catch((error: unknown) => {
      const code = error instanceof Problem ? error.code : undefined;
      if (code === 'invalid_token') return refuse(socket, '401 Unauthorized');
      refuse(socket, code === 'rate_limited' ? '429 Too Many Requests' : '503 Service Unavailable');
    });
  };
  server.on('upgrade', onUpgrade);

  let sweeping: Promise<unknown> = Promise.resolve();
  const sweep = async () => {
    const all = [...connections.keys()].map(connection => ({
      ...{ connection, looks: connection.looks, streams: [...connection.streams.keys()] },
    }));
    if (all.length === 0) return;
    const streams = [...new Set(all.flatMap(one => one.streams))];
    const rights = await rightsOf(
      cloud.store,
      all.map(({ connection }) => connection.userId),
      streams,
    );
    const last = await lastOf(cloud.store, streams);
    for (const { connection, looks, streams: its } of all) {
      try {
        // What it has looked at meanwhile is newer.
        if (connection.looks === looks) connection.apply(rights, its);
        for (const [stream, subscription] of connection.streams)
          if ((last.get(stream) ?? 0) > subscription.last) connection.catchUp(stream);
      } catch (error) {
        log.error({ err: error }, 'a connection could not be looked at');
      }
    }
  };
  const timer = setInterval(() => {
    sweeping = sweeping.then(sweep).catch((error: unknown) => log.error({ err: error }, 'the connections could not be looked at'));
  }, sweepMs);
  const heartbeat = setInterval(() => {
    for (const socket of connections.values()) {
      if (!alive.has(socket)) socket.terminate();
      alive.delete(socket);
      socket.ping();
    }
  }, heartbeatMs);

  return {
    stop() {
      clearInterval(timer);
      clearInterval(heartbeat);
      server.off('upgrade', onUpgrade);
      for (const connection of connections.keys()) connection.close('restart', 1_000);
      // Whoever does not answer is not waited for.
      setTimeout(() => {
        for (const socket of connections.values()) socket.terminate();
      }, 1_000).unref();
      sockets.close();
    },
  };
}
