import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { localBus } from '../bus/local.ts';
import { startJobs } from '../jobs/jobs.ts';
import { mailHandlers } from '../jobs/mail-jobs.ts';
import { createMailer } from '../jobs/mailer.ts';
import { createSealer } from '../store/seal.ts';
import { lockFolder, openStore } from '../store/store.ts';
import { createAccess } from './access.ts';
import { addCommons, createApp } from './app.ts';
import type { Cloud } from './cloud.ts';
import { startForgetting } from './forgetting.ts';
import { createLimits } from './limits.ts';
import { signingKeys } from './oidc/keys.ts';
import { mountOidc } from './oidc/mount.ts';
import { createProvider } from './oidc/provider.ts';
import { addPages } from './pages.ts';
import { startPurging } from './purging.ts';
import { realtimePath, startRealtime } from './realtime/realtime.ts';
import { type Settings, StartProblem } from './settings.ts';
import { addAccount } from './v1/account.ts';
import { addAdministration } from './v1/administration.ts';
import { addBootstrap } from './v1/bootstrap.ts';
import { addInvites } from './v1/invites.ts';
import { addMemory } from './v1/memory.ts';
import { addOrganizations } from './v1/organizations.ts';
import { addProjects } from './v1/projects.ts';
import { addProviders } from './v1/providers.ts';
import { addRealtime } from './v1/realtime.ts';
import { routesOf } from './v1/routes.ts';
import { addAdministrationPages } from './web-administration.ts';
import { addOrganizationPages } from './web-organizations.ts';
import { addWebRoutes } from './web-routes.ts';

const version = '0.1.0';

export interface ServerOptions {
  readonly log?: NodeJS.WritableStream;
  /** Another clock, for tests. */
  readonly now?: () => number;
  /** How long a failed job waits before it is tried again. */
  readonly jobDelay?: (attempts: number) => number;
  /** How often connections are looked at again. */
  readonly sweepMs?: number;
  /** How long a request may take to arrive. */
  readonly requestMs?: number;
  /** See the adapter; only a test of the strict rule switches it off. */
  readonly grace?: boolean;
}

export interface CloudServer {
  readonly url: string;
  readonly cloud: Cloud;
  /** Takes no new request, answers those that it has, and closes the database. */
  stop(): Promise<void>;
}

export async function startServer(settings: Settings, options: ServerOptions = {}): Promise<CloudServer> {
  const { log = process.stderr, now = Date.now, jobDelay, grace = true, sweepMs, requestMs = 30_000 } = options;
  const unlock = lockFolder(settings.data);
  if (unlock === undefined) throw inUse(settings.data);
  const closing: (() => unknown)[] = [unlock];
  try {
    const store = await openStore(join(settings.data, 'cloud.sqlite'));
    closing.unshift(() => store.destroy());
    const { server, listen, take } = listener(requestMs);
    closing.unshift(() => closed(server));
    const port = await listen(settings.host, settings.port);
    const url = `http://${settings.host.includes(':') ? `[${settings.host}]` : settings.host}:${port}`;
    const publicUrl = settings.publicUrl ?? url;
    const app = await createApp({ publicUrl, operator: settings.operator, trustProxy: settings.trustProxy, version, log, server: take });
    closing.unshift(() => app.close());
    const sealer = createSealer(settings.key);
    const mailer = createMailer(settings.smtp, settings.mailFrom);
    const handlers = mailHandlers({ store, mailer, publicUrl, now });
    const jobs = startJobs({ store, handlers, now, log: app.log, ...(jobDelay !== undefined && { delay: jobDelay }) });
    const forgetting = startForgetting(store);
    closing.unshift(() => forgetting.stop());
    let isStopping = false;
    const cloud: Cloud = {
      settings,
      publicUrl,
      store,
      sealer,
      jobs,
      bus: localBus(),
      limit: createLimits(),
      now,
      forget: forgetting.forget,
      isStopping: () => isStopping,
    };
    addCommons(app, cloud);
    addPages(app, cloud);
    addWebRoutes(app, cloud);
    addOrganizationPages(app, cloud);
    addAdministrationPages(app, cloud);
    const keys = await signingKeys(store, sealer, now());
    const access = createAccess(cloud, keys);
    addAccount(app, cloud, access);
    addBootstrap(app, cloud, access);
    const add = routesOf(app, cloud, access);
    addOrganizations(add);
    addInvites(add, cloud);
    addProviders(add, cloud);
    addProjects(add, cloud);
    addAdministration(add);
    addMemory(add);
    addRealtime(add, cloud);
    await mountOidc(app, cloud, createProvider({ cloud, keys, grace }));
    await app.ready();
    const stopPurging = startPurging(store, now, app.log);
    closing.unshift(stopPurging);
    const realtime = startRealtime(server, cloud, { log: app.log, access, ...(sweepMs !== undefined && { sweepMs }) });
    if (settings.smtp === undefined) app.log.warn('no mail server is configured: mails wait');
    return {
      url,
      cloud,
      async stop() {
        isStopping = true;
        realtime.stop();
        await closed(server);
        stopPurging();
        forgetting.stop();
        await jobs.stop();
        mailer.close();
        await app.close();
        await store.destroy();
        unlock();
      },
    };
  } catch (error) {
    for (const close of closing) await close();
    throw error;
  }
}

function inUse(data: string): StartProblem {
  return new StartProblem('cloud/data-in-use', {
    en: `Another server uses ${data} already. Stop it, or give this one a folder of its own with --data.`,
    fr: `Un autre serveur utilise déjà ${data}. Arrêtez-le, ou donnez à celui-ci son propre dossier avec --data.`,
  });
}

/** A server that has its port before there is an application: its address is part of what the application says. */
function listener(requestMs: number) {
  let handler: RequestListener | undefined;
  const times = { requestTimeout: requestMs, headersTimeout: requestMs, connectionsCheckingInterval: Math.max(100, requestMs / 6) };
  // Any request may ask for another protocol; only one address has one, and each other answers as it does.
  const shouldUpgradeCallback = ({ url = '' }: IncomingMessage) =>
    server.listenerCount('upgrade') > 0 && URL.parse(url, 'http://localhost')?.pathname === realtimePath;
  const server: Server = createServer({ ...times, shouldUpgradeCallback }, (request, response) => {
    if (handler !== undefined) return handler(request, response);
    response.writeHead(503, { 'retry-after': '1' }).end();
  });
  return {
    server,
    async listen(host: string, port: number): Promise<number> {
      server.listen(port, host);
      await once(server, 'listening');
      return (server.address() as AddressInfo).port;
    },
    take(given: RequestListener): Server {
      handler = given;
      return server;
    },
  };
}

async function closed(server: Server): Promise<void> {
  if (!server.listening) return;
  const done = new Promise(resolve => server.close(resolve));
  server.closeIdleConnections();
  const hard = setTimeout(() => server.closeAllConnections(), 10_000);
  await done;
  clearTimeout(hard);
}
