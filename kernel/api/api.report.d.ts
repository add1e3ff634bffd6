// The public API as the compiler sees it. Written by `npm run generate`, compared by tests/api-report.test.ts.
// Whoever changes a line here changes what extensions are written against.

// @atelier/kernel

declare global {
    /** Both a page and Node have it; this layer compiles against neither, so that it can use nothing that only one of them has. */
    interface AbortSignal {
        readonly aborted: boolean;
    }
}
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

export interface CommandsService {
    /** Runs a command, waking whoever handles it. Only bundled plugins may. */
    run(command: string, args?: unknown): Promise<unknown>;
}
/** The kernel's commands, for plugins to whose points others contribute the names of theirs. */
export declare const Commands: import("./token.ts").Token<CommandsService>;

export type None = Record<string, never>;
/**
 * refused: may not run. dormant: known, nothing loaded. failed: activate threw or it crashed, and it can be retried. stopped: switched off by the person. quarantined: crashed too often, and stays off until the person acts.
 */
export type ExtensionState = 'refused' | 'dormant' | 'waking' | 'active' | 'failed' | 'stopped' | 'quarantined';
/**
 * How an extension's main side is kept apart from the kernel.
 */
export type Isolation = 'in-process' | 'permissions' | 'sandbox';
/**
 * What a UI asks of the kernel itself.
 */
export interface KernelShape {
    calls: {
        /**
         * Says which language the person reads; errors come in it from then on.
         */
        hello: {
            params: {
                locale: 'fr' | 'en';
            };
            result: {
                version: string;
                /**
                 * What the person chose for the whole program; left out where nobody chose.
                 */
                language?: 'fr' | 'en';
            };
        };
        /**
         * Follows a channel's events over this link.
         */
        subscribe: {
            params: ChannelName;
            result: null;
        };
        unsubscribe: {
            params: ChannelName;
            result: null;
        };
        listExtensions: {
            params: None;
            result: ExtensionStatus[];
        };
        /**
         * A point's entries in plan order, their texts in the person's language.
         */
        listContributions: {
            params: {
                point: string;
            };
            result: {
                from: string;
                value: {
                    [k: string]: unknown;
                };
            }[];
        };
        /**
         * Everything that can be shown, in plan order: where each view goes, where it runs, and who stands in for it.
         */
        listViews: {
            params: None;
            result: ShownView[];
        };
        /**
         * Wakes the extension that shows a view, because the view is about to be shown.
         */
        openView: {
            params: {
                view: string;
            };
            result: null;
        };
        /**
         * The person lets one view stand in for another, which grants that right, or goes back to the view itself, which declines every offer there is now.
         */
        chooseReplacement: {
            params: {
                view: string;
                /**
                 * Left out: the view itself.
                 */
                by?: string;
            };
            result: null;
        };
        runCommand: {
            params: {
                command: string;
                args?: unknown;
            };
            result: unknown;
        };
        /**
         * Opens an https, http or mailto address outside the app; every other kind is refused.
         */
        openExternal: {
            params: {
                url: string;
            };
            result: null;
        };
        enableExtension: {
            params: ExtensionId;
            result: null;
        };
        disableExtension: {
            params: ExtensionId;
            result: null;
        };
        retryExtension: {
            params: ExtensionId;
            result: null;
        };
        reloadExtension: {
            params: ExtensionId;
            result: null;
        };
        costs: {
            params: None;
            result: ExtensionCosts[];
        };
        /**
         * The servers that an extension brings, and how each is.
         */
        listServers: {
            params: ExtensionId;
            result: ServerStatus[];
        };
        restartServer: {
            params: {
                id: string;
                server: string;
            };
            result: null;
        };
        /**
         * What an extension used from look to look in the last five minutes, oldest first; empty for what comes with the app.
         */
        costHistory: {
            params: ExtensionId;
            result: CostSample[];
        };
        /**
         * The person bounds what an extension may use; left out, the bounds of its kind are back.
         */
        setBudget: {
            params: {
                id: string;
                budget?: ExtensionBudget;
            };
            result: null;
        };
        effects: {
            params: ExtensionId;
            result: string[];
        };
        /**
         * What the person should know of this run, oldest first, in their language.
         */
        listNotices: {
            params: None;
            result: Notice[];
        };
        /**
         * Replaces what the person allowed an extension; effective at once.
         */
        grantRights: {
            params: {
                id: string;
                rights: Rights;
            };
            result: null;
        };
    };
    events: {
        /**
         * Some extension changed its state; ask listExtensions.
         */
        extensionsChanged: {
            id: string;
            state: ExtensionState;
        };
        /**
         * Entries of a point came or went; ask listContributions.
         */
        contributionsChanged: {
            point: string;
        };
        /**
         * There are newer numbers; ask costs. Told only while an extension runs in a process of its own.
         */
        costsChanged: None;
        /**
         * This extension, or the kernel about it, wrote into the log.
         */
        logged: {
            id: string;
        };
        /**
         * A server of this extension is in another state; ask listServers.
         */
        serversChanged: {
            id: string;
        };
        /**
         * The person chose another language for the whole program.
         */
        languageChanged: {
            locale: 'fr' | 'en';
        };
        /**
         * Something more is to be told; ask listNotices.
         */
        noticesChanged: {
            count: number;
        };
    };
}
export interface ChannelName {
    channel: string;
}
export interface ExtensionId {
    id: string;
}
export interface ErrorRecord {
    code: string;
    message: string;
    details?: {
        [k: string]: unknown;
    };
}
/**
 * One extension as diagnostics and the panel show it.
 */
