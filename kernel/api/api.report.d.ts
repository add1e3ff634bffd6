// The public API as the compiler sees it. Written by `npm run generate`, compared by tests/api-report.test.ts.
// Whoever changes a line here changes what extensions are written against.

// @atelier/kernel

/** What `*.channel.json` becomes as a type; generated, never written by hand. */
export interface ChannelShape {
    calls: Record<string, {
        params: unknown;
        result: unknown;
    }>;
    events: Record<string, unknown>;
}
/** The contract between a UI and a main side, or between two processes. */
export interface Channel<S extends ChannelShape> {
    readonly id: string;
    readonly shape?: S;
}
/** Names a channel. Its calls, events and error codes stand in the file the manifest lists under `atelier.channels`. */
export declare function defineChannel<S extends ChannelShape>(id: string): Channel<S>;
/** The serving side of a channel: one async function a call. `signal` aborts when the caller gives up or goes away. */
export type Handlers<S extends ChannelShape> = {
    [K in keyof S['calls']]: (params: S['calls'][K]['params'], signal: AbortSignal) => Promise<S['calls'][K]['result']>;
};
/** Sends a channel's events to everyone who listens. */
export interface Publisher<S extends ChannelShape> {
    emit<K extends keyof S['events'] & string>(name: K, event: S['events'][K]): void;
}
/** The using side of a channel. A failed call rejects with an `AppError`. */
export interface Client<S extends ChannelShape> {
    call<K extends keyof S['calls'] & string>(name: K, params: S['calls'][K]['params'], signal?: AbortSignal): Promise<S['calls'][K]['result']>;
    on<K extends keyof S['events'] & string>(name: K, listener: (event: S['events'][K]) => void): Handle;
}

/** What one extension has cost since the kernel started. Sizes in bytes, times in milliseconds. */
export interface ExtensionCosts {
    readonly id: string;
    /** From the wake event to the end of `activate`; 0 while it has never been awake. */
    readonly startMs: number;
    /** Processor time; measured for an isolated extension, undefined for one that shares the kernel's process. */
    readonly cpuMs: number | undefined;
    readonly memoryBytes: number | undefined;
    /** Calls that reached it, and those among them that failed. */
    readonly calls: number;
    readonly failedCalls: number;
    /** Bytes over its boundary (frames, storage, fetch), both ways. */
    readonly bytes: number;
    readonly events: number;
    readonly fetches: number;
    /** Tokens and money that somebody charged to it with `charge`. */
    readonly tokens: number;
    readonly money: number;
    readonly crashes: number;
}
/** What is charged to an extension by whoever spent it on its behalf. */
export interface Charge {
    readonly extension: string;
    readonly tokens?: number;
    readonly money?: number;
}
export interface CostsService {
    list(): Promise<readonly ExtensionCosts[]>;
    /** Only bundled plugins may charge. */
    charge(charge: Charge): Promise<void>;
}
/** The kernel's own count of what each extension costs. */
export declare const Costs: import("./token.ts").Token<CostsService>;

/** The languages every text of ours exists in; French is the product's default, English the fallback. */
export type Locale = 'fr' | 'en';
/** The names in braces of a sentence: `'{id} needs {range}'` has `id` and `range`. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? Name | Blanks<Rest> : never;
/** What fills the blanks of a sentence, and what a program may read off an error. */
export type ErrorDetails = Readonly<Record<string, unknown>>;
/** The one shape in which a failure crosses a process, a file or a package boundary. */
export interface ErrorRecord {
    readonly code: string;
    readonly message: string;
    readonly details?: ErrorDetails;
}
/**
 * The only error that crosses a boundary. `code` is stable (`area/what-happened`), `message` is English for
 * logs, and `in('fr')` is what a person reads. Make one with a catalogue from `defineErrors`.
 */
