import { defineHook } from './hook.ts';
import { defineToken } from './token.ts';

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
export const Desktop = defineToken<DesktopService>('@atelier/kernel:Desktop@1', {
  pickFolder: 'bundled',
  openFolder: 'bundled',
  program: 'everybody',
  restart: 'bundled',
  commandLine: 'bundled',
  isEnding: 'bundled',
  safeStart: 'bundled',
  leaveSafeStart: 'bundled',
  startupBehaviour: 'everybody',
  setStartupBehaviour: 'bundled',
});

/** The machine has slept, or its clock was set: timers know nothing of it. Comes at once where the system tells, else within a minute. */
export const machineWoke = defineHook.notify<Readonly<Record<string, never>>>('@atelier/kernel:machineWoke@1');
