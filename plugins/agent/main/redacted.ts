import { redact, storedSecrets } from '../engine/redact.ts';

/** Takes out of a text every credential of the managed directory, and what looks like one. */
export function redacted(text: string, directory: string): string {
  return redact(text, storedSecrets(directory));
}
