import type { Locale } from '@atelier/kernel';
import type { Links } from '@atelier/kernel/host';
import { type LinkParts, LinkSession } from './link-session.ts';

/** Serves every UI that connects, from now on until `end`. */
export function serveLinks(parts: LinkParts, links: Links, language: () => Locale): { end(): void } {
  const sessions = new Set<LinkSession>();
  const connections = links.onConnection(link => {
    const session = new LinkSession(parts, link, language());
    sessions.add(session);
    link.onClose(() => {
      sessions.delete(session);
      session.end();
    });
  });
  const events = parts.channels.onEvent((channel, name, body) => {
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
