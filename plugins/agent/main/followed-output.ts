import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** One of the two streams of a program, passed on while it runs. */
export interface FollowedOutput {
  take(part: Buffer): void;
  /** Passes on the last line too, ended or not. */
  end(): void;
}

const intervalMs = 100;
const maxLength = 256 * 1024;

/**
 * Passes on whole lines as they come. They are cleaned together with all lines before them, because a key that spans several lines is not
 * recognised in one of them. If cleaning changes lines that were already passed on, they are not corrected and nothing more is passed on;
 * the caller reads the whole output at the end.
 */
export function followedOutput(clean: (text: string) => string, send: (text: string) => void): FollowedOutput {
  const decoder = new StringDecoder('utf8');
  let whole = '';
  let sent = '';
  let pause: NodeJS.Timeout | undefined;

  const sendUpTo = (end: number): void => {
    pause = undefined;
    const safe = clean(stripVTControlCharacters(whole.slice(0, end))).slice(0, maxLength);
    if (!safe.startsWith(sent) || safe.length === sent.length) return;
    send(safe.slice(sent.length));
    sent = safe;
  };
  return {
    take(part) {
      if (whole.length > maxLength) return;
      whole += decoder.write(part);
      pause ??= setTimeout(() => sendUpTo(whole.lastIndexOf('\n') + 1), intervalMs);
    },
    end() {
      clearTimeout(pause);
      sendUpTo(whole.length);
    },
  };
}
