import type { AppError } from '@atelier/kernel';
import { hostErrors } from './errors.ts';

/**
 * The text of one message. A frame that is not JSON (a cycle, a BigInt) must not fail the others: it is reported and left out.
 * An answer is replaced by an error answer, because its caller is waiting.
 */
export function encodeFrames(frames: readonly object[], link: string, report: (error: AppError) => void): string {
  try {
    return textOf(frames);
  } catch {
    const sendable: object[] = [];
    for (const frame of frames) {
      try {
        JSON.stringify(frame);
        sendable.push(frame);
      } catch (cause) {
        const { to, id, kind } = frame as { to?: unknown; id?: unknown; kind?: unknown };
        const error = hostErrors['link/not-sendable']({ to, link, why: (cause as Error).message.split('\n', 1)[0] }, cause);
        report(error);
        if (kind === 'answer') sendable.push({ v: 1, id, kind, to, body: { ok: false, error: error.toRecord() } });
      }
    }
    return textOf(sendable);
  }
}

function textOf(frames: readonly object[]): string {
  return JSON.stringify(frames.length === 1 ? frames[0] : frames);
}
