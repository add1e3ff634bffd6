import type { AccessMode } from '../../contract/index.ts';

/** What the tools of a conversation may reach, as it is enforced now. */
export interface Access {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly sandboxed: boolean;
  readonly network: boolean;
}

/** The text about its access that the model reads. */
export function describeAccess({ mode, cwd, sandboxed, network }: Access): string {
  if (mode === 'open') {
    return `Access mode: open. Tools reach the whole file system of this machine, except the app's own data; commands have the network. The working directory is ${cwd}.`;
  }
  const commands = sandboxed
    ? `Commands run in a sandbox: the working directory is writable, the rest of the home is hidden, the network is ${network ? 'on' : 'off'}.`
    : 'This machine has no sandbox, so the person is asked about every command.';
  return `Access mode: secure. File tools reach nothing outside of ${cwd}. ${commands} .git/hooks, .git/config and the settings of editors and agents in it are read-only.`;
}

/** The hidden message after a change of mode. Only the app sends it, and no transcript shows it. */
export function modeSteer(access: Access): string {
  return `[system] The person has changed the access mode of this conversation. ${describeAccess(access)} What earlier messages say about access no longer holds. Only the person can change it.`;
}
