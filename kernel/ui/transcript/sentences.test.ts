import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Sentences } from './sentences.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('streamed text is announced in whole sentences, at intervals, without markdown marks, and its rest at the end', () => {
  const said: string[] = [];
  const sentences = new Sentences(text => said.push(text), 1000);
  for (const part of ['The **tide** is', ' read. It ru', 'ns late', '. And [here](https://example.org) ', 'we st']) {
    sentences.add(part);
    vi.advanceTimersByTime(600);
  }
  vi.advanceTimersByTime(5000);
  sentences.end();
  expect(said).toEqual(['The tide is read.', 'It runs late.', 'And here we st']);
});
