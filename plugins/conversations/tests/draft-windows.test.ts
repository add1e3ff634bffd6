import { migrateTo } from '@atelier/kernel/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type Drafts, type Outgoing, openDrafts } from '../main/drafts/drafts.ts';
import { migrations } from '../main/migrations/index.ts';
import { type Save, SyncedText } from '../ui/composer/synced-text.ts';

const of = 'global';
const settle = () => new Promise(resolve => setImmediate(resolve));

/** One draft in the kernel, and what was sent of it. */
class Kernel {
  drafts: Drafts;
  readonly messages: string[] = [];
  readonly #open: () => Drafts;
  #now = 0;

  constructor(open: () => Drafts) {
    this.#open = open;
    this.drafts = open();
  }

  restart(): void {
    this.drafts = this.#open();
  }

  save(save: Save): { merged?: string } {
    const { text } = save;
    this.#now += 1;
    const merged = this.drafts.merge(of, save, this.#now);
    return merged === text ? {} : { merged };
  }

  /** Takes a message; what is returned is done when the agent has it, unless the kernel has ended. */
  send(message: Outgoing, sends: number): () => void {
    const { drafts } = this;
    const claim = drafts.claim(of, sends, message);
    return () => {
      if (drafts !== this.drafts) return;
      this.#now += 1;
      this.messages.push(message.text);
      claim.sent(this.#now);
    };
  }
}

interface Call {
  readonly run: () => unknown;
  readonly resolve: (value: never) => void;
  readonly reject: (error: unknown) => void;
}

/** One window over a connection whose calls and answers travel one step at a time. */
class Window {
  readonly name: string;
  readonly kernel: Kernel;
  text = new SyncedText();
  typed: string[] = [];
  /** What other pages of this browser find in its storage. */
  left: Save[] = [];
  sends = 0;
  #calls: Call[] = [];
  #answers: (() => void)[] = [];

  constructor(name: string, kernel: Kernel) {
    this.name = name;
    this.kernel = kernel;
  }

  type(where: 'start' | 'end'): void {
    const word = `${this.name}${this.typed.length}`;
    this.typed.push(word);
    // Every window writes this word too, and none of them may take it from another.
    const words = `the ${word}`;
    const text = where === 'end' ? `${this.text.text} ${words}` : `${words} ${this.text.text}`;
    this.text.type(text, where === 'end' ? text.length : words.length);
  }

  /** The word that was typed last goes on. */
  grow(): void {
    const word = this.typed.at(-1);
    if (word === undefined || !wordsOf(this.text.text).includes(word)) return;
    this.typed.splice(-1, 1, `${word}x`);
    this.text.text = this.text.text.replace(new RegExp(`\\b${word}\\b`), `${word}x`);
  }

  save(): Promise<void> {
    if (!this.text.isDirty) return Promise.resolve();
    return this.text.save(save => this.#call(() => this.kernel.save(save))).then(() => undefined);
  }

  send(): void {
    if (this.text.text.trim() === '') return;
    const { text } = this;
    const message = text.text;
    const sends = this.sends + text.sending;
    const sending = text.send();
    const saved = this.save();
    const arrives = async () => {
      await saved;
      const outgoing = { text: message, by: text.by, at: sending.at() };
      await this.#call(() => this.kernel.send(outgoing, sends));
    };
    arrives().then(() => {
      sending.sent();
      if (text === this.text) this.sends += 1;
    }, sending.notSent);
  }

  read(): void {
    if (this.text.sending > 0) return;
    const { text } = this.kernel.drafts.show(of);
    this.sends = this.kernel.drafts.sends(of);
    this.text.take(text);
  }

  deliver(): void {
    const call = this.#calls.shift();
    if (call === undefined) return;
    this.#waiting.push(call);
    try {
      const value = call.run();
      if (typeof value === 'function') this.#prompts.push({ call, finish: value as () => void });
      else this.#answers.push(() => call.resolve(value as never));
    } catch (error) {
      this.#answers.push(() => call.reject(error));
    }
  }

  /** The agent has a message that was taken. */
  prompt(): void {
    const prompt = this.#prompts.shift();
    prompt?.finish();
    // The connection may be another one by now.
    if (prompt !== undefined && this.#waiting.includes(prompt.call)) this.#answers.push(() => prompt.call.resolve(null as never));
  }

  answer(): void {
    this.#answers.shift()?.();
  }

  /** Loses every call and every answer that is under way. */
  drop(): void {
    // One that was answered before does not hear of it.
    for (const { reject } of [...this.#waiting, ...this.#calls]) reject(new Error('lost'));
    [this.#calls, this.#answers, this.#waiting] = [[], [], []];
  }

  /** The page ends and another begins; what it could not save is in the browser's storage. */
  reload(): void {
    if (!this.text.isSaved) this.left.push(this.text.next());
    this.drop();
    this.text = new SyncedText();
    for (const save of this.left.splice(0)) this.kernel.save(save);
    this.read();
  }

  get isIdle(): boolean {
    return this.#calls.length === 0 && this.#answers.length === 0 && this.#prompts.length === 0;
  }

  #waiting: Call[] = [];
  #prompts: { readonly call: Call; readonly finish: () => void }[] = [];

  #call<T>(run: () => T): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      this.#calls.push({ run, resolve: resolve as Call['resolve'], reject });
    });
  }
}

const steps = [
  'typeEnd',
  'typeEnd',
  'typeStart',
  'grow',
  'grow',
  'save',
  'save',
  'deliver',
  'deliver',
  'answer',
  'answer',
  'read',
] as const;
const seldom = ['send', 'send', 'drop', 'reload', 'restart'] as const;
type Step = (typeof steps | typeof seldom)[number];

async function take(step: Step, window: Window, all: readonly Window[]): Promise<void> {
  if (step === 'typeEnd') window.type('end');
  else if (step === 'typeStart') window.type('start');
  else if (step === 'restart') {
    for (const one of all) one.drop();
    window.kernel.restart();
    await settle();
    await rest(all);
  } else if (step === 'drop') {
    window.drop();
    await settle();
    await rest([window]);
  } else if (step === 'save') window.save().catch(() => undefined);
  else window[step]();
  await settle();
}

/** Lets everything arrive, as a connection that is there again does. */
async function rest(windows: readonly Window[]): Promise<void> {
  let rounds = 0;
  for (let isAll = false; !isAll; ) {
    rounds += 1;
    if (rounds > 50) throw new Error('The windows do not come to rest.');
    for (const window of windows) {
      window.save().catch(() => undefined);
      await settle();
      while (!window.isIdle) {
        window.deliver();
        window.prompt();
        window.answer();
        await settle();
      }
      window.read();
    }
    isAll = windows.every(({ text, isIdle }) => text.isSaved && isIdle);
  }
}

/** Whether the second word is the first one, which went on. */
const isGrown = (word: string, now: string) => now.startsWith(word) && /^x*$/.test(now.slice(word.length));

const wordsOf = (text: string): readonly string[] => text.match(/[ab]\d+x*/g) ?? [];

test('what two windows write into one draft is there exactly once, sent or not, whatever is lost, ended and started between them', async () => {
  const taken = fc.record({
    step: fc.oneof({ weight: 8, arbitrary: fc.constantFrom(...steps) }, { weight: 1, arbitrary: fc.constantFrom(...seldom) }),
    first: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(taken, { maxLength: 40 }), async list => {
      using migrated = migrateTo(migrations, migrations.at(-1)!.id);
      const kernel = new Kernel(() => openDrafts(migrated.database));
      const windows = [new Window('a', kernel), new Window('b', kernel)] as const;
      for (const { step, first } of list) await take(step, windows[first ? 0 : 1], windows);
      await rest(windows);
      for (const window of windows) window.read();
      const [a, b] = windows;
      const sent = wordsOf(kernel.messages.join('\n'));
      const there = [...sent, ...wordsOf(kernel.drafts.read(of).text)];
      // The other window may send a word that goes on here: what was sent stays sent, and no key is lost.
      const typed = [...a.typed, ...b.typed].flatMap(word => {
        const shorter = sent.find(one => one !== word && isGrown(one, word));
        if (shorter === undefined) return [word];
        return there.includes(word) ? [shorter, word] : [shorter];
      });
      const [text, the] = [[...kernel.messages, kernel.drafts.read(of).text].join('\n'), /\bthe\b/g];
      const hasAll = (text.match(the) ?? []).length >= a.typed.length + b.typed.length;
      expect({ b: b.text.text, there: there.toSorted(), hasAll }).toEqual({ b: a.text.text, there: typed.toSorted(), hasAll: true });
    }),
    { numRuns: 300 },
  );
}, 120_000);

test('a save that arrives twice, or after a newer one of its page, changes nothing', () => {
  const migrated = migrateTo(migrations, migrations.at(-1)!.id);
  onTestFinished(() => migrated[Symbol.dispose]());
  const drafts = openDrafts(migrated.database);
  const save = (edit: number, text: string, base: string) => drafts.merge(of, { text, base, edit, by: 'page' }, edit);
  const texts = [save(1, 'one', ''), save(2, 'one two', 'one'), save(1, 'one', ''), save(2, 'one two', 'one')];
  expect([...texts, drafts.read(of).text]).toEqual(['one', 'one two', 'one two', 'one two', 'one two']);
});

test('a window that reads the draft while another window sends it cannot send the same words', () => {
  using migrated = migrateTo(migrations, migrations.at(-1)!.id);
  const kernel = new Kernel(() => openDrafts(migrated.database));
  kernel.drafts.merge(of, { text: 'once', base: '' }, 1);
  const [a, b] = [new Window('a', kernel), new Window('b', kernel)];
  a.read();
  const prompted = kernel.send({ text: 'once' }, a.sends);
  b.read();
  const second = () => kernel.send({ text: b.text.text }, b.sends);
  expect(second).toThrow('another window has just sent this draft');
  prompted();
  b.read();
  expect([kernel.messages, b.text.text, kernel.drafts.sends(of)]).toEqual([['once'], '', 1]);
});

test('what is sent takes nothing out of the other window, however many of its words stand there too', async () => {
  using migrated = migrateTo(migrations, migrations.at(-1)!.id);
  const kernel = new Kernel(() => openDrafts(migrated.database));
  const [a, b] = [new Window('a', kernel), new Window('b', kernel)];
  const all = [a, b];
  a.text.type('ask the port of the tide');
  b.text.type('the tide of the port, ask');
  a.save();
  b.save();
  for (const window of all) window.deliver();
  a.send();
  b.text.type('the tide of the port, ask again');
  b.save();
  await rest(all);
  expect([kernel.messages, a.text.text, b.text.text]).toEqual([
    ['ask the port of the tide'],
    'the tide of the port, ask again',
    'the tide of the port, ask again',
  ]);
});

test('a line that is written below a message while it is sent begins the draft', () => {
  using migrated = migrateTo(migrations, migrations.at(-1)!.id);
  const drafts = openDrafts(migrated.database);
  const both = 'the tide\nthe port';
  drafts.merge(of, { text: both, base: '', by: 'a', edit: 1 }, 1);
  drafts.show(of);
  drafts.claim(of, 0, { text: both, by: 'a', at: 0 }).sent(2);
  const left = drafts.merge(of, { text: `${both}\nthe turn`, base: both, by: 'b', edit: 1 }, 3);
  const sent = drafts.merge(of, { text: '', base: both, by: 'a', edit: 2 }, 4);
  expect([left, sent]).toEqual(['the turn', 'the turn']);
});