export interface ExtensionStatus {
    id: string;
    version: string;
    displayName: string;
    description?: string;
    /**
     * What sort of extension it is beside what it contributes.
     */
    kind?: 'channel';
    /**
     * A name of Lucide's.
     */
    icon?: string;
    bundled: boolean;
    /**
     * Extensions without which it cannot run.
     */
    requires?: string[];
    state: ExtensionState;
    isolation: Isolation;
    /**
     * Why it is refused, failed or quarantined.
     */
    problem?: ErrorRecord;
    /**
     * What is wrong with parts of it while the rest goes on.
     */
    problems: ErrorRecord[];
    asks: Rights;
    granted: Rights;
}
/**
 * What one extension has cost since the kernel started. Sizes in bytes, times in milliseconds.
 */
export interface ExtensionCosts {
    id: string;
    /**
     * From the wake event to the end of activate; 0 while it has never been awake.
     */
    startMs: number;
    /**
     * Processor time of its process; left out for one that shares the kernel's.
     */
    cpuMs?: number;
    /**
     * Memory of its process that the machine would get back, so without the code of Node, which is there once for all. Left out as cpuMs.
     */
    memoryBytes?: number;
    /**
     * Calls that reached it.
     */
    calls: number;
    failedCalls: number;
    /**
     * Of a second and more.
     */
    slowCalls: number;
    /**
     * Over its boundary (frames, storage, fetch), both ways.
     */
    bytes: number;
    events: number;
    fetches: number;
    /**
     * Of fetch alone, both ways.
     */
    networkBytes: number;
    /**
     * On the disk: its database and its folder; at most what was counted of a very large folder.
     */
    storedBytes?: number;
    /**
     * Of one processor, at the last look; left out for one that shares the kernel's process.
     */
    cpuPercent?: number;
    /**
     * Left out for what comes with the app.
     */
    budget?: ExtensionBudget;
    /**
     * There while it is slowed down: what for.
     */
    slowed?: ('cpuPercent' | 'memoryMegabytes' | 'eventsPerSecond' | 'networkMegabytesPerMinute')[];
    /**
     * What somebody charged to it, as is money.
     */
    tokens: number;
    money: number;
    crashes: number;
}
/**
 * What an extension may use for as long as it likes; beyond it the extension is slowed down, then stopped.
 */
export interface ExtensionBudget {
    /**
     * Of one processor.
     */
    cpuPercent: number;
    memoryMegabytes: number;
    eventsPerSecond: number;
    networkMegabytesPerMinute: number;
}
/**
 * off: it does not run. waiting: it ended, and is started again after a while. failed: it ended too often, and stays off until the person acts.
 */
export interface ServerStatus {
    id: string;
    state: 'off' | 'starting' | 'ready' | 'waiting' | 'failed';
    /**
     * Whether the person lets it run.
     */
    allowed: boolean;
    /**
     * How often it was started again since its extension began.
     */
    restarts: number;
    problem?: ErrorRecord;
}
/**
 * What one extension used between two looks. Sizes in bytes, times in milliseconds; `at` is on a clock that starts with the program.
 */
export interface CostSample {
    at: number;
    ms: number;
    cpuMs: number;
    memoryBytes: number;
    calls: number;
    failedCalls: number;
    slowCalls: number;
    events: number;
    networkBytes: number;
    crashes: number;
}
/**
 * What an extension asks for, or what the person allowed it; the words of atelier.rights. Left out means not granted.
 */
export interface Rights {
    net?: string[];
    files?: FileRight[];
    secrets?: string[];
    tools?: string[];
    servers?: string[];
    replaces?: string[];
    notify?: boolean;
    background?: boolean;
}
export interface FileRight {
    glob: string;
    mode: 'read' | 'write';
    in: 'project' | 'data';
}
/**
 * Something the person should know although nothing they did failed. `at` is in milliseconds.
 */
