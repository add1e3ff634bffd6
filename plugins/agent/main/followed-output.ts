import { StringDecoder } from 'node:string_decoder';
import { stripVTControlCharacters } from 'node:util';

/** One of the two streams of a program, told while it runs. */
export interface FollowedOutput {
  take(part: Buffer): void;
  /** Tells the last line too, ended or not. */
  end(): void;
}

const pauseMs = 100;
const most = 256 * 1024;

/**
 * Tells whole lines as they come, cleaned together with everything before them: a key of several lines is no key to somebody who sees
 * one of them. What cleaning changes in lines that were told already is not taken back; whoever follows reads the whole at the end.
 */
export function followedOutput(clean: (text: string) => string, tell: (text: string) => void): FollowedOutput {
  const decoder = new StringDecoder('utf8');
  let whole = '';
  let told = '';
  let pause: NodeJS.Timeout | undefined;

  const tellUpTo = (end: number): void => {
    pause = undefined;
    const safe = clean(stripVTControlCharacters(whole.slice(0, end))).slice(0, most);
    if (!safe.startsWith(told) || safe.length === told.length) return;
    tell(safe.slice(told.length));
    told = safe;
  };
  return {
    take(part) {
      if (whole.length > most) return;
      whole += decoder.write(part);
      pause ??= setTimeout(() => tellUpTo(whole.lastIndexOf('\n') + 1), pauseMs);
    },
    end() {
      clearTimeout(pause);
      tellUpTo(whole.length);
    },
  };
}