export declare class AppError extends Error {
    #private;
    readonly name = "AppError";
    readonly code: string;
    readonly details: ErrorDetails;
    constructor(code: string, texts: Readonly<Record<Locale, string>>, details?: ErrorDetails, cause?: unknown);
    /** The sentence in a person's language. */
    in(locale: Locale): string;
    /** The record that is sent or stored; never the stack, never the cause. */
    toRecord(locale?: Locale): ErrorRecord;
    /** Rebuilds on this side of a boundary what was sent from the other; the text is the one the sender chose. */
    static fromRecord(record: ErrorRecord): AppError;
}
/** One sentence a language; both must leave the same blanks, which the compiler checks where the error is made. */
export interface ErrorTexts<Fr extends string = string, En extends string = string> {
    readonly fr: Fr;
    readonly en: En;
}
/**
 * Turns a table of codes and sentences into functions that make the errors:
 * `const errors = defineErrors({ 'memory/not-found': { fr: '… {id} …', en: '… {id} …' } })`, then
 * `throw errors['memory/not-found']({ id })`. A blank without a value is a compile error.
 */
export declare function defineErrors<const Table extends Record<string, ErrorTexts>>(table: Table): ErrorMakers<Table>;
export type ErrorMaker<Name extends string> = (details: Readonly<Record<Name, unknown>> & ErrorDetails, cause?: unknown) => AppError;
export type ErrorMakers<Table extends Record<string, ErrorTexts>> = {
    readonly [Code in keyof Table]: ErrorMaker<Blanks<Table[Code]['en']> | Blanks<Table[Code]['fr']>>;
};
/** True for an AppError, also one that another copy of this package made. */
export declare function isAppError(error: unknown): error is AppError;

/** What `ctx.fetch` takes beside the address; a subset of the platform's own, and all of it can be sent to another process. */
export interface FetchInit {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
    readonly signal?: AbortSignal;
}
/** What the broker of `ctx.fetch` brings back, read to its end. */
export interface FetchAnswer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    text(): string;
    json(): unknown;
}
/** Files the person granted, by the globs of `atelier.rights.files`. Paths are relative to the granted folder. */
export interface Files {
    read(path: string): Promise<Uint8Array>;
    write(path: string, content: string | Uint8Array): Promise<void>;
    list(path: string): Promise<readonly string[]>;
}
/** A notification of the desktop. */
export interface Notification {
    readonly title: string;
    readonly body?: string;
    /** The command that runs when the person clicks it. */
    readonly command?: string;
}
/** Everything an extension's main side may do. Each verb is recorded, and undone when the extension stops. */
export interface ExtensionContext {
    readonly id: string;
    /** Aborts when the extension stops. */
    readonly signal: AbortSignal;
    readonly log: Log;
    /** `data` is the extension's own folder, `assets` the package's, read-only. */
    readonly paths: {
        readonly data: string;
        readonly assets: string;
    };
    /** Offers a service to those who list this extension. */
    provide<T extends object>(token: Token<T>, service: T): void;
    /** The service of an extension listed in `requires`: always there. */
    get<T extends object>(token: Token<T>): T;
    /** The service of an extension listed in `optional`, if it is there. */
    find<T extends object>(token: Token<T>): T | undefined;
    /** Adds to a point at run time; what is known in advance stands in the manifest. */
    contribute<T>(point: Point<T>, value: T): Handle;
    contributions<T>(point: Point<T>): Contributions<T>;
    /** Runs when the command that the manifest contributes is called. */
    handle(command: string, run: (args: unknown, signal: AbortSignal) => Promise<unknown>): Handle;
    serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S>;
    tap<In>(hook: NotifyHook<In>, tap: (input: In, signal: AbortSignal) => Promise<void>, order?: TapOrder): Handle;
    tap<In, Answer>(hook: FirstHook<In, Answer>, tap: (input: In, signal: AbortSignal) => Promise<Answer | undefined>, order?: TapOrder): Handle;
    tap<Value>(hook: PipeHook<Value>, tap: (value: Value, signal: AbortSignal) => Promise<Value>, order?: TapOrder): Handle;
    /** Own hooks only. */
    run<In>(hook: NotifyHook<In>, input: In): Promise<void>;
    run<In, Answer>(hook: FirstHook<In, Answer>, input: In): Promise<Answer | undefined>;
    run<Value>(hook: PipeHook<Value>, value: Value): Promise<Value>;
    /** Opens the extension's own database, brought up to its newest migration. */
    database(migrations: readonly Migration[]): Database;
    /** For what the kernel did not set up itself; runs when the extension stops. */
    defer(label: string, cleanup: () => void | Promise<void>): void;
    /** Asks a host of `atelier.rights.net` that the person granted. */
    fetch(url: string, init?: FetchInit): Promise<FetchAnswer>;
    /** The folder under which `atelier.rights.files` were granted. */
    readonly files: Files;
    /** A secret named in `atelier.rights.secrets`, or undefined where the person set none. */
    secret(name: string): Promise<string | undefined>;
    /** Needs `atelier.rights.notify`. */
    notify(notification: Notification): Promise<void>;
}
/** The main side of an extension: `activate` registers and returns; long work starts in a handler and ends on `signal`. */
export interface Extension {
    activate(ctx: ExtensionContext): void | Promise<void>;
}
/** Gives the default export of an extension's main file its type. */
export declare function defineExtension(extension: Extension): Extension;

