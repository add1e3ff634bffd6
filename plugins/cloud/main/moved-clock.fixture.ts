import { vi } from 'vitest';

const RealDate = Date;

/**
 * The clock of this process is `ms` ahead from now on, and goes on. A sign-in within the millisecond of a sign-out does not count,
 * so that no test of both can have a clock that stands still. `vi.unstubAllGlobals` sets it right.
 */
export function moveClock(ms: number): void {
  const now = () => RealDate.now() + ms;
  const Moved = new Proxy(RealDate, {
    construct: (target, given, made) => Reflect.construct(target, given.length === 0 ? [now()] : given, made) as Date,
    get: (target, name, receiver) => (name === 'now' ? now : (Reflect.get(target, name, receiver) as unknown)),
  });
  vi.stubGlobal('Date', Moved);
}
