import type { ViewHost } from '@atelier/kernel/ui';
import { ExchangeChannel } from '../../contract/index.ts';

const types: Readonly<Record<string, string>> = {
  md: 'text/markdown',
  html: 'text/html',
  jsonl: 'application/jsonl',
  zip: 'application/zip',
};

/** Fetches what was written and gives it to the browser as a file to keep. */
export async function downloadInto(page: Document, view: ViewHost, download: string, name: string): Promise<void> {
  const client = view.connect(ExchangeChannel);
  const pieces: Uint8Array<ArrayBuffer>[] = [];
  for (let from = 0; ; ) {
    const piece = Uint8Array.fromBase64((await client.call('readPiece', { download, from })).data);
    if (piece.length === 0) break;
    pieces.push(piece);
    from += piece.length;
  }
  const type = types[name.slice(name.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
  const address = URL.createObjectURL(new Blob(pieces, { type }));
  const link = page.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  // The browser has taken hold of it by the next turn of its loop.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
