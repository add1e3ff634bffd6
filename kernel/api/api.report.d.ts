// The public API as the compiler sees it. Written by `npm run generate`, compared by tests/api-report.test.ts.
// A changed line here changes the API that extensions are written for.

// @atelier/kernel

/** A right of `atelier.rights`: one of the kernel, or one that an extension defines, as `@acme/notes:read`. */
export type RightName = keyof Omit<Rights, 'uses'> | `${string}:${string}`;
/**
 * Who may call a method of a service. Bundled plugins and the extension that provides the service always may, for themselves and
 * for the person. While a bundled plugin acts for an installed extension, that extension must be allowed too. Of installed
 * extensions, all may (`everybody`), none (`bundled`), or those to which the person granted these rights. `bundled-for-others`:
 * bundled plugins only, also while they act for an installed extension.
 */
export type Access = 'everybody' | 'bundled' | 'bundled-for-others' | {
    readonly rights: readonly RightName[];
};
/** One row for each method of a service. An installed extension cannot call a method without a row. */
export type AccessTable<T> = {
    readonly [K in keyof T]-?: Access;
};

export interface BackupsService {
    /**
     * Backs up the databases of these extensions that are open and changed since their newest backup. To be called before much is
     * changed at once. Never fails: what could not be copied is in the log, and must not keep the person from making room.
     */
    make(owners: readonly string[]): Promise<void>;
}
/** The copies of databases. */
export declare const Backups: import("./token.ts").OwnToken<BackupsService>;

/** Something that happened, without contents: no words of the person or of a model, no title, no path, no key. */
export interface Happening {
    /** What happened, as small words joined by hyphens: `turn-began`. */
    readonly is: string;
    /** The id of what it happened to, such as an extension. */
    readonly of?: string;
    /** How: small words, the code of an error, an exit code or a signal. */
    readonly how?: string;
}
/** A happening that was kept. `at` is in milliseconds; `from` is the plugin that noted it, left out for the kernel. */
export interface KeptHappening extends Happening {
    readonly at: number;
    readonly from?: string;
}
export interface BlackBoxService {
    /** Keeps what happened to the calling plugin, where it outlives a crash. A field that has another form than its own is left out. */
    note(happening: Happening): Promise<void>;
    /** What is kept of this run and of earlier ones, oldest first. */
    read(): Promise<readonly KeptHappening[]>;
}
/** The newest things that happened, for after a crash. */
export declare const BlackBox: import("./token.ts").OwnToken<BlackBoxService>;

declare global {
    /** Pages and Node both have it. This layer compiles against the types of neither, so that it uses nothing that only one has. */
    interface AbortSignal {
        readonly aborted: boolean;
    }
}
/** The type of a `*.channel.json` file; generated, never written by hand. */
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
/** Names a channel. Its calls, events and error codes are in the file that the manifest lists under `atelier.channels`. */
export declare function defineChannel<S extends ChannelShape>(id: string): Channel<S>;
/** The serving side of a channel: one async function per call. `signal` aborts when the caller cancels or disconnects. */
export type Handlers<S extends ChannelShape> = {
    [K in keyof S['calls']]: (params: S['calls'][K]['params'], signal: AbortSignal) => Promise<S['calls'][K]['result']>;
};
/** Sends a channel's events to all its listeners. */
export interface Publisher<S extends ChannelShape> {
    emit<K extends keyof S['events'] & string>(name: K, event: S['events'][K]): void;
}
/** The calling side of a channel. A failed call rejects with an `AppError`. */
export interface Client<S extends ChannelShape> {
    call<K extends keyof S['calls'] & string>(name: K, params: S['calls'][K]['params'], signal?: AbortSignal): Promise<S['calls'][K]['result']>;
    on<K extends keyof S['events'] & string>(name: K, listener: (event: S['events'][K]) => void): Handle;
}

export interface CommandsService {
    /** Runs a command, after waking the extension that handles it. */
    run(command: string, args?: unknown): Promise<unknown>;
}
export interface ContributedCommandsService {
    /**
     * Runs a command that another extension gave to this one: an entry of a point of this extension, which its `atelier.runs` lists, names
     * it. The command acts for this extension too.
     */
    run(command: string, args?: unknown): Promise<unknown>;
}
/** Runs the commands in entries of one's own points. */
export declare const ContributedCommands: import("./token.ts").OwnToken<ContributedCommandsService>;
/** Runs commands by name, for plugins whose points take command names from other extensions. */
export declare const Commands: import("./token.ts").OwnToken<CommandsService>;

export type None = Record<string, never>;
/**
 * refused: may not run. dormant: known, nothing loaded. failed: activate threw or it crashed, and it can be restarted. stopped: disabled by the person. quarantined: crashed too often, and stays off until the person acts.
 */
export type ExtensionState = 'refused' | 'dormant' | 'waking' | 'active' | 'failed' | 'stopped' | 'quarantined';
/**
 * How an extension's main side is isolated from the kernel.
 */
export type Isolation = 'in-process' | 'permissions' | 'sandbox';
/**
 * The calls from a UI to the kernel itself.
 */