export interface Notice {
    id: string;
    code: string;
    message: string;
    at: number;
    /**
     * Whom it is about, where it is one.
     */
    extension?: string;
}
/**
 * A view as the page needs to know it. `place` is `document` for ours and `frame` for everybody else's.
 */
export interface ShownView {
    id: string;
    /**
     * The extension that shows it.
     */
    from: string;
    title: string;
    slot: string;
    icon?: string;
    order: number;
    /**
     * Of a main view: whether the sidebar leads to it.
     */
    listed?: boolean;
    /**
     * Of a main view: the view that stands in the sidebar's place while this one is shown.
     */
    sidebar?: string;
    /**
     * Of the sidebar: takes the height that the others leave.
     */
    fills?: boolean;
    mode?: 'workspace' | 'assistant';
    context?: 'always' | 'project' | 'global';
    width?: number;
    element?: string;
    html?: string;
    place: 'document' | 'frame';
    /**
     * Of a frame: where the files of its extension come from.
     */
    origin?: string;
    /**
     * Of a frame: another number means another package, even where all else is the same.
     */
    taken?: number;
    /**
     * Of a frame: the module that exports its element, inside the package.
     */
    ui?: string;
    state: ExtensionState;
    replaces?: string;
    /**
     * The view that stands in for this one, as the person chose.
     */
    replacedBy?: string;
    /**
     * Views that would stand in for this one; the person has decided about none of them.
     */
    offers: string[];
}

export type { CostSample, ExtensionBudget, ExtensionCosts } from './contract/generated.ts';
/** What is charged to an extension by whoever spent it on its behalf. */
export interface Charge {
    readonly extension: string;
    readonly tokens?: number;
    readonly money?: number;
}
export interface CostsService {
    list(): Promise<readonly ExtensionCosts[]>;
    /** What one extension used from look to look in the last minutes, oldest first. */
    history(id: string): Promise<readonly CostSample[]>;
    /** Only bundled plugins may charge. */
    charge(charge: Charge): Promise<void>;
}
/** The kernel's own count of what each extension costs. */
export declare const Costs: import("./token.ts").Token<CostsService>;

/** The program that runs, as whoever replaces it must know it. */
export interface Program {
    readonly version: string;
    /** How it came here, which decides how it is replaced; `source` is a copy of the repository. */
    readonly installed: 'source' | 'appimage' | 'deb' | 'rpm' | 'dmg' | 'nsis';
    /** The one file that it is, where it is one. */
    readonly file?: string;
}
/** How the program behaves on this desktop; what is left out cannot be had here. */
export interface Manners {
    readonly startAtLogin?: boolean;
    /** Without a window, which is there when it is wanted. */
    readonly startMinimised?: boolean;
    /** Goes on when its window is closed. */
    readonly closeToBackground?: boolean;
}
export interface DesktopService {
    /** Asks the person for a folder; undefined where they chose none. Only bundled plugins may. */
    pickFolder(): Promise<string | undefined>;
    /** Shows a folder in the system's own program. Only bundled plugins may. */
    openFolder(folder: string): Promise<void>;
    /** Which program this is; undefined where it is of no version, as in tests. */
    program(): Promise<Program | undefined>;
    /** Ends the program and starts what is installed by then; false where it cannot start itself. Only bundled plugins may. */
    restart(): Promise<boolean>;
    /** How it behaves on this desktop. */
    manners(): Promise<Manners>;
    /** Changes those that are named, at once, and answers with all. Only bundled plugins may. */
    setManners(change: Manners): Promise<Manners>;
}
/** What the machine and the person at it can be asked for. */
export declare const Desktop: import("./token.ts").Token<DesktopService>;

