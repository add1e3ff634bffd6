import type { Emitter } from 'highlight.js';
import core from 'highlight.js/lib/core';
import type { LanguageName } from './language-names.ts';
import { loadLanguage } from './languages.ts';

/** The kinds of words in code that have a colour of their own; a mark holds the index in this list. */
export const kinds = ['comment', 'punct', 'keyword', 'string', 'number', 'function', 'type'] as const;

const kindOf: Readonly<Record<string, (typeof kinds)[number]>> = {
  comment: 'comment',
  quote: 'comment',
  doctag: 'comment',
  meta: 'comment',
  punctuation: 'punct',
  operator: 'punct',
  keyword: 'keyword',
  selector: 'keyword',
  'selector-tag': 'keyword',
  'selector-pseudo': 'keyword',
  section: 'keyword',
  name: 'keyword',
  tag: 'punct',
  string: 'string',
  regexp: 'string',
  subst: 'string',
  char: 'string',
  addition: 'string',
  code: 'string',
  link: 'string',
  number: 'number',
  literal: 'number',
  symbol: 'number',
  bullet: 'number',
  deletion: 'number',
  title: 'function',
  'title.function': 'function',
  'title.function.invoke': 'function',
  'title.class': 'type',
  'title.class.inherited': 'type',
  attr: 'function',
  attribute: 'function',
  property: 'function',
  type: 'type',
  class: 'type',
  built_in: 'type',
  'selector-class': 'type',
  'selector-id': 'type',
  'selector-attr': 'type',
  'template-tag': 'keyword',
};

const signs = /[(){}[\];,.:=<>+\-*/%&|!?^~@]+/g;
const hljs = core.newInstance();
const registered = new Map<string, Promise<void>>();

/** The positions of coloured words in code: start, end and kind, one after the other. */
export async function marksOf(code: string, language: LanguageName): Promise<Uint32Array<ArrayBuffer>> {
  let loading = registered.get(language);
  if (loading === undefined) {
    loading = loadLanguage(language).then(all => {
      for (const [name, definition] of all) if (hljs.getLanguage(name) === undefined) hljs.registerLanguage(name, definition);
    });
    registered.set(language, loading);
  }
  await loading;
  const result = hljs.highlight(code, { language, ignoreIllegals: true });
  return Uint32Array.from((result._emitter as unknown as MarkEmitter).marks);
}

/** A highlight.js emitter that records where scopes begin and end, instead of building HTML. */
class MarkEmitter {
  readonly marks: number[] = [];
  #at = 0;
  readonly #scopes: (number | undefined)[] = [];

  addText(text: string): void {
    const kind = this.#scopes.at(-1);
    if (kind !== undefined) this.#mark(this.#at, this.#at + text.length, kind);
    else if (this.#scopes.length === 0) this.#markSigns(text);
    this.#at += text.length;
  }

  startScope(scope: string): void {
    const kind = kindOf[scope] ?? kindOf[scope.split('.', 1)[0] ?? ''];
    this.#scopes.push(kind === undefined ? this.#scopes.at(-1) : kinds.indexOf(kind));
  }

  endScope(): void {
    this.#scopes.pop();
  }

  openNode(scope: string): void {
    this.startScope(scope);
  }

  closeNode(): void {
    this.endScope();
  }

  finalize(): void {}

  toHTML(): string {
    return '';
  }

  __addSublanguage(emitter: Emitter): void {
    const other = emitter as unknown as MarkEmitter;
    for (let index = 0; index < other.marks.length; index += 3) {
      const [start = 0, end = 0, kind = 0] = other.marks.slice(index, index + 3);
      this.#mark(this.#at + start, this.#at + end, kind);
    }
    this.#at += other.#at;
  }

  #markSigns(text: string): void {
    for (const { 0: run, index } of text.matchAll(signs)) this.#mark(this.#at + index, this.#at + index + run.length, 1);
  }

  #mark(start: number, end: number, kind: number): void {
    const last = this.marks.length - 3;
    if (last >= 0 && this.marks[last + 1] === start && this.marks[last + 2] === kind) this.marks[last + 1] = end;
    else this.marks.push(start, end, kind);
  }
}

hljs.configure({ __emitter: MarkEmitter as unknown as new (options: unknown) => Emitter });