export interface KernelShape {
    calls: {
        /**
         * Sets the language of this link; later errors and texts are in it.
         */
        hello: {
            params: {
                locale: 'fr' | 'en';
            };
            result: {
                version: string;
                /**
                 * The language that the person chose for the whole program; omitted if none was chosen.
                 */
                language?: 'fr' | 'en';
            };
        };
        /**
         * Subscribes this link to a channel's events, and returns those that the caller may receive.
         */
        subscribe: {
            params: ChannelName;
            result: {
                events: string[];
            };
        };
        /**
         * Unsubscribes this link from a channel's events.
         */
        unsubscribe: {
            params: ChannelName;
            result: null;
        };
        /**
         * Lists all extensions, with texts in the person's language.
         */
        listExtensions: {
            params: None;
            result: ExtensionStatus[];
        };
        /**
         * Lists a point's entries in plan order, with texts in the person's language.
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
         * Lists all views in plan order: the slot of each, where it runs, and which view replaces it.
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
         * Stores the person's decision about replacing a view: choosing a replacement grants it that right; choosing the original declines all current replacements.
         */
        chooseReplacement: {
            params: {
                view: string;
                /**
                 * Omitted: the original view is restored.
                 */
                by?: string;
            };
            result: null;
        };
        /**
         * Runs a command and wakes the extension that handles it; a third-party view may run only commands of extensions that its own extension lists.
         */
        runCommand: {
            params: {
                command: string;
                args?: unknown;
            };
            result: unknown;
        };
        /**
         * Opens an https, http or mailto address outside the app; every other scheme is refused.
         */
        openExternal: {
            params: {
                url: string;
            };
            result: null;
        };
        /**
         * Enables an extension.
         */
        enableExtension: {
            params: ExtensionId;
            result: null;
        };
        /**
         * Disables an extension.
         */
        disableExtension: {
            params: ExtensionId;
            result: null;
        };
        /**
         * Restarts a failed extension.
         */
        retryExtension: {
            params: ExtensionId;
            result: null;
        };
        /**
         * Reloads an extension from its folder and replaces the running one.
         */
        reloadExtension: {
            params: ExtensionId;
            result: null;
        };
        /**
         * Returns the costs of each extension so far, with its use of the disk.
         */
        costs: {
            params: None;
            result: ExtensionCosts[];
        };
        /**
         * Lists the servers of an extension with their states.
         */
        listServers: {
            params: ExtensionId;
            result: ServerStatus[];
        };
        /**
         * Restarts a server of an extension.
         */
        restartServer: {
            params: {
                id: string;
                server: string;
            };
            result: null;
        };
        /**
         * Returns the measurements of an extension in the last five minutes, oldest first; empty for bundled plugins.
         */
        costHistory: {
            params: ExtensionId;
            result: CostSample[];
        };
        /**
         * Sets the budget of an extension; omitted, the default budget of its kind is restored.
         */
        setBudget: {
            params: {
                id: string;
                budget?: ExtensionBudget;
            };
            result: null;
        };
        /**
         * Lists the effects of an extension as readable labels.
         */
        effects: {
            params: ExtensionId;
            result: string[];
        };
        /**
         * Lists the notices of this run and the notifications of earlier ones that were not dismissed, oldest first, in the person's language.
         */
        listNotices: {
            params: None;
            result: Notice[];
        };
        /**
         * Removes these notices, also those of earlier runs; others stay.
         */
        dismissNotices: {
            params: {
                /**
                 * @maxItems 200
                 */
                ids: string[];
            };
            result: null;
        };
        /**
         * Lists the backups of the databases of all extensions, the newest first.
         */
        listBackups: {
            params: None;
            result: Backup[];
        };
        /**
         * Replaces the database of an extension with one of its backups. What is there now becomes a backup first; the extension and those that need it are started again. If that is cut off, the next start does it.
         */
        restoreBackup: {
            params: {
                id: string;
                name: string;
            };
            result: null;
        };
        /**
         * Writes everything of the profile into a new archive in a folder. With a passphrase the keys come along, encrypted with it; without one no key is in the archive.
         */
        exportProfile: {
            params: {
                folder: string;
                passphrase?: string;
            };
            result: ProfileExport;
        };
        /**
         * Checks an archive as a whole; the next start replaces the content of the profile with it, and keeps what was there. With the passphrase of its keys those come along too.
         */
        importProfile: {
            params: {
                file: string;
                passphrase?: string;
            };
            result: ProfileImport;
        };
        /**
         * The import that waits for the next start; nothing if none does.
         */
        waitingImport: {
            params: None;
            result: {
                /**
                 * When its archive was made.
                 */
                createdAt?: string;
                /**
                 * It brings back what was here until `createdAt`, in place of an archive.
                 */
                back?: boolean;
            };
        };
        /**
         * What imports replaced and can come back, the newest first; five are kept.
         */
        keptContents: {
            params: None;
            result: {
                stamp: string;
                /**
                 * When it was replaced.
                 */
                until: string;
            }[];
        };
        /**
         * Asks the next start to bring back what an import replaced. What is there then is kept too.
         */
        bringBack: {
            params: {
                stamp: string;
            };
            result: null;
        };
        /**
         * Forgets the import that waits for the next start.
         */
        cancelImport: {
            params: None;
            result: null;
        };
        /**
         * Replaces the rights granted to an extension; effective at once.
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
         * An extension changed its state; call listExtensions.
         */
        extensionsChanged: {
            id: string;
            state: ExtensionState;
        };
        /**
         * Entries of a point were added or removed; call listContributions.
         */
        contributionsChanged: {
            point: string;
        };
        /**
         * There are new measurements; call costs. Sent only while an extension runs in a process of its own.
         */
        costsChanged: None;
        /**
         * This extension, or the kernel on its behalf, wrote to the log.
         */
        logged: {
            id: string;
        };
        /**
         * A server of this extension changed its state; call listServers.
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
         * There is a new notice, or they were dismissed; call listNotices.
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
     * The kind of extension, apart from its contributions.
     */
    kind?: 'channel';
    /**
     * The name of a Lucide icon.
     */
    icon?: string;
    bundled: boolean;
    /**
     * The extensions that it requires.
     */
    requires?: string[];
    /**
     * The rights that it defines, by name.
     */
    definesRights?: {
        [k: string]: DefinedRight;
    };
    state: ExtensionState;
    isolation: Isolation;
    /**
     * Why it is refused, failed or quarantined.
     */
    problem?: ErrorRecord;
    /**
     * Problems of single parts; the rest of the extension works.
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
     * From the wake event to the end of activate; 0 if it was never active.
     */
    startMs: number;
    /**
     * Processor time of its process; omitted if it shares the kernel's process.
     */
    cpuMs?: number;
    /**
     * Private memory of its process, without the code of Node that all processes share. Omitted like cpuMs.
     */
    memoryBytes?: number;
    /**
     * Calls to it.
     */
    calls: number;
    failedCalls: number;
    /**
     * Calls that took a second or longer.
     */
    slowCalls: number;
    /**
     * Bytes across its boundary (frames, storage, fetch), in both directions.
     */
    bytes: number;
    events: number;
    fetches: number;
    /**
     * Bytes of fetch alone, in both directions.
     */
    networkBytes: number;
    /**
     * Bytes on the disk: its database and its folder. Counting stops at a limit, so a very large folder counts only in part.
     */
    storedBytes?: number;
    /**
     * Percent of one processor at the last measurement; omitted if it shares the kernel's process.
     */
    cpuPercent?: number;
    /**
     * Omitted for bundled plugins.
     */
    budget?: ExtensionBudget;
    /**
     * While it is slowed down: the resources over budget.
     */
    slowed?: ('cpuPercent' | 'memoryMegabytes' | 'eventsPerSecond' | 'networkMegabytesPerMinute')[];
    /**
     * Tokens that plugins charged to it; `money` likewise.
     */
    tokens: number;
    money: number;
    crashes: number;
}
/**
 * The resources that an extension may use without a time limit; above them it is slowed down, then stopped. What would exceed its storage is not written.
 */
export interface ExtensionBudget {
    /**
     * Percent of one processor.
     */
    cpuPercent: number;
    memoryMegabytes: number;
    eventsPerSecond: number;
    networkMegabytesPerMinute: number;
    /**
     * On the disk.
     */
    storageMegabytes: number;
}
/**
 * off: it does not run. waiting: it ended, and is restarted after a delay. failed: it ended too often, and stays off until the person acts.
 */
export interface ServerStatus {
    id: string;
    state: 'off' | 'starting' | 'ready' | 'waiting' | 'failed';
    /**
     * Whether the person allows it to run.
     */
    allowed: boolean;
    /**
     * The number of restarts since its extension started.
     */
    restarts: number;
    problem?: ErrorRecord;
}
/**
 * What one extension used between two measurements. Sizes in bytes, times in milliseconds; `at` counts from the start of the program.
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
 * The rights that an extension asks for, or that the person granted it; the keys are those of atelier.rights. An omitted right is not granted.
 */
export interface Rights {
    net?: string[];
    files?: FileRight[];
    secrets?: string[];
    tools?: string[];
    servers?: string[];
    replaces?: string[];
    uses?: string[];
    notify?: boolean;
    background?: boolean;
    storage?: number;
}
/**
 * A right that an extension defines: what follows "May" on the consent sheet, and its consequence.
 */
export interface DefinedRight {
    title: string;
    description: string;
    icon?: string;
    /**
     * Whether it reaches the words of the person or acts for them.
     */
    sensitive?: boolean;
}
export interface FileRight {
    glob: string;
    mode: 'read' | 'write';
    in: 'project' | 'data';
}
/**
 * A checked copy of the database of an extension. `at` is in milliseconds.
 */
export interface Backup {
    /**
     * The extension.
     */
    id: string;
    name: string;
    at: number;
    bytes: number;
}
/**
 * An archive of the profile. `leftOut` is the number of files that could not be exported, `told` what to show the person.
 */
export interface ProfileExport {
    file: string;
    bytes: number;
    files: number;
    /**
     * Whether the keys are in it, encrypted.
     */
    keys: boolean;
    leftOut: number;
    told: string[];
}
/**
 * An archive that the next start takes over. `without` are extensions that were installed where it was made and are not installed here, `told` is what to show the person.
 */
export interface ProfileImport {
    createdAt: string;
    /**
     * The version of Atelier that made it.
     */
    version?: string;
    told: string[];
    files: number;
    bytes: number;
    /**
     * Whether it holds keys, and whether they come along.
     */
    keys: 'none' | 'left' | 'taken';
    without: {
        id: string;
        version: string;
    }[];
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
     * The id of the extension concerned, if there is one.
     */
    extension?: string;
    /**
     * The command that shows more about it in the window, if there is one.
     */
    command?: string;
    /**
     * What the command is given.
     */
    args?: {
        [k: string]: unknown;
    };
}
/**
 * A view, as the page needs it. `place` is `document` for views of bundled plugins and `frame` for all others.
 */
export interface ShownView {
    id: string;
    /**
     * The extension that provides it.
     */
    from: string;
    title: string;
    slot: string;
    icon?: string;
    order: number;
    /**
     * For a main view: whether the sidebar has an entry for it.
     */
    listed?: boolean;
    /**
     * For a main view: the view that is shown in place of the sidebar while this one is shown.
     */
    sidebar?: string;
    /**
     * In the sidebar: fills the remaining height.
     */
    fills?: boolean;
    mode?: 'workspace' | 'assistant';
    context?: 'always' | 'project' | 'global';
    width?: number;
    element?: string;
    html?: string;
    place: 'document' | 'frame';
    /**
     * For a frame: the origin of its extension's files.
     */
    origin?: string;
    /**
     * For a frame: differs for every package, even if all other fields are equal.
     */
    taken?: number;
    /**
     * For a frame: the path, in the package, of the module that exports its element.
     */
    ui?: string;
    state: ExtensionState;
    replaces?: string;
    /**
     * The view that the person chose as the replacement of this one.
     */
    replacedBy?: string;
    /**
     * Views that offer to replace this one, without a decision of the person yet.
     */
    offers: string[];
}

export type { CostSample, ExtensionBudget, ExtensionCosts } from './contract/generated.ts';
/** Tokens and money that a plugin spent on behalf of an extension and charges to it. */
export interface Charge {
    readonly extension: string;
    readonly tokens?: number;
    readonly money?: number;
}
export interface CostsService {
    /** What each extension has used so far. */
    list(): Promise<readonly ExtensionCosts[]>;
    /** What one extension used between measurements in the last minutes, oldest first. */
    history(id: string): Promise<readonly CostSample[]>;
    /** Charges tokens and money to an extension. */
    charge(charge: Charge): Promise<void>;
}
/** What each extension costs, as the kernel measured it. */
export declare const Costs: import("./token.ts").OwnToken<CostsService>;

/** The program that is running, described for the code that installs a newer version of it. */
export interface Program {
    readonly version: string;
    /** How it was installed, which decides how it is updated; `source` is a clone of the repository. */
    readonly installed: 'source' | 'appimage' | 'deb' | 'rpm' | 'dmg' | 'nsis';
    /** The path of the program, for a format that is a single file. */
    readonly file?: string;
}
/** How the program behaves on this desktop; an absent field is not supported here. */
export interface StartupBehaviour {
    readonly startAtLogin?: boolean;
    /** Starts without a window; the window opens when the person asks for it. */
    readonly startMinimised?: boolean;
    /** Keeps running when its window is closed. */
    readonly closeToBackground?: boolean;
}
export interface DesktopService {
    /** Asks the person for a folder; undefined where they chose none. */
    pickFolder(): Promise<string | undefined>;
    /** Shows a folder in the system's file manager. */
    openFolder(folder: string): Promise<void>;
    /** Which program this is; undefined where it has no version, as in tests. */
    program(): Promise<Program | undefined>;
    /** Ends the program and starts the version that is installed then; false where it cannot restart itself. */
    restart(): Promise<boolean>;
    /**
     * The program and arguments with which the system's scheduler starts this program without a window, for one command, after which it ends;
     * undefined where it should not be started so, as for a second profile.
     */
    commandLine(command: string): Promise<readonly string[] | undefined>;
    /** Whether the whole program is ending, and not only who asks. */
    isEnding(): Promise<boolean>;
    /** Why this is a safe start, in which no installed extension runs; undefined where it is none. */
    safeStart(): Promise<'asked' | 'failed' | undefined>;
    /** Ends the safe start, without a restart: what is switched on runs again. */
    leaveSafeStart(): Promise<void>;
    /** How it behaves on this desktop. */
    startupBehaviour(): Promise<StartupBehaviour>;
    /** Changes the given fields at once and returns all fields. */
    setStartupBehaviour(change: StartupBehaviour): Promise<StartupBehaviour>;
}
/** Requests to the desktop and to the person in front of it. */
export declare const Desktop: import("./token.ts").OwnToken<DesktopService>;
/** The machine has slept, or its clock was set: timers know nothing of it. Comes at once where the system tells, else within a minute. */
export declare const machineWoke: import("./hook.ts").NotifyHook<Readonly<Record<string, never>>>;

/** The edit distance of two words: letters changed, removed, added, or swapped with the next one; a swap counts as one edit. */
export declare function slipsBetween(from: string, to: string): number;

/** The languages that every text of the product exists in; French is the default, English the fallback. */
export type Locale = 'fr' | 'en';
/** The names in braces of a sentence: `'{id} needs {range}'` has `id` and `range`. Braces around anything but a word are text. */
type Blanks<Sentence extends string> = Sentence extends `${string}{${infer Name}}${infer Rest}` ? (Name extends `${string} ${string}` ? never : Name) | Blanks<Rest> : never;
/** Values for the placeholders of a sentence, which programs may also read from the error. A value may be a text in both languages. */
export type ErrorDetails = Readonly<Record<string, unknown>>;
/**
 * The only error that crosses a boundary. `code` is stable (`area/what-happened`), `message` is English for
 * logs, and `in('fr')` is the text for the person. Make one with a catalogue from `defineErrors`.
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
    /** Rebuilds an error that was sent across a boundary; its text is the one that the sender chose. */
    static fromRecord(record: ErrorRecord): AppError;
}
/** One sentence per language; both must have the same placeholders, which the compiler checks where the error is made. */
export interface ErrorTexts<Fr extends string = string, En extends string = string> {
    readonly fr: Fr;
    readonly en: En;
}
/**
 * Turns a table of codes and sentences into functions that make the errors:
 * `const errors = defineErrors({ 'memory/not-found': { fr: '… {id} …', en: '… {id} …' } })`, then
 * `throw errors['memory/not-found']({ id })`. A placeholder without a value is a compile error.
 */
