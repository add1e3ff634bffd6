import type { Handle, Manners, Notification, Program } from '@atelier/kernel';

/** One UI, or another process, that is connected to the kernel. What it says is `unknown` until the kernel has checked it. */
export interface Link {
  readonly id: string;
  /** Sends frames in order. Never throws: a link that is gone drops what it is given. */
  send(frames: readonly object[]): void;
  /** Bytes handed over and not yet taken by the other side; 0 where a link cannot tell. */
  readonly waiting: number;
  onMessage(listener: (message: unknown) => void): void;
  onClose(listener: () => void): void;
  /** Ends the connection; `why` is shown or logged at the other side. */
  close(why?: string): void;
}

/** Connections as they come. */
export interface Links {
  onConnection(listener: (link: Link) => void): Handle;
}

/** Text sealed for this person on this machine, as far as the host can. */
export interface Secrets {
  /** `os`: a key store of the system. `file`: a key file only this user may read; said so in the UI. */
  readonly kind: 'os' | 'file';
  seal(text: string): Promise<Uint8Array>;
  open(bytes: Uint8Array): Promise<string>;
}

export interface ForkOptions {
  readonly args?: readonly string[];
  /** Flags of Node itself. */
  readonly nodeFlags?: readonly string[];
  /** The child's whole environment; nothing is inherited. */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
}

/** A child process that speaks frames. */
export interface Peer extends Link {
  readonly pid: number;
  readonly exited: Promise<{ code: number | null; signal: string | null }>;
  kill(): void;
}

export interface HostPaths {
  readonly userData: string;
  /** Folders of extensions that came with the program. */
  readonly bundled: string;
  /** Folders of extensions that the person installed. */
  readonly installed: string;
  readonly temp: string;
}

/** What the outside world gives the kernel. A member is added only when two hosts can implement it. */
export interface Host {
  readonly kind: 'electron' | 'browser' | 'memory';
  readonly paths: HostPaths;
  /** Undefined where there is no version whose data these are, as in most tests. */
  readonly program: Program | undefined;
  /** A plain Node 24 to start child processes with. */
  readonly node: string;
  readonly links: Links;
  readonly secrets: Secrets;
  /** The origin that the files of one package are shown from, in frames: another one for each package. */
  frameOrigin(slug: string): string;
  fork(entry: URL, options: ForkOptions): Promise<Peer>;
  openExternal(url: string): Promise<void>;
  /** Shows a folder in the system's own program. */
  openFolder(folder: string): Promise<void>;
  notify(notification: Notification): Promise<void>;
  pickFolder(): Promise<string | undefined>;
  /** Ends the program and starts what is installed by then; false where this host cannot start itself. */
  restart(): Promise<boolean>;
  /** Changes those that are named and answers with all that can be had here. */
  manners(change: Manners): Promise<Manners>;
  onDeepLink(listener: (url: URL) => void): Handle;
}
