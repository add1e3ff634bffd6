import { expect, test } from 'vitest';
import { Silence } from './silence.ts';

/** A clock that a test moves. */
function stage() {
  let now = 0;
  const timers = new Map<object, { at: number; call: () => void }>();
  const said: unknown[] = [];
  const silence = new Silence({
    ask: () => said.push(`asked at ${now}`),
    onChange: isSilent => said.push(`${isSilent ? 'silent' : 'answers'} at ${now}`),
    after(milliseconds, call) {
      const timer = {};
      timers.set(timer, { at: now + milliseconds, call });
      return () => timers.delete(timer);
    },
    now: () => now,
  });
  /** Moves the clock to a time; `late` fires what is due only then. */
  const until = (time: number, late = false) => {
    if (late) now = time;
    for (;;) {
      const due = [...timers].filter(([, { at }]) => at <= time).toSorted(([, a], [, b]) => a.at - b.at)[0];
      if (due === undefined) break;
      timers.delete(due[0]);
      now = Math.max(now, due[1].at);
      due[1].call();
    }
    now = time;
  };
  return { silence, said, until, waiting: () => timers.size };
}

test('a kernel that does not answer what the page says is noticed within three seconds, and again when it answers', () => {
  const { silence, said, until } = stage();
  silence.spoke();
  until(10_000);
  silence.spoke();
  until(20_000);
  silence.heard();
  expect(said).toEqual(['asked at 1000', 'silent at 2500', 'answers at 20000']);
});

test('a kernel that answers is asked once after something was said, and an idle window asks nothing', () => {
  const { silence, said, until, waiting } = stage();
  silence.spoke();
  until(5);
  silence.heard();
  until(1000);
  silence.heard();
  until(100_000);
  expect([said, waiting()]).toEqual([['asked at 1000'], 0]);
});

test('an answer that stops in the middle is noticed, though the page said nothing', () => {
  const { silence, said, until } = stage();
  for (let at = 0; at < 3000; at += 100) {
    until(at);
    silence.heard();
  }
  until(10_000);
  expect(said.at(-1)).toMatch(/^silent at [345]\d\d\d$/);
});

test('a window that was held up itself, or slept, gives the kernel its time again', () => {
  const { silence, said, until } = stage();
  silence.spoke();
  until(1000);
  until(60_000, true);
  until(60_001);
  silence.heard();
  until(200_000);
  expect(said).toEqual(['asked at 1000']);
});

test('a connection that is lost ends the wait', () => {
  const { silence, said, until, waiting } = stage();
  silence.spoke();
  until(2000);
  silence.stop();
  until(10_000);
  expect([said, waiting()]).toEqual([['asked at 1000'], 0]);
});