export declare function defineErrors<const Table extends Record<string, ErrorTexts>>(table: Table): ErrorMakers<Table>;
export type ErrorMaker<Name extends string> = (details: Readonly<Record<Name, unknown>> & ErrorDetails, cause?: unknown) => AppError;
export type ErrorMakers<Table extends Record<string, ErrorTexts>> = {
    readonly [Code in keyof Table]: ErrorMaker<Blanks<Table[Code]['en']> | Blanks<Table[Code]['fr']>>;
};
/** True for an AppError, also for one made by another copy of this package. */
export declare function isAppError(error: unknown): error is AppError;

/** The options of `ctx.fetch`: the subset of the platform's options that can be sent to another process. */
export interface FetchInit {
    readonly method?: string;
    readonly headers?: Readonly<Record<string, string>>;
    readonly body?: string | Uint8Array;
    readonly signal?: AbortSignal;
}
/** The result of `ctx.fetch`, with its whole body. */
export interface FetchAnswer {
    readonly status: number;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: Uint8Array;
    text(): string;
    json(): unknown;
}
/** Where `ctx.connect` leads, and how. */
export interface ConnectOptions {
    readonly host: string;
    readonly port: number;
    /** With TLS from the first byte, with the certificate checked; without it, `startTls` can begin it later. */
    readonly tls?: boolean;
    /** The certificates of authorities to believe in place of those of the system, as PEM: for a server with one of its own. */
    readonly ca?: string;
    readonly signal?: AbortSignal;
}
/** A connection of `ctx.connect`, open until one side closes it, the extension stops, or the person withdraws the right. */
export interface Connection {
    /** The next bytes, at most 64 KiB; undefined at the end. What is not read waits at the other side. */
    read(): Promise<Uint8Array | undefined>;
    /** Resolves once the system has it; at most 1 MiB may wait. */
    write(content: string | Uint8Array): Promise<void>;
    /** Begins TLS over a connection without it, as STARTTLS does; what came before must have been read. */
    startTls(): Promise<void>;
    close(): Promise<void>;
}
/**
 * Files that the person granted, by the globs of `atelier.rights.files`, whose wildcards are `*`, `?` and `**`. Paths are relative to
 * the granted folder.
 */
