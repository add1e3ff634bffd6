import type { Handle, Notification, Program, StartupBehaviour } from '@atelier/kernel';

/** A connection of a UI or another process to the kernel. Its messages are `unknown` until the kernel has checked them. */
export interface Link {
  readonly id: string;
  /** Sends frames in order. Never throws: a closed link drops the frames. */
  send(frames: readonly object[]): void;
  /** Bytes sent and not yet received by the other side; 0 if the link cannot know. */
  readonly waiting: number;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Ends the connection; `why` is shown or logged by the other side. */
  close(why?: string): void;
}

/** Incoming connections. */
export interface Links {
  onConnection(listener: (link: Link) => void): Handle;
}

/** Seals text for this person on this machine, as well as the host can. */
export interface Secrets {
  /** `os`: a key store of the system. `file`: a key file that only this user may read; the UI shows which. */
  readonly kind: 'os' | 'file';
  seal(text: string): Promise<Uint8Array>;
  open(bytes: Uint8Array): Promise<string>;
}

export interface ForkOptions {
  readonly args?: readonly string[];
  /** Command-line flags of Node itself. */
  readonly nodeFlags?: readonly string[];
  /** The child's whole environment; nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A child process that exchanges frames with the kernel. */
export interface Peer extends Link {
  readonly pid: number;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
}

export interface HostPaths {
  readonly userData: string;
  /** The folders that hold bundled plugins. */
  readonly bundled: string;
  /** The folders that hold extensions installed by the person. */
  readonly installed: string;
  readonly temp: string;
}

/** The kernel's interface to the outside world. A member is added only when two hosts can implement it. */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'memory';
  readonly paths: HostPaths;
  /** Undefined where the program has no version, as in most tests. */
  readonly program: Program | undefined;
  /** The path of a Node 24 without Electron, to start child processes with. */
  readonly node: string;
  readonly links: Links;
  readonly secrets: Secrets;
  /** The origin that serves the files of one package to its frames; each package has its own. */
  frameOrigin(slug: string): string;
  fork(entry: URL, options: ForkOptions): Promise<Peer>;
  openExternal(url: string): Promise<void>;
  /** Shows a folder in the system's file manager. */
  openFolder(folder: string): Promise<void>;
  notify(notification: Notification): Promise<void>;
  pickFolder(): Promise<string | undefined>;
  /** Ends the program and starts the version that is installed then; false if this host cannot restart itself. */
  restart(): Promise<boolean>;
  /** What the system's scheduler runs to start this program for one command; undefined where it should not. */
  commandLine(command: string): Promise<readonly string[] | undefined>;
  /** The machine woke, as far as the system tells. */
  onWake(listener: () => void): Handle;
  /** Changes the given fields and returns all that this host supports. */
  startupBehaviour(change: StartupBehaviour): Promise<StartupBehaviour>;
  onDeepLink(listener: (url: URL) => void): Handle;
}
