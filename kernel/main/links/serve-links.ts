import type { Links } from '@atelier/kernel/host';
import type { Core } from '../core.ts';
import { LinkSession } from './link-session.ts';

/** Speaks with every UI that connects, from now on until `end`. */
export function serveLinks(core: Core, links: Links): { end(): void } {
  const sessions = new Set<LinkSession>();
  const connections = links.onConnection(link => {
    const session = new LinkSession(core, link, core.language());
    sessions.add(session);
    link.onClose(() => {
      sessions.delete(session);
      session.end();
    });
  });
  const events = core.channels.onEvent((channel, name, body) => {
    for (const session of sessions) session.event(channel, name, body);
  });
  return {
    end() {
      void connections.dispose();
      void events.dispose();
      for (const session of sessions) session.end();
      sessions.clear();
    },
  };
}