/**
 * refused: may not run · dormant: known, nothing loaded · waking · active · failed: `activate` threw or it crashed, and can be
 * retried · stopped: switched off by the person · quarantined: crashed too often, and stays off until the person acts.
 */
export type ExtensionState = 'refused' | 'dormant' | 'waking' | 'active' | 'failed' | 'stopped' | 'quarantined';
/** How an extension's main side is kept apart from the kernel. */
export type Isolation = 'in-process' | 'permissions' | 'sandbox';
/** What the person allowed an extension; the same words as `atelier.rights`. Left out means not granted. */
export interface Rights {
    readonly net?: readonly string[];
    readonly files?: readonly FileRight[];
    readonly secrets?: readonly string[];
    readonly tools?: readonly string[];
    readonly replaces?: readonly string[];
    readonly notify?: boolean;
    readonly background?: boolean;
}
export interface FileRight {
    readonly glob: string;
    readonly mode: 'read' | 'write';
    readonly in: 'project' | 'data';
}
/** One extension as diagnostics and the panel show it. */
export interface ExtensionStatus {
    readonly id: string;
    readonly version: string;
    readonly displayName: string;
    readonly bundled: boolean;
    readonly state: ExtensionState;
    readonly isolation: Isolation;
    /** Why it is refused, failed or quarantined. */
    readonly problem?: ErrorRecord;
    readonly asks: Rights;
    readonly granted: Rights;
}
export interface ExtensionsService {
    list(): Promise<readonly ExtensionStatus[]>;
    enable(id: string): Promise<void>;
    disable(id: string): Promise<void>;
    retry(id: string): Promise<void>;
    /** Replaces what the person granted; effective at once. */
    grant(id: string, rights: Rights): Promise<void>;
    /** What an extension has set up, as readable labels in the order of setting up. */
    effects(id: string): Promise<readonly string[]>;
}
/** The kernel's switchboard; only bundled plugins may change anything through it. */
export declare const Extensions: import("./token.ts").Token<ExtensionsService>;

