import { homedir } from 'node:os';
import type {
  AndOr,
  Command as CommandNode,
  ParsedScript,
  Pipeline,
  PipelineNode,
  Redirected,
  Redirection,
  Function as ShellFunction,
  Statement,
  SyntaxNode,
} from 'unbash';
import { settingTexts } from './command-texts.ts';
import { setsUnknownCode } from './evaluated-data.ts';
import { isMeaningful, isMoving, type Overview, overviewOf, takesCode } from './overview.ts';
import { maxLineLength, type ShellParser } from './parse.ts';
import { goneTo, resultOf } from './places.ts';
import { isPlainTree } from './plain-tree.ts';
import {
  isFixed,
  programsOf,
  type ShellLine,
  type ShellRedirect,
  type ShellWord,
  type SimpleCommand,
  type Unclear,
  unknown,
} from './shell-line.ts';
import { type Started, startedBy } from './starters.ts';
import { type Known, wordOf } from './word-values.ts';

/** Where a line is run. */
export interface LinePlace {
  readonly cwd: string;
  /** Whether a folder exists, so that `cd` surely goes there. */
  isFolder(path: string): boolean;
}

/** Beyond these a line is unclear. */
const most = { starters: 8, pipeline: 64, places: 8, values: 64 };

type Places = SimpleCommand['places'];

interface Scope {
  readonly overview: Overview;
  places: Places;
  readonly variables: Map<string, readonly string[]>;
  /** What stands here surely runs. */
  readonly isCertain: boolean;
  /** `cd` went to a folder that may not exist. */
  mayStay: boolean;
  readonly functions: readonly string[];
  readonly within: SimpleCommand | undefined;
  readonly starter: SimpleCommand['starter'];
  readonly before: readonly SimpleCommand[];
  /** What a group of commands reads. */
  readonly input: string | undefined;
  /** How many commands start each other. */
  readonly starters: number;
}

/** Reads a line of bash: every simple command in it, with the values of its words. */
export function readLine(parser: ShellParser, text: string, place: LinePlace): ShellLine {
  const reader = new LineReader(parser, place);
  reader.readText(text, undefined);
  return { commands: reader.commands, unclear: reader.unclear, isRecursive: reader.isRecursive, isPlain: reader.isPlain };
}

class LineReader {
  readonly commands: SimpleCommand[] = [];
  unclear: Unclear | undefined;
  isRecursive = false;
  isPlain = false;
  readonly #parser: ShellParser;
  readonly #place: LinePlace;

  constructor(parser: ShellParser, place: LinePlace) {
    this.#parser = parser;
    this.#place = place;
  }

  readText(text: string, from: Scope | undefined): void {
    const script = this.#parser.parse(text);
    if (script === undefined) return this.#isUnclear(text.length > maxLineLength ? 'long' : 'syntax');
    if (from === undefined) this.isPlain = isPlainTree(this.#parser, script);
    const overview = overviewOf(this.#parser, script);
    if (overview.unclear !== undefined) this.#isUnclear(overview.unclear);
    if (overview.unclear === 'long') return;
    this.#script(script, {
      overview,
      places: overview.movesOddly ? [undefined] : (from?.places ?? [this.#place.cwd]),
      variables: new Map(),
      isCertain: true,
      mayStay: false,
      functions: [],
      within: from?.within,
      starter: from?.starter,
      before: from?.before ?? [],
      input: undefined,
      starters: from?.starters ?? 0,
    });
  }

  #isUnclear(why: Unclear): void {
    this.unclear ??= why;
  }

  #script({ commands }: ParsedScript, scope: Scope): void {
    this.#statements(commands, scope);
  }

