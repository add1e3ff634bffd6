import type { Log } from '@atelier/kernel';

/** A log that keeps its lines, for tests to compare. */
export interface KeptLog extends Log {
  readonly lines: readonly { readonly level: 'debug' | 'info' | 'warn' | 'error'; readonly text: string; readonly fields?: object }[];
}

/** Makes an empty log. */
export function keptLog(): KeptLog {
  const lines: { level: 'debug' | 'info' | 'warn' | 'error'; text: string; fields?: object }[] = [];
  const at = (level: 'debug' | 'info' | 'warn' | 'error') => (text: string, fields?: object) => {
    lines.push(fields === undefined ? { level, text } : { level, text, fields });
  };
  return { lines, debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
