/**
 * What is at a path, as a string that can be stored and compared: nothing (`-`), a file (`f:<mode>:<hash>`), a link
 * (`l:<target>`), something else (`o`), unknown (`?`), or a file that cannot be read (`!`).
 */
export type State = string;

export const absent: State = '-';
export const other: State = 'o';
export const unknown: State = '?';
export const unreadable: State = '!';

export function fileState(hash: string, mode: number): State {
  return `f:${(mode & 0o777).toString(8)}:${hash}`;
}

export function linkState(target: string): State {
  return `l:${target}`;
}

/** The hash of a file's content; undefined if it is no file. */
export function hashOf(state: State): string | undefined {
  return state.startsWith('f:') ? state.slice(state.indexOf(':', 2) + 1) : undefined;
}

export function modeOf(state: State): number {
  return state.startsWith('f:') ? Number.parseInt(state.slice(2), 8) : 0;
}

export function targetOf(state: State): string | undefined {
  return state.startsWith('l:') ? state.slice(2) : undefined;
}

/** Whether two states have the same content, ignoring file modes, which diffs do not show. */
export function isSameContent(one: State, two: State): boolean {
  const hash = hashOf(one);
  return hash === undefined ? one === two : hash === hashOf(two);
}

/** `to`, with the mode that a file has `now` where it was `left` with another one: the person has changed it since. */
export function keepingMode(to: State, left: State, now: State): State {
  const hash = hashOf(to);
  const areFiles = hash !== undefined && hashOf(left) !== undefined && hashOf(now) !== undefined;
  return areFiles && modeOf(left) !== modeOf(now) ? fileState(hash, modeOf(now)) : to;
}

export function isThere(state: State): boolean {
  return state !== absent;
}
