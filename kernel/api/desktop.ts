import { defineToken } from './token.ts';

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
export const Desktop = defineToken<DesktopService>('@atelier/kernel:Desktop@1');
