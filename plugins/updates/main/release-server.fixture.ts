import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ReleaseFeed } from '../contract/index.ts';

type Release = ReleaseFeed['releases'][number];

/** Faults that the server simulates. */
export interface Faults {
  /** Closes the connection after this many bytes of a file, once. */
  cutAt?: number;
  /** Stalls after this many bytes of a file, once. */
  holdAt?: number;
  /** Ignores range requests. */
  wholeOnly?: boolean;
  /** Sent instead of a file. */
  otherBytes?: Buffer;
  /** Sent instead of the feed. */
  otherFeed?: string;
  /** Signs the feed with another key. */
  forged?: boolean;
}

/** A release server on this machine, with a real key. */
export async function releaseServer() {
  const ours = generateKeyPairSync('ed25519');
  const theirs = generateKeyPairSync('ed25519');
  const files = new Map<string, Buffer>();
  const faults: Faults = {};
  const ranges: string[] = [];
  let feed: ReleaseFeed = { format: 1, issued: 1000, releases: [] };

  const server = createServer((incoming, outgoing) => {
    const path = incoming.url ?? '';
    if (path === '/feed.json') {
      const text = JSON.stringify(feed);
      const signature = sign(null, Buffer.from(text), (faults.forged === true ? theirs : ours).privateKey).toString('base64');
      return void outgoing.end(faults.otherFeed ?? JSON.stringify({ feed: text, signature }));
    }
    const bytes = faults.otherBytes ?? files.get(path);
    if (bytes === undefined) return void outgoing.writeHead(404).end();
    const range = /^bytes=(\d+)-$/.exec(incoming.headers.range ?? '');
    ranges.push(incoming.headers.range ?? 'all');
    const from = range === null || faults.wholeOnly === true ? 0 : Number(range[1]);
    const rest = bytes.subarray(from);
    const headers = {
      'Content-Length': rest.length,
      ...(from > 0 && { 'Content-Range': `bytes ${from}-${bytes.length - 1}/${bytes.length}` }),
    };
    outgoing.writeHead(from > 0 ? 206 : 200, headers);
    const { cutAt, holdAt } = faults;
    delete faults.cutAt;
    delete faults.holdAt;
    if (holdAt !== undefined) return void outgoing.write(rest.subarray(0, holdAt));
    if (cutAt === undefined) return void outgoing.end(rest);
    outgoing.write(rest.subarray(0, cutAt), () => outgoing.socket?.end());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  return {
    url: `${url}/feed.json`,
    key: ours.publicKey.export({ format: 'der', type: 'spki' }).toString('base64'),
    faults,
    ranges,
    publish(releases: readonly Release[], issued = feed.issued + 1): void {
      feed = { format: 1, issued, releases: [...releases] };
    },
    /** Serves an installer for this machine, and returns the release that names it. */
    release(version: string, bytes: Buffer, more: Partial<Release> = {}, kind: 'appimage' | 'deb' = 'appimage'): Release {
      const name = `atelier-${version}.${kind}`;
      files.set(`/${name}`, bytes);
      return {
        version,
        channel: 'stable',
        date: '2026-11-20',
        notes: { fr: `# Nouveautés de ${version}`, en: `# New in ${version}` },
        files: [
          {
            platform: process.platform as 'linux',
            arch: process.arch as 'x64',
            kind,
            name,
            url: `/${name}`,
            size: bytes.length,
            sha512: createHash('sha512').update(bytes).digest('hex'),
          },
        ],
        ...more,
      };
    },
    async [Symbol.asyncDispose](): Promise<void> {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

export type ReleaseServer = Awaited<ReturnType<typeof releaseServer>>;