  #statements(statements: readonly Statement[], scope: Scope): void {
    for (const { command, background } of statements) {
      const before = scope.places;
      this.#node(command, background ? apart(scope) : scope);
      if (scope.mayStay) scope.places = united(before, scope.places);
      scope.mayStay = false;
    }
  }

  #node(node: PipelineNode | AndOr, scope: Scope): void {
    switch (node.type) {
      case 'AndOr':
        return this.#list(node, scope);
      case 'Pipeline':
        return this.#pipeline(node, scope);
      case 'Command':
        return this.#command(node, scope);
      case 'Redirected':
        return this.#redirected(node, scope);
      case 'Subshell':
        return this.#statements(node.body.commands, apart(scope));
      case 'BraceGroup':
        return this.#statements(node.body.commands, scope);
      case 'If': {
        this.#statements(node.clause.commands, scope);
        const others = node.else === undefined ? [] : [node.else];
        return this.#perhaps([node.then, ...node.elif.flatMap(({ clause, then }) => [clause, then]), ...others], scope);
      }
      case 'While':
        return this.#perhaps([node.clause, node.body], scope);
      case 'Case':
        for (const word of [node.word, ...node.items.flatMap(({ pattern }) => pattern)]) this.#expansions(word, scope);
        return this.#perhaps(
          node.items.map(({ body }) => body),
          scope,
        );
      case 'For':
      case 'Select': {
        for (const word of node.wordlist ?? []) this.#expansions(word, scope);
        const values = node.wordlist?.flatMap(word => wordOf(word, this.#known(scope)).values) ?? [unknown];
        const { value: name } = node.name;
        if (setsUnknownCode(values.map(value => `${name}=${value}`))) this.#isUnclear('code');
        const here = { ...scope, variables: new Map([...scope.variables, [name, followed(scope, name, values)]]) };
        this.#perhaps([node.body], here);
        scope.places = here.places;
        return;
      }
      case 'ArithmeticFor':
        for (const part of [node.initialize, node.test, node.update]) if (part !== undefined) this.#expansions(part, scope);
        return this.#perhaps([node.body], scope);
      case 'Function':
        return this.#function(node, scope);
      case 'Coproc':
        return node.body.type === 'CompoundList' ? this.#isUnclear('syntax') : this.#node(node.body, apart(scope));
      default:
        return this.#expansions(node, scope);
    }
  }

  #list({ commands, operators }: AndOr, scope: Scope): void {
    const before = scope.places;
    let first = before;
    commands.forEach((command, at) => {
      if (operators[at - 1] === '||') scope.places = united(before, scope.places);
      const here = { ...scope, isCertain: scope.isCertain && at === 0 };
      this.#node(command, here);
      scope.places = here.places;
      scope.mayStay = here.mayStay;
      if (at === 0) first = scope.places;
    });
    // Who moves behind the first command may not have come there.
    if (scope.places !== first) scope.places = united(united(before, first), scope.places);
  }

  #pipeline({ commands }: Pipeline, scope: Scope): void {
    const [only, ...others] = commands;
    if (only !== undefined && others.length === 0) return this.#node(only, scope);
    if (commands.length > most.pipeline) this.#isUnclear('long');
    const begin = this.commands.length;
    for (const command of commands.slice(0, most.pipeline)) {
      const before = [...scope.before, ...this.commands.slice(begin)];
      this.#node(command, { ...apart(scope), before, isCertain: false });
    }
  }

  /** Bodies of which each may run or not. */
  #perhaps(bodies: readonly { readonly commands: readonly Statement[] }[], scope: Scope): void {
    let after = scope.places;
    for (const { commands } of bodies) {
      const here = { ...scope, isCertain: false };
      this.#statements(commands, here);
      after = united(after, here.places);
    }
    scope.places = after;
  }

  /** A group of commands with redirections. */
  #redirected(node: Redirected, scope: Scope): void {
    const redirects = this.#redirects(node.redirects, scope);
    const input = this.#inputOf(node.redirects, redirects, scope);
    const here = { ...scope, ...(input !== undefined && { input, before: [] }) };
    this.#node(node.command, here);
    scope.places = here.places;
    if (redirects.length > 0) this.#add({ words: [], assignments: [], redirects, input: undefined, source: '' }, [], scope);
    for (const one of node.redirects) this.#expansions(one, scope);
  }

  #function({ name, body }: ShellFunction, scope: Scope): void {
    if (isMeaningful(name.value)) this.#isUnclear('code');
    if (body.type === 'CompoundList') return this.#isUnclear('syntax');
    this.#node(body, { ...apart(scope), isCertain: false, functions: [...scope.functions, name.value] });
  }

  #known({ variables, places, overview }: Scope): Known {
    return {
      valueOf: name => variables.get(name) ?? (overview.assigned.has(name) ? [unknown] : undefined),
      places,
      resultOf: part => resultOf(part, places, overview),
    };
  }

  #command(node: CommandNode, scope: Scope): void {
    const known = this.#known(scope);
    const assignments = node.prefix.flatMap(one => (one.type === 'Assignment' ? [one] : []));
    const words = [...(node.name === undefined ? [] : [node.name]), ...node.args].map((word): ShellWord => {
      if (word.type === 'Word') return wordOf(word, known);
      const values = word.value.type === 'Word' ? wordOf(word.value, known).values : [unknown];
      return { values: values.map(value => `${word.name}=${value}`), source: word.text };
    });
    if (words.length === 0 && scope.isCertain) {
      for (const { name, value, append, index } of assignments) {
        if (value.type === 'Word' && append !== true && index === undefined)
          scope.variables.set(name, followed(scope, name, wordOf(value, known).values));
      }
    }
    const redirects = this.#redirects(node.redirects, scope);
    const made = this.#add(
      {
        words,
        assignments: assignments.map(({ text }) => text),
        redirects,
        input: this.#inputOf(node.redirects, redirects, scope) ?? scope.input,
        source: words.map(({ source }) => source).join(' '),
      },
      [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix],
      scope,
    );
    const set = assignments.map(({ name, value, text }): ShellWord => {
      const values = value.type === 'Word' ? wordOf(value, known).values : [unknown];
      return { values: values.map(one => `${name}=${one}`), source: text };
    });
    if (setsUnknownCode([...set, ...words].flatMap(({ values }) => values))) this.#isUnclear('code');
    for (const text of settingTexts([...set, ...words])) this.#start(text === undefined ? 'unclear' : { text }, made, scope);
    this.#meaning(made, scope);
  }

  /** The text of the last here-document or here-string; `unknown` for a file, undefined if the input is not redirected. */
  #inputOf(redirections: readonly Redirection[], redirects: readonly ShellRedirect[], scope: Scope): string | undefined {
    const texts = redirections.flatMap(one => {
      if (one.type === 'HereDoc') return [one.body.parts === undefined ? one.body.text : one.body.text + unknown];
      return one.type === 'HereString' && one.target !== undefined ? wordOf(one.target, this.#known(scope)).values : [];
    });
    return texts.at(-1) ?? (redirects.some(({ kind }) => kind === 'in') ? unknown : undefined);
  }

  #redirects(redirections: readonly Redirection[], scope: Scope): readonly ShellRedirect[] {
    const known = this.#known(scope);
    return redirections.flatMap((one): readonly ShellRedirect[] => {
      if (one.type !== 'Redirect' || one.target === undefined) return [];
      const target = wordOf(one.target, known);
      // A number, or `-`, names an open file.
      if (one.operator.endsWith('&') && target.values.every(value => /^(?:\d+-?|-)$/.test(value))) return [];
      const kind = one.operator === '<' || one.operator === '<&' ? 'in' : one.operator.endsWith('>>') ? 'append' : 'out';
      return [{ kind, target }];
    });
  }

  /** Adds a command, and then those that are substituted in these parts of it. */
  #add(
    command: Pick<SimpleCommand, 'words' | 'assignments' | 'redirects' | 'input' | 'source'>,
    parts: readonly SyntaxNode[],
    scope: Scope,
  ): SimpleCommand {
    const { places, before, within, starter } = scope;
    const made: SimpleCommand = { ...command, places, before, within, starter };
    this.commands.push(made);
    for (const part of parts) this.#expansions(part, { ...scope, within: made });
    return made;
  }

  /** Reads what is substituted somewhere in a node. */
  #expansions(node: SyntaxNode, scope: Scope): void {
    if (node.type === 'CommandExpansion' || node.type === 'ProcessSubstitution' || node.type === 'ArithmeticCommandExpansion') {
      // What is written into `>(…)` is not known.
      const input = node.type === 'ProcessSubstitution' && node.operator === '>' ? unknown : undefined;
      if (node.script !== undefined) this.#script(node.script, { ...apart(scope), isCertain: false, before: [], input });
    } else this.#parser.forEachChild(node, child => this.#expansions(child, scope));
  }

  /** What a command means for the rest of the line, and what it starts. */
  #meaning(command: SimpleCommand, scope: Scope): void {
    const { words } = command;
    if (words.length === 0) return;
    const names = programsOf(command);
    const [program] = words[0]?.values ?? [];
    if (names.length !== 1 || program === undefined || words[0]?.values.length !== 1) this.#isUnclear('program');
    else if (!isFixed(program) && isSetHere(words[0].source, scope)) this.#isUnclear('program');
    for (const name of names) {
      if (scope.functions.includes(name)) this.isRecursive = true;
      if (isMoving(name)) this.#move(name, words, scope);
      if (takesCode(name, words)) this.#isUnclear('code');
      for (const started of startedBy(name, command)) this.#start(started, command, scope);
    }
  }

  #start(started: Started, command: SimpleCommand, scope: Scope): void {
    if (started === 'unclear') return this.#isUnclear('code');
    const starters = scope.starters + 1;
    if (starters > most.starters) return this.#isUnclear('long');
    const inner: Scope = { ...apart(scope), before: command.before, within: command.within, starters };
    if ('text' in started) return this.readText(started.text, { ...inner, starter: { command, at: undefined } });
    const { at, words = command.words.slice(at), moves } = started;
    const made: SimpleCommand = {
      source: words
        .map(({ source }) => source)
        .join(' ')
        .trim(),
      assignments: [],
      words,
      redirects: [],
      places: moves ? [undefined] : scope.places,
      input: command.input,
      before: command.before,
      within: command.within,
      starter: { command, at },
    };
    this.commands.push(made);
    this.#meaning(made, inner);
  }

  #move(name: string, words: readonly ShellWord[], scope: Scope): void {
    const target = words.slice(1).find(({ values }) => !values.every(value => /^-[LPe@]+$|^--$/.test(value)));
    const isSwap = name === 'popd' || (name === 'pushd' && target === undefined);
    const values = isSwap ? [unknown] : (target?.values ?? [homedir()]);
    const places = values.flatMap(value => scope.places.map(place => goneTo(place, value)));
    scope.places = united([], places);
    if (!places.every(place => place !== undefined && this.#place.isFolder(place))) scope.mayStay = true;
  }
}

/** Whether a program begins with the value of a variable that the line itself sets. */
function isSetHere(source: string, { overview }: Scope): boolean {
  const [, name] = /^"?\$\{?(\w+)/.exec(source) ?? [];
  return name !== undefined && name !== 'HOME' && overview.assigned.has(name);
}

/** A subshell: what it sets and where it goes ends with it. */
function apart(scope: Scope): Scope {
  return { ...scope, variables: new Map(scope.variables), mayStay: false };
}

function united(one: Places, other: Places): Places {
  const all = [...new Set([...one, ...other])];
  return all.length > most.places || all.includes(undefined) ? [undefined] : all;
}

/** The values of a variable, if they can be followed. */
function followed({ overview }: Scope, name: string, values: readonly string[]): readonly string[] {
  return overview.followsVariables && overview.assigned.get(name) === 1 && values.length <= most.values ? values : [unknown];
}