declare const type: unique symbol;
/** All taps run, nothing comes back; one that throws is reported and the others go on. */
export interface NotifyHook<In> {
    readonly kind: 'notify';
    readonly key: Key;
    readonly [type]?: (input: In) => void;
}
/** Taps run in order until one answers; the first answer wins. */
export interface FirstHook<In, Answer> {
    readonly kind: 'first';
    readonly key: Key;
    /** What counts when a tap throws or does not answer in time. Left out: as if it had had no opinion. */
    readonly onFailure?: (input: In, failure: {
        readonly from: string;
    }) => Answer;
    readonly [type]?: (input: In) => Answer;
}
/** Each tap may replace the value; one that throws leaves it as it was. */
export interface PipeHook<Value> {
    readonly kind: 'pipe';
    readonly key: Key;
    readonly [type]?: (value: Value) => Value;
}
export type Hook = NotifyHook<never> | FirstHook<never, unknown> | PipeHook<never>;
/** Where a tap stands among the others; without it, plan order. */
export interface TapOrder {
    /** The id of the extension whose tap this one must run before. */
    readonly before?: string;
    /** Lower runs earlier; 0 if left out. */
    readonly stage?: number;
}
/** Names a hook. Only its owner may run it; who taps it lists its key under `atelier.taps`. */
export declare const defineHook: {
    notify<In>(key: Key): NotifyHook<In>;
    first<In, Answer>(key: Key, onFailure?: FirstHook<In, Answer>['onFailure']): FirstHook<In, Answer>;
    pipe<Value>(key: Key): PipeHook<Value>;
};

/** Writes to the app's log under the extension's name. Secrets are redacted on the way, but do not count on it. */
export interface Log {
    debug(text: string, fields?: object): void;
    info(text: string, fields?: object): void;
    warn(text: string, fields?: object): void;
    error(text: string, fields?: object): void;
}

declare const type: unique symbol;
/** A named, schema-checked list that extensions add to. */
export interface Point<T> {
    readonly key: Key;
    readonly [type]?: (value: T) => T;
}
/** Names a point. Its schema stands in the owner's manifest, under `atelier.points`. */
export declare function definePoint<T>(key: Key): Point<T>;
/** One entry of a point, with the extension that added it. */
export interface Contribution<T> {
    readonly from: string;
    readonly value: T;
}
/** The entries of a point as they stand, in plan order. */
export interface Contributions<T> {
    readonly items: readonly Contribution<T>[];
    /** Tells of every later change, once a change, never of the entries that stand already. */
    watch(listener: (change: ContributionChange<T>) => void): Handle;
}
export interface ContributionChange<T> {
    readonly added: readonly Contribution<T>[];
    readonly removed: readonly Contribution<T>[];
}

/** One step of a database's history. `id` counts in tens; each stands in a file of its own and never changes once released. */
export interface Migration {
    readonly id: number;
    readonly name: string;
    up(db: Database): void;
}
/** A prepared statement. Make it once, at the top of the module that uses it. */
export interface Statement<Row> {
    all(...params: unknown[]): Row[];
    get(...params: unknown[]): Row | undefined;
    run(...params: unknown[]): {
        changes: number;
    };
}
/** An extension's own SQLite file. Everything in it is durable when the call returns. */
export interface Database {
    exec(sql: string): void;
    prepare<Row>(sql: string): Statement<Row>;
    /** Runs `work` as one transaction: all of it or, if it throws, none of it. `work` must not be async. */
    transaction<T>(work: () => T): T;
}

/** Never present at run time; it only lets the compiler remember what a key stands for. */
declare const type: unique symbol;
/** `"@atelier/memory:Memory@1"`: the owner's package, a name, the contract's major version. */
export type Key = `${string}:${string}@${number}`;
/** What every `ctx` verb hands back when what it set up can be taken away earlier than the extension stops. */
export interface Handle {
    dispose(): void | Promise<void>;
}
/** A service may be served from another process, so every member must be an async method. */
export type Remotable<T> = {
    readonly [K in keyof T]: T[K] extends (...args: never[]) => Promise<unknown> ? T[K] : never;
};
/** The typed key of a service. Compared by `key`, never by identity. */
export interface Token<T> {
    readonly key: Key;
    readonly [type]?: (value: T) => T;
}
/** Names a service. A breaking change makes `@2` next to `@1`. */
export declare function defineToken<T extends Remotable<T>>(key: Key): Token<T>;
/** The package a key belongs to: `@atelier/memory` of `@atelier/memory:Memory@1`. */
export declare function ownerOf(key: string): string;
/** True for text of the form `package:Name@major`. */
export declare function isKey(text: string): text is Key;
/** Throws where the key is written wrongly, so that a typing mistake is found at import and not at use. */
export declare function checkedKey(key: Key): Key;
