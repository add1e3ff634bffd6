import type { MarksOf } from './highlight.worker.ts';
import workerFile from './highlight.worker.ts?worker&url';
import { knownLanguage, type LanguageName } from './language-names.ts';

/** Start, end and kind of each coloured word, one after the other. */
export type Marks = Uint32Array;

const keptLetters = 2_000_000;
const longest = 200_000;
/** The longest code that is highlighted in the page where no worker can start. */
const maxLengthInPage = 20_000;

const found = new Map<string, Marks>();
let letters = 0;
const asked = new Map<string, Promise<Marks | undefined>>();
const answers = new Map<number, (marks: Marks | undefined) => void>();
let worker: Worker | 'none' | undefined;
let lastId = 0;
let marksHere: Promise<MarksOf> | undefined;

/** The marks at once for code that was highlighted before, a promise for other code, undefined where it stays plain. */
export function highlight(code: string, language: string): Marks | Promise<Marks | undefined> | undefined {
  const name = knownLanguage(language);
  if (name === undefined || code.length > longest || code.trim() === '') return undefined;
  const key = `${name}\n${code}`;
  const known = found.get(key);
  if (known !== undefined) return known;
  const waiting = asked.get(key);
  if (waiting !== undefined) return waiting;
  const marks = ask(code, name)
    .catch(() => undefined)
    .then(answer => {
      asked.delete(key);
      if (answer !== undefined) keep(key, answer);
      return answer;
    });
  asked.set(key, marks);
  return marks;
}

function keep(key: string, marks: Marks): void {
  found.set(key, marks);
  letters += key.length;
  for (const oldest of found.keys()) {
    if (letters <= keptLetters) return;
    found.delete(oldest);
    letters -= oldest.length;
  }
}

function ask(code: string, language: LanguageName): Promise<Marks | undefined> {
  worker ??= started();
  if (worker === 'none') return here(code, language);
  const id = ++lastId;
  const answer = new Promise<Marks | undefined>(resolve => answers.set(id, resolve));
  worker.postMessage({ id, code, language });
  // A worker that the page's policy refuses fails only after its construction.
  return answer.then(marks => (worker === 'none' ? here(code, language) : marks));
}

function started(): Worker | 'none' {
  try {
    const made = new Worker(workerFile, { type: 'module', name: 'highlight' });
    made.addEventListener('message', ({ data }: MessageEvent<{ id: number; marks?: Marks }>) => {
      answers.get(data.id)?.(data.marks);
      answers.delete(data.id);
    });
    made.addEventListener('error', event => {
      event.preventDefault();
      made.terminate();
      worker = 'none';
      for (const answer of answers.values()) answer(undefined);
      answers.clear();
    });
    return made;
  } catch {
    // A frame with an opaque origin may not start workers.
    return 'none';
  }
}

async function here(code: string, language: LanguageName): Promise<Marks | undefined> {
  if (code.length > maxLengthInPage) return undefined;
  await new Promise<void>(resolve => requestIdleCallback(() => resolve(), { timeout: 2000 }));
  marksHere ??= loadedInPage();
  return (await marksHere)(code, language);
}

/** Imports the worker's own file, so that the languages are bundled once. */
function loadedInPage(): Promise<MarksOf> {
  return new Promise((resolve, reject) => {
    addEventListener('ui-highlighter', event => resolve((event as CustomEvent<MarksOf>).detail), { once: true });
    import(/* @vite-ignore */ workerFile).catch(reject);
  });
}