/** The languages every text of ours exists in; French is the product's default, English the fallback. */
export type Locale = 'fr' | 'en';
/** The names in braces of a sentence: `'{id} needs {range}'` has `id` and `range`. Braces around anything but a word are text. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? (Name extends `${string} ${string}` ? never : Name) | Blanks<Rest> : never;
/** What fills the blanks of a sentence, and what a program may read off an error. A value may itself be a text in both languages. */
export type ErrorDetails = Readonly<Record<string, unknown>>;
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
    /** The command that runs when the person clicks it; an extension from elsewhere can name its own only. */
    readonly command?: string;
    readonly args?: Readonly<Record<string, unknown>>;
}
/** Who asks a service for something, as the kernel knows it. */
export interface Asker {
    readonly id: string;
    /** It came with the app. */
    readonly bundled: boolean;
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
    /** Offers a service to those who list this extension; a function makes it for whoever asks, where not everybody may the same. */
    provide<T extends object>(token: Token<T>, service: T | ((asker: Asker) => T)): void;
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

export type { ErrorRecord, ExtensionState, ExtensionStatus, FileRight, Isolation, Rights, ServerStatus } from './contract/generated.ts';
/** Where extensions that the person installed lie, and what else is run beside the app. */
export interface ExtensionPlaces {
    /** Each entry is an extension, or a link to one; names that begin with a dot are passed over, so what is being made may lie there. */
    readonly installed: string;
    /** A plain Node 24. */
    readonly node: string;
}
/** What a package.json says of an extension that could run here now. */
export interface ExaminedExtension {
    readonly id: string;
    readonly version: string;
    readonly asks: Rights;
    /** Other extensions, each with the range it must fit. */
    readonly requires: Readonly<Record<string, string>>;
    readonly optional: Readonly<Record<string, string>>;
    /** Extensions that run today and would be refused beside this version. */
    readonly breaks: readonly string[];
}
/** Why a version is blocked, in both languages: a whole sentence. */
export interface BlockReason {
    readonly fr: string;
    readonly en: string;
}
/** One line of the app's log, secrets taken out. `time` is in milliseconds. */
export interface ExtensionLogLine {
    readonly time: number;
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly text: string;
}
export interface ExtensionsService {
    list(): Promise<readonly ExtensionStatus[]>;
    enable(id: string): Promise<void>;
    disable(id: string): Promise<void>;
    retry(id: string): Promise<void>;
    /** Replaces what the person granted; effective at once. */
    grant(id: string, rights: Rights): Promise<void>;
    /** Keeps a secret that the extension reads by `ctx.secret`, or forgets it where `text` is undefined. It is never shown again. */
    keepSecret(id: string, name: string, text: string | undefined): Promise<void>;
    /** Whether there is one. Only bundled plugins may ask. */
    hasSecret(id: string, name: string): Promise<boolean>;
    /** What an extension has set up, as readable labels in the order of setting up. */
    effects(id: string): Promise<readonly string[]>;
    places(): Promise<ExtensionPlaces>;
    /** Whether this package.json could run here now, and what it asks; rejects with why not. Touches nothing. */
    examine(manifest: unknown): Promise<ExaminedExtension>;
    /**
     * Takes in the extension of a folder, live: a new one, or the next generation of one that is here. It is started with what
     * `granted` names; where it does not start the old one is back, and its data as it was, and this rejects with why. When it
     * resolves, the next start of the app finds it too.
     */
    adopt(folder: string, granted?: Rights): Promise<void>;
    /** Stops an installed extension and takes it out, live; its package folder is left to the caller. */
    forget(id: string, data: 'keep' | 'delete'): Promise<void>;
    /**
     * Keeps one version of an installed extension off, whatever the person switches, and says why; undefined lifts that again. It
     * outlasts a restart, and ends when another version is taken in.
     */
    block(id: string, version: string, why: BlockReason | undefined): Promise<void>;
    /** The newest lines that one extension logged in this run, oldest first. */
    log(id: string): Promise<readonly ExtensionLogLine[]>;
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

/** How much a line of the log matters. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** One line of the app's log, without secrets. `at` is in milliseconds; `number` counts the lines of this run, and older lines have none. */
export interface LogEntry {
    readonly number?: number;
    readonly at: number;
    readonly level: LogLevel;
    /** An extension's id; the kernel's is `@atelier/kernel`. */
    readonly source: string;
    readonly text: string;
    readonly fields?: unknown;
}
/** Which lines of the log are asked for; what is left out limits nothing. */
export interface LogQuery {
    readonly levels?: readonly LogLevel[];
    readonly sources?: readonly string[];
    /** Letters that the text, the source or the fields hold, in any case. */
    readonly text?: string;
    readonly from?: number;
    readonly to?: number;
    /** The newest so many; 1,000 if left out, at most 10,000. */
    readonly limit?: number;
    /** Only lines of this run with a higher number. */
    readonly after?: number;
    /** Where none fits, waits so long for one; at most 30 s. */
    readonly waitMs?: number;
}
/** Lines that fit, oldest first. */
export interface LogPage {
    readonly lines: readonly LogEntry[];
    /** The number of the newest line there is, whether it fits or not. */
    readonly newest: number;
    /** Older lines fit too. */
    readonly more: boolean;
    /** Everybody who has written in this run. */
    readonly sources: readonly string[];
}
/** What the kernel runs as. */
export interface About {
    readonly kernel: string;
    readonly sqlite: string;
    readonly host: 'electron' | 'browser' | 'memory';
    /** What holds the processes of installed extensions. */
    readonly isolation: 'sandbox' | 'permissions';
    /** Where secrets are kept: a key store of the system, or a file of this user's. */
    readonly secrets: 'os' | 'file';
    /** The person's profile. */
    readonly profile: string;
}
/** The kernel as whoever looks for a fault sees it. Only bundled plugins may. */
export interface InspectionService {
    about(): Promise<About>;
    readLog(query: LogQuery): Promise<LogPage>;
    /** Reads every page of each open database; `ok`, or what is wrong with it. */
    checkDatabases(): Promise<readonly {
        readonly owner: string;
        readonly found: string;
    }[]>;
    /**
     * The texts without the secrets that the kernel knows, and without what looks like one; `anonymous` without what names the person or
     * the machine as well: home folders, accounts, machines, mail and network addresses.
     */
    redact(texts: readonly string[], how?: 'anonymous'): Promise<readonly string[]>;
}
export declare const Inspection: import("./token.ts").Token<InspectionService>;

export type { KernelShape } from './contract/generated.ts';
/** What a UI asks of the kernel itself: who runs, what is contributed, what it costs. */
export declare const KernelChannel: import("./channel.ts").Channel<KernelShape>;

/** Writes to the app's log under the extension's name. Secrets are redacted on the way, but do not count on it. */
export interface Log {
    debug(text: string, fields?: object): void;
    info(text: string, fields?: object): void;
    warn(text: string, fields?: object): void;
    error(text: string, fields?: object): void;
}

export interface PersonService {
    /** The language that the person chose; until then that of the machine, or French. */
    language(): Promise<Locale>;
    /** From now on every window and every sentence of a main side is in it. Only bundled plugins may. */
    chooseLanguage(locale: Locale): Promise<void>;
    /** The keys that the person gave to commands, by command; an empty list is a command without keys. */
    keys(): Promise<Readonly<Record<string, readonly string[]>>>;
    /** Gives a command these keys instead of those of its manifest; undefined gives it those back. Only bundled plugins may. */
    chooseKeys(command: string, keys: readonly string[] | undefined): Promise<void>;
}
/** What the person chose that the kernel has to know before any extension is awake. */
export declare const Person: import("./token.ts").Token<PersonService>;

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

export interface SecretsService {
    /** Seals what the person gave under a name of the asking extension's own `rights.secrets`; undefined forgets it. `ctx.secret` reads it. */
    keep(name: string, text: string | undefined): Promise<void>;
}
/** The host's secret store, for plugins in whose views the person types a secret. Only bundled plugins may. */
export declare const Secrets: import("./token.ts").Token<SecretsService>;

/** How many letters must be changed, left out, added or swapped with the next; a swap is one slip, as it is in typing. */
export declare function slipsBetween(from: string, to: string): number;

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

/**
 * A text in which everything that cannot be seen is named, so that what one reads and copies is what is there. Emoji keep what
 * holds them together; prose may also join letters, mark a direction and hint where a word breaks; in code nothing else has a use.
 */
export declare function visibleText(text: string, kind: 'prose' | 'code'): string;

// @atelier/kernel/ui

/** Resolves when what was drawn has been shown: what nobody sees yet is loaded from then on. */
export declare function afterPaint(): Promise<void>;

/**
 * What a view asks of the window it is in. The page itself answers; the kernel never hears of it.
 */
export interface WindowShape {
    calls: {
        /**
         * Shows a view: a main view instead of the present one, a panel beside it, a dialog above it.
         */
        open: {
            params: {
                view: string;
                /**
                 * What the view finds in its slice `params`; at most 10,000 characters as JSON.
                 */
                params?: {
                    [k: string]: unknown;
                };
            };
            result: null;
        };
        /**
         * Closes a dialog or the panel; a main view gives way to the one that was there before it.
         */
        close: {
            params: {
                view: string;
            };
            result: null;
        };
        /**
         * Says something in passing. An extension's name stands beside what it says.
         */
        toast: {
            params: Toast;
            result: null;
        };
        layout: {
            params: Record<string, never>;
            result: Layout;
        };
        /**
         * Changes the parts of the layout that are named; only for plugins that come with the program.
         */
        arrange: {
            params: {
                sidebar?: boolean;
                panel?: boolean;
                sidebarWidth?: number;
                panelWidth?: number;
                panelView?: string;
            };
            result: null;
        };
        /**
         * Sets slices of the window's context; only for plugins that come with the program.
         */
        context: {
            params: {
                locale?: 'fr' | 'en';
                appearance?: 'system' | 'light' | 'dark';
                contrast?: 'system' | 'normal' | 'more';
                /**
                 * Of everything in the window, in percent.
                 */
                size?: 90 | 100 | 110 | 125;
                mode?: 'workspace' | 'assistant';
                conversation?: null | {
                    id: string;
                    title?: string;
                    accessMode?: 'secure' | 'open';
                };
                project?: null | {
                    id: string;
                    name?: string;
                };
                thread?: 'none' | 'global' | 'project';
            };
            result: null;
        };
        /**
         * Opens an https or mailto address outside the app. A view of an extension is asked about first.
         */
        openExternal: {
            params: {
                url: string;
            };
            result: null;
        };
        /**
         * What can be opened in this window, in order; only for plugins that come with the program.
         */
        views: {
            params: Record<string, never>;
            result: OpenableView[];
        };
        /**
         * Does what a toast offers, with the rights of whoever said it; only for plugins that come with the program.
         */
        act: {
            params: {
                toast: number;
            };
            result: null;
        };
    };
    events: {
        layoutChanged: Layout;
        /**
         * For the view that shows toasts.
         */
        toasted: ShownToast;
        /**
         * What can be opened is different now; ask views.
         */
        viewsChanged: null;
    };
}
export interface Toast {
    text: string;
    kind?: 'plain' | 'done' | 'failed';
    action?: ToastAction;
}
export interface ToastAction {
    title: string;
    command: string;
    args?: {
        [k: string]: unknown;
    };
}
export interface ShownToast {
    id: number;
    /**
     * Whose it is, where it is not ours.
     */
    from?: string;
    text: string;
    kind: 'plain' | 'done' | 'failed';
    action?: ToastAction;
}
/**
 * What is where in this window. `narrow`: the sidebar and the panel lie over the main view.
 */
export interface Layout {
    main: string;
    /**
     * Of the main view.
     */
    title?: string;
    panelView?: string;
    dialog?: string;
    sidebar: boolean;
    panel: boolean;
    narrow: boolean;
    /**
     * Whether somebody has arranged this window; false in a browser that is new here.
     */
    arranged: boolean;
    /**
     * Of the window to the kernel.
     */
    connection: 'connecting' | 'open' | 'reconnecting' | 'closed' | 'refused';
    sidebarWidth: number;
    panelWidth: number;
}
export interface OpenableView {
    id: string;
    from: string;
    title: string;
    slot: string;
    icon?: string;
    /**
     * Whether it wants an entry in the sidebar.
     */
    listed?: boolean;
}

/** The entries of one point, kept fresh; none while they are being read. */
export declare class Contributed<T> {
    #private;
    constructor(host: ReactiveControllerHost, view: () => ViewHost, point: string);
    /** In the order of the plan. */
    get items(): readonly {
        readonly from: string;
        readonly value: T;
    }[];
}

/** A language the app speaks. */
export type Locale = SliceMap['locale'];
/** The words for a count, as the language counts: "1 file", "2 files"; French says "0 fichier". */
export interface PluralForms {
    readonly one: string;
    readonly other: string;
}
/** A sentence whose French signs keep to the word they belong to: a line never begins with a colon or ends in a quotation mark. */
export declare function spacedText(locale: Locale, text: string): string;
/** "1,412", "1 412". */
export declare function numberText(locale: Locale, value: number, options?: Intl.NumberFormatOptions): string;
/** "182k", "182 k": a count that only has to be felt. */
export declare function compactText(locale: Locale, value: number): string;
/** "42%", "42 %" of a share between 0 and 1. */
export declare function percentText(locale: Locale, share: number): string;
/** "$0.38", "0,38 $US"; small amounts keep what makes them differ from nothing. */
export declare function moneyText(locale: Locale, amount: number, currency?: string): string;
/** "12 MB", "12 Mo". */
export declare function bytesText(locale: Locale, bytes: number): string;
/** "38 ms", "1.2 sec", "4 min 5 sec", "2 hr 10 min": what something took. */
export declare function durationText(locale: Locale, milliseconds: number): string;
/** "now", "12 min. ago", "yesterday", "in 2 days": how far a moment is from another; past a week, its date. */
export declare function relativeTimeText(locale: Locale, moment: Date | number, now?: Date | number): string;
/** "20 Nov 2026", or as the options say. */
export declare function dateText(locale: Locale, moment: Date | number, options?: Intl.DateTimeFormatOptions): string;
/** Whether a count takes the singular: the rule of the two languages, without loading the system's table of all. */
export declare function isOne(locale: Locale, count: number): boolean;
/** The form of a word that goes with a count. */
export declare function pluralForm(locale: Locale, count: number, forms: PluralForms): string;
/** "1 file", "12 files", "1 412 fichiers": a count and its word. */
export declare function pluralText(locale: Locale, count: number, forms: PluralForms): string;

export { reopened } from './subscriptions.ts';

/** A part of an element that its first frame does not need: it comes when that one stands, or as soon as somebody asks for it. */
export declare class Later<Part> implements ReactiveController {
    #private;
    /** Undefined until it is there. */
    value: Part | undefined;
    constructor(host: ReactiveControllerHost, load: () => Promise<Part>);
    hostUpdated(): void;
    /** One that could not be loaded is asked for anew the next time. */
    get(): Promise<Part>;
}

/**
 * connecting: for the first time, calls wait. reconnecting: the connection was lost, calls fail. refused: the host turned this
 * page away, calls fail, and only `retry` tries again. closed: for good.
 */
export type LinkStatus = 'connecting' | 'open' | 'reconnecting' | 'refused' | 'closed';
export interface PageLinkOptions {
    readonly connect: Connect;
    /** Told to the kernel first of all, so that errors and texts come in it; left out where somebody else has said it. */
    readonly locale?: () => 'fr' | 'en';
    /** Waits before the next try to connect. */
    readonly wait: (milliseconds: number) => Promise<void>;
    /** Hears what no caller is there to hear: a listener that throws, a subscription that is refused. */
    readonly report: (error: unknown) => void;
}
/** Answers what the host asks of the page. */
export type PageHandler = (params: unknown) => Promise<unknown>;
/**
 * The page's end of a link. Calls get an answer or an `AppError`; events reach those who listen, in order; a connection that is
 * lost is made again, with everything that was listened to.
 */
export declare class PageLink {
    #private;
    constructor(options: PageLinkOptions);
    get status(): LinkStatus;
    onStatus(listener: (status: LinkStatus) => void): Handle;
    /** The typed calls and events of a channel, for the page itself or for the view of one extension. */
    client<S extends ChannelShape>(channel: Channel<S>, from?: string): Client<S>;
    /** `from` is the extension on whose behalf the page calls; the kernel lets it do what its manifest declares. */
    call(to: string, params: unknown, signal?: AbortSignal, from?: string): Promise<unknown>;
    /** Listens to one event; its channel is subscribed to while anybody does. */
    on(to: string, listener: (event: unknown) => void): Handle;
    /** Hears every event that comes over the wire, whoever subscribed to it; for those who pass events on. */
    tap(listener: (to: string, body: unknown) => void): Handle;
    /** Answers one call that the host makes to the page. */
    answer(to: string, handler: PageHandler): Handle;
    /** Tries again where the host turned this page away; it may have been let in from another window since. */
    retry(): void;
    close(): void;
}

/** What a page makes a view from. */
export interface PageViewParts {
    readonly link: PageLink;
    readonly slices: Slices;
    readonly state: ViewState;
    /** The extension whose view this is; left out for the page itself. */
    readonly from?: string;
    /** Channels that the window answers itself, without the kernel. */
    readonly local?: (channel: string) => Client<ChannelShape> | undefined;
    /** Runs a command where the window may know a shorter way than the kernel. */
    readonly run?: (command: string, args: unknown) => Promise<unknown>;
}
/** What a view is given, in the page itself as in a frame. */
export declare function pageView({ link, slices, state, from, local, run }: PageViewParts): ViewHost;
/** A state that nobody keeps: for tests, and for the page itself. */
export declare function noState(): ViewState;

/** A wire over a MessagePort, as the desktop window and an extension's frame have it. It opens once: a port cannot be opened again. */
export declare function messagePort(port: MessagePort): Connect;

/** What a query knows: nothing yet, the newest value, or why there is none. */
export type QueryState<T> = {
    readonly status: 'pending';
} | {
    readonly status: 'ready';
    readonly value: T;
} | {
    readonly status: 'failed';
    readonly message: string;
    readonly error: AppError;
};
export interface QueryOptions<S extends ChannelShape, K extends keyof S['calls'] & string> {
    /** Asked at each update of the element; other params call again. */
    readonly params: () => S['calls'][K]['params'];
    /** The event after which the value is old. */
    readonly refreshOn?: keyof S['events'] & string;
}
/** One call, kept fresh by one event and in the person's language. It runs while the element is connected, and keeps the last value while it reads anew. */
export declare class Query<S extends ChannelShape, K extends keyof S['calls'] & string> implements ReactiveController {
    #private;
    constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined, channel: Channel<S>, call: K, options: QueryOptions<S, K>);
    get state(): QueryState<S['calls'][K]['result']>;
    hostConnected(): void;
    hostUpdate(): void;
    hostDisconnected(): void;
    /** Reads anew. However often it is asked meanwhile, it reads once more after the call that is under way. */
    refresh(): void;
}

/** Holds the context of views. Setting a value that says the same as before wakes nobody. */
export declare class SliceStore implements Slices {
    #private;
    constructor(values: SliceMap);
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    set<K extends keyof SliceMap>(name: K, value: SliceMap[K]): void;
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** The slices that each view has for itself; the others are its window's. */
export type OwnSlices = Pick<SliceMap, 'widget' | 'visible' | 'params'>;
/** The context of one view: its own size, visibility and params before the context of its window. */
export declare class ViewSlices implements Slices {
    #private;
    constructor(window: Slices, own: OwnSlices);
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    set<K extends keyof OwnSlices>(name: K, value: SliceMap[K]): void;
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** Every slice by name, for those who pass a whole context on. */
export declare const sliceNames: readonly ["locale", "theme", "contrast", "mode", "conversation", "project", "thread", "widget", "visible", "params"];

/** One slice of the context; the element renders again when that slice changes, and for no other. */
export declare class Slice<K extends keyof SliceMap> implements ReactiveController {
    #private;
    constructor(host: ReactiveControllerHost, view: () => {
        readonly slices: Slices;
    } | undefined, name: K);
    /** Undefined only before the element was given its view. */
    get value(): SliceMap[K] | undefined;
    hostUpdate(): void;
    hostDisconnected(): void;
    hostConnected(): void;
}

type Listener = (event: unknown) => void;
/** The name under which every channel tells its listeners that the connection was lost and is there again: read anew. */
export declare const reopened = "$reopened";
export interface SubscriptionsOptions {
    readonly subscribe: (channel: string) => void;
    readonly unsubscribe: (channel: string) => void;
    readonly report: (error: unknown) => void;
}
/** Who listens to what. A channel is subscribed to from its first listener to its last. */
export declare class Subscriptions {
    #private;
    constructor(options: SubscriptionsOptions);
    on(to: string, listener: Listener): Handle;
    /** One listener that throws takes nothing from the others. */
    publish(to: string, event: unknown): void;
    /** Subscribes again over a new connection, then tells everyone that something may have been missed. */
    renew(): void;
}

type Values = Readonly<Record<string, string | number>>;
/** The texts of a view in the person's language; the element renders again when that changes. */
export declare class Texts<Table extends Readonly<Record<string, string>>> {
    #private;
    constructor(host: ReactiveControllerHost, view: () => {
        readonly slices: Slices;
    } | undefined, tables: {
        readonly [L in SliceMap['locale']]: Table;
    });
    get locale(): SliceMap['locale'];
    /** A text with its `{placeholders}` filled in. */
    of(key: keyof Table & string, values?: Values): string;
    /** One of `key.one` and `key.other`, as the language counts. */
    count(key: string, count: number, values?: Values): string;
}

/** The page's end of a wire: whole messages, in order. */
export interface Transport {
    /** Drops what it is given when the wire is gone. */
    send(frame: object): void;
    onMessage(listener: (message: unknown) => void): void;
    onClose(listener: () => void): void;
    close(): void;
}
/** Opens a wire, again at each call. Rejects where nobody answers. */
export type Connect = () => Promise<Transport>;

export type { SliceMap };
/** The context of a view, one narrow slice at a time. */
export interface Slices {
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    /** Calls when this slice changes and at no other time. */
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** A little that one view keeps while its window stays open: over a reload of the page, and over an update of the extension. */
export interface ViewState {
    get(): unknown;
    /** Keeps a JSON value of at most 100,000 characters. */
    set(value: unknown): void;
}
/** Everything a view may use; set as its `view` property before it is shown. */
export interface ViewHost {
    /** Typed calls and events of a channel of an extension that the manifest lists. */
    connect<S extends ChannelShape>(channel: Channel<S>): Client<S>;
    /** Runs a command, whoever handles it. */
    run(command: string, args?: unknown): Promise<unknown>;
    readonly slices: Slices;
    readonly state: ViewState;
}

export type { Layout, ShownToast, WindowShape } from './contract/generated.ts';
/** What a view asks of the window it is in: to show another view, to say something in passing, to know the layout. */
export declare const WindowChannel: Channel<WindowShape>;

/**
 * A wire over a WebSocket: JSON text, one frame or an array of frames a message. A browser does not say why one was refused, so
 * the address `alive` of the same origin is asked: 401, 403 or 421 means that trying again is of no use.
 */
export declare function webSocket(address: string, alive?: string): Connect;