export interface Files {
    read(path: string): Promise<Uint8Array>;
    write(path: string, content: string | Uint8Array): Promise<void>;
    list(path: string): Promise<readonly string[]>;
}
/** A notification of the desktop. */
export interface Notification {
    readonly title: string;
    readonly body?: string;
    /** The command that runs when the person clicks it; a third-party extension can only name a command of its own. */
    readonly command?: string;
    readonly args?: Readonly<Record<string, unknown>>;
    /** It also stands among the notices until they are dismissed, for whoever does not see it now; a restart keeps it. */
    readonly keep?: boolean;
}
/** The extension that calls a service, as the kernel identifies it. */
export interface Asker {
    readonly id: string;
    /** True for a plugin that comes with the app. */
    readonly bundled: boolean;
}
/** The folders of an extension's files. */
export interface ExtensionPaths {
    /** The extension's own folder. */
    readonly data: string;
    /** The package's folder, read-only. */
    readonly assets: string;
    /** Another path in the profile, by the name of its row in the profile's layout; only rows that are open to this bundled plugin. */
    profile(name: string): string;
    /** The folders of the profile that tools of a conversation may work in; the rest of it is closed to them. Only for bundled plugins. */
    openToTools(): readonly string[];
}
/** Everything an extension's main side can do. The kernel records each effect and undoes it when the extension stops. */
export interface ExtensionContext {
    readonly id: string;
    /** Aborts when the extension stops. */
    readonly signal: AbortSignal;
    readonly log: Log;
    readonly paths: ExtensionPaths;
    /** The installed extension that the running call is made for, through however many others; undefined for the person and the app. */
    onBehalfOf(): string | undefined;
    /**
     * Offers a service to extensions that list this one; the token says who may call which method, and `service` of a channel file
     * what it takes, which the kernel checks. Pass a function to make a service per caller, where an answer depends on the caller.
     */
    provide<T extends object>(token: OwnToken<T>, service: T | ((asker: Asker) => T)): void;
    /** The service of an extension listed in `requires`; always present. */
    get<T extends object>(token: Token<T>): T;
    /** The service of an extension listed in `optional`, if that extension provides it. */
    find<T extends object>(token: Token<T>): T | undefined;
    /** Adds to a point at run time; what is known in advance belongs in the manifest. */
    contribute<T>(point: Point<T>, value: T): Handle;
    contributions<T>(point: Point<T>): Contributions<T>;
    /** Runs when the command that the manifest contributes is called. */
    handle(command: string, run: (args: unknown, signal: AbortSignal) => Promise<unknown>): Handle;
    serve<S extends ChannelShape>(channel: Channel<S>, handlers: Handlers<S>): Publisher<S>;
    tap<In>(hook: NotifyHook<In>, tap: (input: In, signal: AbortSignal) => Promise<void>, order?: TapOrder): Handle;
    tap<In, Answer>(hook: FirstHook<In, Answer>, tap: (input: In, signal: AbortSignal) => Promise<Answer | undefined>, order?: TapOrder): Handle;
    tap<Value>(hook: PipeHook<Value>, tap: (value: Value, signal: AbortSignal) => Promise<Value>, order?: TapOrder): Handle;
    /** Runs a hook that this extension owns. */
    run<In>(hook: NotifyHook<In>, input: In): Promise<void>;
    run<In, Answer>(hook: FirstHook<In, Answer>, input: In): Promise<Answer | undefined>;
    run<Value>(hook: PipeHook<Value>, value: Value): Promise<Value>;
    /** Opens the extension's own database, migrated to its newest step. */
    database(migrations: readonly Migration[]): OwnDatabase;
    /** Runs when the extension stops, in reverse order; for cleanup of what the kernel did not set up itself. It may still ask services. */
    defer(label: string, cleanup: () => void | Promise<void>): void;
    /** Sends a request to a host of `atelier.rights.net` that the person granted. */
    fetch(url: string, init?: FetchInit): Promise<FetchAnswer>;
    /** Connects to a host of `atelier.rights.net` that the person granted, by TCP or TLS; its entry names the port. Eight at a time. */
    connect(to: ConnectOptions): Promise<Connection>;
    /** Files in the extension's own folder, for which the person granted entries of `atelier.rights.files` with `"in": "data"`. */
    readonly files: Files;
    /** Files in the projects of the person, for which they granted entries of `atelier.rights.files` with `"in": "project"`. */
    readonly projects: Projects;
    /** A secret named in `atelier.rights.secrets`, or undefined if the person set none. */
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

export type { DefinedRight, ErrorRecord, ExtensionState, ExtensionStatus, FileRight, Isolation, Rights, ServerStatus, } from './contract/generated.ts';
/** The folder of the extensions that the person installed, and the Node that runs them. */
export interface ExtensionPlaces {
    /** Each entry is an extension or a link to one. Names that begin with a dot are ignored, so an installer may work in such a folder. */
    readonly installed: string;
    /** The path of a Node 24 without Electron. */
    readonly node: string;
}
/** The facts of a package.json whose extension could run here now. */
export interface ExaminedExtension {
    readonly id: string;
    readonly version: string;
    readonly asks: Rights;
    /** Other extensions, each with the version range it must satisfy. */
    readonly requires: Readonly<Record<string, string>>;
    readonly optional: Readonly<Record<string, string>>;
    /** Extensions that run now and would be refused once this version is installed. */
    readonly breaks: readonly string[];
}
/** Why a version is blocked, in both languages: a whole sentence. */
export interface BlockReason {
    readonly fr: string;
    readonly en: string;
}
/** One line of the app's log, with secrets redacted. `time` is in milliseconds. */
export interface ExtensionLogLine {
    readonly time: number;
    readonly level: 'debug' | 'info' | 'warn' | 'error';
    readonly text: string;
}
export interface ExtensionsService {
    /** Every extension with its state, its rights and the reason why it is off. */
    list(): Promise<readonly ExtensionStatus[]>;
    /** Switches an extension on. */
    enable(id: string): Promise<void>;
    /** Switches an extension off. */
    disable(id: string): Promise<void>;
    /** Starts a failed extension again. */
    retry(id: string): Promise<void>;
    /** Replaces the granted rights; effective at once. */
    grant(id: string, rights: Rights): Promise<void>;
    /** Stores a secret that the extension reads with `ctx.secret`, or deletes it if `text` is undefined. It is never shown again. */
    keepSecret(id: string, name: string, text: string | undefined): Promise<void>;
    /** Whether this secret is stored. */
    hasSecret(id: string, name: string): Promise<boolean>;
    /** What an extension has set up, as readable labels in the order of setting up. */
    effects(id: string): Promise<readonly string[]>;
    /** The folder of installed extensions, and the Node that runs them. */
    places(): Promise<ExtensionPlaces>;
    /** Checks whether this package.json could run here now and returns what it asks for; rejects with the reason if not. Changes nothing. */
    examine(manifest: unknown): Promise<ExaminedExtension>;
    /**
     * Adds the extension in a folder at run time, or replaces an installed version with it. It starts with the rights in `granted`.
     * If it does not start, the previous version and its data are restored and the promise rejects with the reason. Once the
     * promise resolves, the next start of the app finds the new version too.
     */
    adopt(folder: string, granted?: Rights): Promise<void>;
    /** Stops and removes an installed extension at run time; the caller deletes its package folder. */
    forget(id: string, data: 'keep' | 'delete'): Promise<void>;
    /**
     * Keeps one version of an installed extension off, even if the person switches it on, and shows `why`; undefined removes the
     * block. A block survives a restart and ends when another version is installed.
     */
    block(id: string, version: string, why: BlockReason | undefined): Promise<void>;
    /** The newest lines that one extension logged since the app started, oldest first. */
    log(id: string): Promise<readonly ExtensionLogLine[]>;
}
/** Lists, examines and changes extensions. */
export declare const Extensions: import("./token.ts").OwnToken<ExtensionsService>;

declare const type: unique symbol;
/** All taps run and return nothing; a tap that throws is logged and the others still run. */
export interface NotifyHook<In> {
    readonly kind: 'notify';
    readonly key: Key;
    readonly [type]?: (input: In) => void;
}
/** A tap without an answer of its own. */
export interface TapFailure {
    readonly from: string;
    /** False if its extension does not run. */
    readonly isRunning: boolean;
}
/** Taps run in order until one returns an answer; the first answer is the result. */
export interface FirstHook<In, Answer> {
    readonly kind: 'first';
    readonly key: Key;
    /**
     * The answer of a tap that throws, does not answer in time, answers in a wrong form, or whose extension does not run although it may
     * tap and the person did not switch it off. Left out: such a tap counts as one without an answer.
     */
    readonly onFailure?: (input: In, failure: TapFailure) => Answer;
    /** The answer as it counts, with who gave it if that matters; undefined for a wrong form. Without it each answer counts as it is. */
    readonly parseAnswer?: (answer: unknown, from: string) => Answer | undefined;
    readonly [type]?: (input: In) => Answer;
}
/** Each tap may replace the value; a tap that throws leaves it unchanged. */
export interface PipeHook<Value> {
    readonly kind: 'pipe';
    readonly key: Key;
    /**
     * The value as it counts after the answer of an installed extension; undefined for a wrong form, and the tap has failed. Given where the
     * hook is run, with the value before that tap, of which it keeps what no tap may change. Without it a bundled owner takes no such answer.
     */
    readonly parseAnswer?: (answer: unknown, before: Value) => Value | undefined;
    readonly [type]?: (value: Value) => Value;
}
export type Hook = NotifyHook<never> | FirstHook<never, unknown> | PipeHook<never>;
/** The position of a tap among the others; without it, plan order. */
export interface TapOrder {
    /** The id of the extension whose tap this one must run before. */
    readonly before?: string;
    /** Lower runs earlier; 0 if left out. */
    readonly stage?: number;
}
/**
 * Names a hook. Only its owner may run it, and says under `atelier.access` of its manifest who may tap it; an extension that taps it
 * lists its key under `atelier.taps`.
 */
export declare const defineHook: {
    notify<In>(key: Key): NotifyHook<In>;
    first<In, Answer>(key: Key, onFailure?: FirstHook<In, Answer>['onFailure'], parseAnswer?: FirstHook<In, Answer>['parseAnswer']): FirstHook<In, Answer>;
    pipe<Value>(key: Key): PipeHook<Value>;
};

/** The severity of a log line. */
export type LogLevel = 'debug' | 'info' | 'warn' | 'error';
/** One line of the app's log, without secrets. `at` is in milliseconds; `number` counts the lines of this run; lines of earlier runs have none. */
export interface LogEntry {
    readonly number?: number;
    readonly at: number;
    readonly level: LogLevel;
    /** An extension's id; `@atelier/kernel` for the kernel. */
    readonly source: string;
    readonly text: string;
    readonly fields?: unknown;
}
/** Selects lines of the log; a field that is left out does not filter. */
export interface LogQuery {
    readonly levels?: readonly LogLevel[];
    readonly sources?: readonly string[];
    /** Text to find in the message, the source or the fields, ignoring case. */
    readonly text?: string;
    readonly from?: number;
    readonly to?: number;
    /** How many of the newest lines; 1,000 if left out, at most 10,000. */
    readonly limit?: number;
    /** Only lines of this run with a higher number. */
    readonly after?: number;
    /** If no line matches, how long to wait for one; at most 30 s. */
    readonly waitMs?: number;
}
/** Matching lines, oldest first. */
export interface LogPage {
    readonly lines: readonly LogEntry[];
    /** The number of the newest line, whether it matches or not. */
    readonly newest: number;
    /** True if older lines match too. */
    readonly more: boolean;
    /** All sources that have logged in this run. */
    readonly sources: readonly string[];
}
/** The program, system and profile that the kernel runs with. */
export interface About {
    readonly kernel: string;
    readonly sqlite: string;
    readonly host: 'electron' | 'browser' | 'memory';
    /** What isolates the processes of installed extensions. */
    readonly isolation: 'sandbox' | 'permissions';
    /** Where the key of secrets is kept: in the system's key store, or in a file of this user. */
    readonly secrets: 'os' | 'file';
    /** The person's profile. */
    readonly profile: string;
}
/** The use of one row of the profile's layout; one per extension where each has its own. */
export interface ProfileUse {
    /** The row's name. */
    readonly row: string;
    /** An extension's id, or the part of the program that the row belongs to. */
    readonly owner: string;
    readonly ownedBy: 'program' | 'extension';
    readonly secret: boolean;
    /** What limits its size, in words. */
    readonly bound: string;
    readonly files: number;
    readonly bytes: number;
}
/** A file or folder of the profile that no row describes, a link where a row has something else, or a file in place of a folder or the reverse. */
export interface Undescribed {
    /** Relative to the profile's folder, with forward slashes. */
    readonly path: string;
    readonly why: 'unknown' | 'link' | 'kind';
}
/** The log, the databases and the environment of the kernel, for fault finding. */
export interface InspectionService {
    /** The program, the system and the folder of the profile. */
    about(): Promise<About>;
    /** Matching lines of the log, oldest first. */
    readLog(query: LogQuery): Promise<LogPage>;
    /** All files of the profile by the rows of its layout, and those that no row describes. */
    profile(): Promise<{
        readonly uses: readonly ProfileUse[];
        readonly undescribed: readonly Undescribed[];
    }>;
    /** Reads every page of each open database; returns `ok` or the damage found, for each. */
    checkDatabases(): Promise<readonly {
        readonly owner: string;
        readonly found: string;
    }[]>;
    /**
     * Redacts in the texts the secrets that the kernel knows and what looks like one; with `anonymous` also what identifies the person
     * or the machine: home folders, accounts, machine names, mail and network addresses.
     */
    redact(texts: readonly string[], how?: 'anonymous'): Promise<readonly string[]>;
}
export declare const Inspection: import("./token.ts").OwnToken<InspectionService>;

export type { KernelShape } from './contract/generated.ts';
/** The calls from a UI to the kernel itself: which extensions run, what they contribute, what they cost. */
export declare const KernelChannel: import("./channel.ts").Channel<KernelShape>;

/** Writes to the app's log under the extension's name. Known secrets are redacted, but do not rely on it. */
export interface Log {
    debug(text: string, fields?: object): void;
    info(text: string, fields?: object): void;
    warn(text: string, fields?: object): void;
    error(text: string, fields?: object): void;
}

/** What the person is told, in both languages; a stable code names it. */
export interface PersonNotice {
    readonly code: string;
    readonly en: string;
    readonly fr: string;
    /** The command that shows more about it in the window, if there is one. */
    readonly command?: string;
}
export interface PersonNoticesService {
    /** Raises a notice of the calling extension: something that the person should know although nothing they did failed. */
    raise(notice: PersonNotice): Promise<void>;
}
/** Notices to the person. */
export declare const PersonNotices: import("./token.ts").OwnToken<PersonNoticesService>;
/** The text of an error as a notice. */
export declare function noticeOf(error: AppError): PersonNotice;

export interface PersonService {
    /** The language that the person chose; before that the language of the machine, or French. */
    language(): Promise<Locale>;
    /** Sets the language of every window and of every text of a main side, from now on. */
    chooseLanguage(locale: Locale): Promise<void>;
    /** The keys that the person assigned to commands, by command; an empty list means a command without keys. */
    keys(): Promise<Readonly<Record<string, readonly string[]>>>;
    /** Assigns keys to a command in place of those of its manifest; undefined restores those of the manifest. */
    chooseKeys(command: string, keys: readonly string[] | undefined): Promise<void>;
}
/** Preferences of the person that the kernel needs before any extension is awake. */
export declare const Person: import("./token.ts").OwnToken<PersonService>;

declare const type: unique symbol;
/** A named, schema-checked list that extensions add to. */
export interface Point<T> {
    readonly key: Key;
    readonly [type]?: (value: T) => T;
}
/** Names a point. Its schema is in the owner's manifest, under `atelier.points`, and who may add to it under `atelier.access`. */
export declare function definePoint<T>(key: Key): Point<T>;
/** One entry of a point, with the extension that added it. */
export interface Contribution<T> {
    readonly from: string;
    readonly value: T;
}
/** The current entries of a point, in plan order. */
export interface Contributions<T> {
    readonly items: readonly Contribution<T>[];
    /** Calls the listener once for each later change, never for the entries that are already there. */
    watch(listener: (change: ContributionChange<T>) => void): Handle;
}
export interface ContributionChange<T> {
    readonly added: readonly Contribution<T>[];
    readonly removed: readonly Contribution<T>[];
}

/** A project of the person: a folder that they added to Atelier. */
export interface Project {
    readonly id: string;
    readonly name: string;
}
/** What is known of a file without reading it. */
export interface FileFacts {
    readonly size: number;
    /** When it was last changed, in milliseconds since 1970. */
    readonly changedAt: number;
}
/**
 * The files of one project, as far as a glob of `atelier.rights.files` with `"in": "project"` fits them and the person granted it. Paths
 * are relative to the project's folder. A link is never followed, and nothing in a `.git` folder is a file here.
 */
export interface ProjectFiles {
    /** The paths of all files that it may read, or of those below a folder, in the order of their names. At most 10,000. */
    list(folder?: string): Promise<readonly string[]>;
    /** Undefined if there is no such file. */
    stat(path: string): Promise<FileFacts | undefined>;
    /** At most 10 MiB. */
    read(path: string): Promise<Uint8Array>;
    /** Replaces the file as a whole, or creates it with its folders. */
    write(path: string, content: string | Uint8Array): Promise<void>;
    /** Needs the right to write. */
    remove(path: string): Promise<void>;
    /**
     * Waits until a file that it may read was created, changed or removed since the last call, and returns their paths. The first call
     * begins the watch, so call it before you read. Names that begin with a dot and `node_modules` are not watched, nor more than 2,000
     * folders. At most 1,000 paths are told at once: with so many, list anew. Rejects when `signal` aborts, when the extension stops, and
     * at the next change or call after the person removed the project or took the right away.
     */
    changes(signal?: AbortSignal): Promise<readonly string[]>;
}
/** The projects of the person, for an extension with files in them. */
export interface Projects {
    all(): Promise<readonly Project[]>;
    files(project: string): ProjectFiles;
}
/** A project with its folder, which no third-party extension is told. */
export interface ProjectFolder extends Project {
    readonly folder: string;
}
/** The kernel asks for the folders of the projects; who keeps projects adds theirs. */
export declare const projectFolders: import("./hook.ts").PipeHook<readonly ProjectFolder[]>;

export interface SecretsService {
    /** Seals what the person typed, under a name of the calling extension's own `rights.secrets`; undefined deletes it. `ctx.secret` reads it. */
    keep(name: string, text: string | undefined): Promise<void>;
}
/** The host's secret store, for plugins in whose views the person types a secret. */
export declare const Secrets: import("./token.ts").OwnToken<SecretsService>;

/** One step of a database's history. `id` counts in tens; each migration has its own file and never changes once released. */
export interface Migration {
    readonly id: number;
    readonly name: string;
    up(db: Database): void;
}
/** A prepared statement. Prepare it once, where the database is opened. */
export interface Statement<Row> {
    all(...params: unknown[]): Row[];
    get(...params: unknown[]): Row | undefined;
    run(...params: unknown[]): {
        changes: number;
    };
}
/**
 * `lost`: there was a database before and nothing of it could be restored, so this one is empty. It is no first start; what can be
 * rebuilt from elsewhere should be. The person was told. `newer`: a newer version of a bundled plugin wrote it, so it can be read as far
 * as its tables are known here, and every write throws `storage/read-only`. Other extensions never get one.
 */
export type DatabaseState = 'ready' | 'lost' | 'newer';
/** What `ctx.database` returns. */
export interface OwnDatabase extends Database {
    readonly state: DatabaseState;
}
/** An extension's own SQLite file. Everything in it is durable when the call returns. */
export interface Database {
    exec(sql: string): void;
    prepare<Row>(sql: string): Statement<Row>;
    /** Runs `work` as one transaction: everything or, if it throws, nothing is written. `work` must not be async. */
    transaction<T>(work: () => T): T;
}

/**
 * A path as it is kept in a database or a file: one inside `folder` relative to it, beginning with `./`, so that a copy of the folder
 * means its own files. Any other path stays as it is.
 */
export declare function toStoredPath(folder: string, path: string): string;
/** The path that `toStoredPath` was given, in the folder as it is called now. A stored path that leads out of the folder is refused. */
export declare function fromStoredPath(folder: string, stored: string): string;

/** Never present at run time; it only carries the type of a key for the compiler. */
declare const type: unique symbol;
/** `"@atelier/memory:Memory@1"`: the owner's package, a name, the contract's major version. */
export type Key = `${string}:${string}@${number}`;
/** Returned by `ctx` verbs whose effect can be undone before the extension stops. */
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
/** The typed key of a service together with who may call which of its methods: what `ctx.provide` takes. */
export interface OwnToken<T> extends Token<T> {
    readonly access: AccessTable<T>;
}
/** Names a service of another extension, in order to use it. */
export declare function defineToken<T extends Remotable<T>>(key: Key): Token<T>;
/** Names a service and says of each of its methods who may call it. A breaking change adds `@2` next to `@1`. */
export declare function defineToken<T extends Remotable<T>>(key: Key, access: AccessTable<T>): OwnToken<T>;
/** The package that a key belongs to: `@atelier/memory` of `@atelier/memory:Memory@1`. */
export declare function ownerOf(key: string): string;
/** True for text of the form `package:Name@major`. */
export declare function isKey(text: string): text is Key;
/** Throws if the key is malformed, so that a typing mistake is found at import and not at use. */
export declare function checkedKey(key: Key): Key;

/**
 * Replaces each invisible character with its code point, so that a reader sees and copies all that the text contains. Emoji keep
 * their joiners; names and prose also keep letter joiners, prose direction marks and word-break hints; code keeps nothing else.
 */
export declare function visibleText(text: string, kind: TextKind): string;
/** A name stands among words of others, for which an invisible character in it could be taken. */
export type TextKind = 'prose' | 'name' | 'code';

// @atelier/kernel/ui

/** Resolves after the browser has painted the current frame; load from then on what the first frame does not show. */
export declare function afterPaint(): Promise<void>;

/**
 * The calls from a view to its window. The page itself answers; the kernel is not involved.
 */
export interface WindowShape {
    calls: {
        /**
         * Opens a view: a main view replaces the current one, a panel opens beside it, a dialog above it.
         */
        open: {
            params: {
                view: string;
                /**
                 * The value of the view's slice `params`; at most 10,000 characters as JSON.
                 */
                params?: {
                    [k: string]: unknown;
                };
            };
            result: null;
        };
        /**
         * Closes a dialog, the panel or a main view; in place of a main view, the previous one is shown.
         */
        close: {
            params: {
                view: string;
            };
            result: null;
        };
        /**
         * Shows a toast. For a third-party extension, its name is shown beside the text.
         */
        toast: {
            params: Toast;
            result: null;
        };
        /**
         * Returns the views that the window shows, and their places.
         */
        layout: {
            params: Record<string, never>;
            result: Layout;
        };
        /**
         * Changes the given parts of the layout; for bundled plugins only.
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
         * Sets slices of the window's context; for bundled plugins only.
         */
        context: {
            params: {
                locale?: 'fr' | 'en';
                appearance?: 'system' | 'light' | 'dark';
                contrast?: 'system' | 'normal' | 'more';
                /**
                 * The zoom of the whole window, in percent.
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
         * Opens an https or mailto address outside the app. For a third-party view, the person is asked first.
         */
        openExternal: {
            params: {
                url: string;
            };
            result: null;
        };
        /**
         * Lists the views that can be opened in this window, in order; for bundled plugins only.
         */
        views: {
            params: Record<string, never>;
            result: OpenableView[];
        };
        /**
         * Runs the action of a toast, with the rights of the extension that showed it; for bundled plugins only.
         */
        act: {
            params: {
                toast: number;
            };
            result: null;
        };
    };
    events: {
        /**
         * The views that the window shows, or their places, have changed.
         */
        layoutChanged: Layout;
        /**
         * A new toast, for the view that shows toasts.
         */
        toasted: ShownToast;
        /**
         * The views that can be opened have changed; call views.
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
     * The id of the third-party extension that showed it; omitted for bundled plugins.
     */
    from?: string;
    text: string;
    kind: 'plain' | 'done' | 'failed';
    action?: ToastAction;
}
/**
 * The layout of this window. `narrow`: the sidebar and the panel cover the main view.
 */
export interface Layout {
    main: string;
    /**
     * The title of the main view.
     */
    title?: string;
    panelView?: string;
    dialog?: string;
    sidebar: boolean;
    panel: boolean;
    narrow: boolean;
    /**
     * Whether this window's layout was ever set; false in a browser without a stored layout.
     */
    arranged: boolean;
    /**
     * The state of the window's connection to the kernel.
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
     * Whether it has an entry in the sidebar.
     */
    listed?: boolean;
}

interface Entry<T> {
    readonly from: string;
    readonly value: T;
}
/** The entries of one point, read again when they change. */
export declare class Contributed<T> {
    #private;
    constructor(host: ReactiveControllerHost, view: () => ViewHost, point: string);
    get state(): QueryState<readonly Entry<T>[]>;
    /** In the order of the plan; empty until the first read has ended. */
    get items(): readonly Entry<T>[];
}

/** The focused element, across shadow roots; undefined where there is none. */
export declare function focusedElement(): (Element & HTMLOrSVGElement) | undefined;

/** A language the app speaks. */
export type Locale = SliceMap['locale'];
/** The words for a count, as the language counts: "1 file", "2 files"; French says "0 fichier". */
export interface PluralForms {
    readonly one: string;
    readonly other: string;
}
/** The text with no-break spaces at French punctuation, so that no line begins with a colon or ends with an opening quotation mark. */
export declare function spacedText(locale: Locale, text: string): string;
/** "1,412", "1 412". */
export declare function numberText(locale: Locale, value: number, options?: Intl.NumberFormatOptions): string;
/** "182k", "182 k": a rounded count. */
export declare function compactText(locale: Locale, value: number): string;
/** "42%", "42 %" of a share between 0 and 1. */
export declare function percentText(locale: Locale, share: number): string;
/** "$0.38", "0,38 $US"; amounts under ten cents have three decimals, so that they do not read as zero. */
export declare function moneyText(locale: Locale, amount: number, currency?: string): string;
/** "12 MB", "12 Mo". */
export declare function bytesText(locale: Locale, bytes: number): string;
/** "38 ms", "1.2 sec", "4 min 5 sec", "2 hr 10 min". */
export declare function durationText(locale: Locale, milliseconds: number): string;
/** "now", "12 min. ago", "yesterday", "in 2 days": the distance between two times; past a week, the date. */
export declare function relativeTimeText(locale: Locale, moment: Date | number, now?: Date | number): string;
/** "20 Nov 2026", or as the options say. */
export declare function dateText(locale: Locale, moment: Date | number, options?: Intl.DateTimeFormatOptions): string;
/** Whether a count takes the singular in the two languages of the app; `Intl.PluralRules` would load data of all languages. */
export declare function isOne(locale: Locale, count: number): boolean;
/** The form of a word that goes with a count. */
export declare function pluralForm(locale: Locale, count: number, forms: PluralForms): string;
/** "1 file", "12 files", "1 412 fichiers": a count and its word. */
export declare function pluralText(locale: Locale, count: number, forms: PluralForms): string;

export { reopened } from './subscriptions.ts';

/** A part of an element that its first frame does not need: loaded after the first paint, or earlier by `get`. */
export declare class Later<Part> implements ReactiveController {
    #private;
    /** Undefined until it is loaded. */
    value: Part | undefined;
    constructor(host: ReactiveControllerHost, load: () => Promise<Part>);
    hostUpdated(): void;
    /** After a failed load, the next call loads again. */
    get(): Promise<Part>;
}

/**
 * connecting: first connection, calls wait. reconnecting: the connection was lost, calls fail. refused: the host refused this
 * page, calls fail, and only `retry` connects again. closed: permanently.
 */
export type LinkStatus = 'connecting' | 'open' | 'reconnecting' | 'refused' | 'closed';
export interface PageLinkOptions {
    readonly connect: Connect;
    /** Sent to the kernel before anything else, so that errors and texts are in this language; omit it where another part sends it. */
    readonly locale?: () => 'fr' | 'en';
    /** Resolves when the next attempt to connect may start. */
    readonly wait: (milliseconds: number) => Promise<void>;
    /** Receives the errors that have no caller: of a listener that throws, of a subscription that is refused. */
    readonly report: (error: unknown) => void;
}
/** Handles one call that the host makes to the page. */
export type PageHandler = (params: unknown) => Promise<unknown>;
/**
 * The page's end of a link. Calls get an answer or an `AppError`; events reach their listeners in order; a lost
 * connection is opened again and every subscription renewed.
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
    /** Listens to one event; its channel is subscribed to while it has a listener. */
    on(to: string, listener: (event: unknown) => void): Handle;
    /** Receives every event of the connection, of all subscriptions; for code that forwards events. */
    tap(listener: (to: string, body: unknown) => void): Handle;
    /** Sets the handler of one call that the host makes to the page. */
    answer(to: string, handler: PageHandler): Handle;
    /** Connects again after the host refused this page; another window may have been admitted since. */
    retry(): void;
    close(): void;
}

export interface PageViewParts {
    readonly link: PageLink;
    readonly slices: Slices;
    readonly state: ViewState;
    /** The extension whose view this is; left out for the page itself. */
    readonly from?: string;
    /** Channels that the window answers itself, without the kernel. */
    readonly local?: (channel: string) => Client<ChannelShape> | undefined;
    /** Runs a command in the window where it can, without a call to the kernel. */
    readonly run?: (command: string, args: unknown) => Promise<unknown>;
}
/** The `ViewHost` of a view, in the page itself or in a frame. */
export declare function pageView({ link, slices, state, from, local, run }: PageViewParts): ViewHost;
/** A state that is never saved: for tests, and for the page itself. */
export declare function noState(): ViewState;

/** A transport over a MessagePort, for the desktop window and for an extension's frame. It connects once: a port cannot be opened again. */
export declare function messagePort(port: MessagePort): Connect;

/** No value yet, the newest value, or the error of the last read. */
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
export interface QueryOptions<S extends ChannelShape, K extends keyof S['calls'] & string, E extends keyof S['events'] & string = keyof S['events'] & string> {
    /** Evaluated at each update of the element; other params make a new call. */
    readonly params: () => S['calls'][K]['params'];
    /** The event after which the value is read again. */
    readonly refreshOn?: E;
    /** Whether that event is about what is read; every one is without it. */
    concerns?(event: S['events'][E]): boolean;
}
/** One call, repeated at one event and when the person changes the language. It runs while the element is connected, and keeps the last value while it reads again. */
export declare class Query<S extends ChannelShape, K extends keyof S['calls'] & string, E extends keyof S['events'] & string = keyof S['events'] & string> implements ReactiveController {
    #private;
    constructor(host: ReactiveControllerHost, view: () => ViewHost | undefined, channel: Channel<S>, call: K, options: QueryOptions<S, K, E>);
    get state(): QueryState<S['calls'][K]['result']>;
    hostConnected(): void;
    hostUpdate(): void;
    hostDisconnected(): void;
    /** Reads again. Any number of calls in one task, or during a read, cause one more read. */
    refresh(): void;
}

/** Holds the context of views. Setting an equal value notifies no listener. */
export declare class SliceStore implements Slices {
    #private;
    constructor(values: SliceMap);
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    set<K extends keyof SliceMap>(name: K, value: SliceMap[K]): void;
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** The slices that each view has of its own; the others are those of its window. */
export type OwnSlices = Pick<SliceMap, 'widget' | 'visible' | 'params'>;
/** The context of one view: its own size, visibility and params, and the rest from its window. */
export declare class ViewSlices implements Slices {
    #private;
    constructor(window: Slices, own: OwnSlices);
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    set<K extends keyof OwnSlices>(name: K, value: SliceMap[K]): void;
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** The names of all slices, for code that forwards the whole context. */
export declare const sliceNames: readonly ["locale", "theme", "contrast", "mode", "conversation", "project", "thread", "widget", "visible", "params"];

/** One slice of the context; the element renders again when that slice changes, and only then. */
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
/** The event of every channel after the connection was lost and opened again: events may have been missed, so read again. */
export declare const reopened = "$reopened";
export interface SubscriptionsOptions {
    readonly subscribe: (channel: string) => void;
    readonly unsubscribe: (channel: string) => void;
    readonly report: (error: unknown) => void;
}
/** The listeners of each event. A channel is subscribed to while it has at least one. */
export declare class Subscriptions {
    #private;
    constructor(options: SubscriptionsOptions);
    on(to: string, listener: Listener): Handle;
    /** An error of one listener is reported, and the others are still called. */
    publish(to: string, event: unknown): void;
    /** Subscribes again over a new connection, then publishes `reopened` on every channel. */
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
    /** The text `key.one` or `key.other`, by the plural rule of the language. */
    count(key: string, count: number, values?: Values): string;
}

/** The page's end of a connection: whole messages, in order. */
export interface Transport {
    /** Drops the frame when the connection is closed. One that can never be sent is told with the reason. */
    send(frame: object): Promise<Error> | undefined;
    onMessage(listener: (message: unknown) => void): void;
    onClose(listener: () => void): void;
    close(): void;
}
/** Opens a new connection at each call. Rejects where there is no answer. */
export type Connect = () => Promise<Transport>;

export type { SliceMap };
/** The context of a view, one narrow slice at a time. */
export interface Slices {
    get<K extends keyof SliceMap>(name: K): SliceMap[K];
    /** Calls the listener when this slice changes, and only then. */
    watch<K extends keyof SliceMap>(name: K, listener: (value: SliceMap[K]) => void): Handle;
}
/** A small value that one view keeps while its window is open: across a reload of the page and an update of the extension. */
export interface ViewState {
    get(): unknown;
    /** Keeps a JSON value of at most 100,000 characters. */
    set(value: unknown): void;
}
/** Everything a view may use; set as its `view` property before it is shown. */
export interface ViewHost {
    /** Typed calls and events of a channel of an extension that the manifest lists. */
    connect<S extends ChannelShape>(channel: Channel<S>): Client<S>;
    /** Runs a command, in the window or in the kernel. */
    run(command: string, args?: unknown): Promise<unknown>;
    readonly slices: Slices;
    readonly state: ViewState;
}

export type { Layout, ShownToast, WindowShape } from './contract/generated.ts';
/** What a view can call on the window it is in: show another view, show a toast, read the layout. */
export declare const WindowChannel: Channel<WindowShape>;

/**
 * A transport over a WebSocket: JSON text, one frame or an array of frames a message. A browser does not say why a socket was
 * refused, so the address `alive` of the same origin is fetched: 401, 403 or 421 means that connecting again is of no use. `admit` is asked
 * before; where it answers false, nothing is sent to that address.
 */
export declare function webSocket(address: string, alive?: string, admit?: () => Promise<boolean>): Connect;
