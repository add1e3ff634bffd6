import { defineToken } from './token.ts';

export interface DesktopService {
  /** Asks the person for a folder; undefined where they chose none. Only bundled plugins may. */
  pickFolder(): Promise<string | undefined>;
  /** Shows a folder in the system's own program. Only bundled plugins may. */
  openFolder(folder: string): Promise<void>;
}

/** What the machine and the person at it can be asked for. */
export const Desktop = defineToken<DesktopService>('@atelier/kernel:Desktop@1');
