import type { ViewHost } from '@atelier/kernel/ui';
import { ExchangeChannel } from '../../contract/index.ts';

/** A piece stays far below what one message may hold. */
const pieceLength = 3 * 1024 * 1024;

/** Sends a file of the window in pieces, one in memory at a time; rejects when it is told to end. */
export async function sendFile(view: ViewHost, file: File, signal: AbortSignal, progress: (done: number) => void): Promise<string> {
  const client = view.connect(ExchangeChannel);
  const { upload } = await client.call('beginUpload', { name: file.name, size: file.size });
  for (let from = 0; from < file.size; from += pieceLength) {
    signal.throwIfAborted();
    const piece = new Uint8Array(await file.slice(from, from + pieceLength).arrayBuffer());
    await client.call('sendPiece', { upload, data: piece.toBase64() }, signal);
    progress(Math.min(1, (from + piece.length) / file.size));
  }
  return upload;
}
