import { createHook } from 'node:async_hooks';

interface Timer {
  hasRef(): boolean;
}

const timers = new Map<number, { readonly timer: Timer; readonly where: string }>();

// The process's own list of timers does not distinguish those of a test from those of the runner.
createHook({
  init(id, type, _trigger, timer) {
    if (type !== 'Timeout') return;
    const where = callerOf(new Error().stack ?? '');
    if (where !== undefined) timers.set(id, { timer: timer as Timer, where });
  },
  destroy(id) {
    timers.delete(id);
  },
  trackPromises: false,
}).enable();

/** The timers that keep the process alive and were not set by the test runner, by the source location that set them. */
export function openTimers(): readonly string[] {
  return [...timers.values()].filter(({ timer }) => timer.hasRef()).map(({ where }) => `timer set at ${where}`);
}

function callerOf(stack: string): string | undefined {
  const frame = stack
    .split('\n')
    .slice(1)
    .find(line => !line.includes('node:') && !line.includes('open-timers.ts'));
  // The leak guard's own wait is no leak of a test either.
  if (frame === undefined || /node_modules\/(?:vitest|@vitest|vite)\/|open-resources\.ts/.test(frame)) return undefined;
  return frame
    .replace(/^\s*at /, '')
    .replace(`${process.cwd()}/`, '')
    .replace('file://', '');
}
