import { visibleText } from '@atelier/kernel';
import type { AccessMode } from '../../contract/index.ts';

/** What the tools of a conversation may reach, as it is enforced now. */
export interface Access {
  readonly mode: AccessMode;
  readonly cwd: string;
  readonly sandboxed: boolean;
  readonly network: boolean;
  /** The conversation holds text from outside. */
  readonly outside: boolean;
}

/** Whether commands have the network without a question. */
export function hasNetwork({ mode, network, outside }: Pick<Access, 'mode' | 'network' | 'outside'>): boolean {
  return network || (mode === 'open' && !outside);
}

/** The text about its access that the model reads. */
export function describeAccess(access: Access): string {
  const { mode, sandboxed, network } = access;
  // Whoever named the folder must not end the sentence.
  const cwd = visibleText(access.cwd.replaceAll(/\s+/g, ' '), 'code');
  if (mode === 'open') {
    const data = sandboxed
      ? "The app's own data and other processes are hidden from commands, and file tools refuse them."
      : "File tools refuse the app's own data. This machine has no sandbox, so the person is asked about a command that names them or files of other processes.";
    return `Access mode: open. Tools reach the whole file system of this machine; ${networkText(access)} ${data} The working directory is ${cwd}.`;
  }
  const commands = sandboxed
    ? `Commands run in a sandbox: the working directory is writable, the rest of the home is hidden, the network is ${network ? 'on' : 'off'}.`
    : 'This machine has no sandbox, so the person is asked about every command.';
  return `Access mode: secure. File tools reach nothing outside of ${cwd}. ${commands} .git/hooks, .git/config and the settings of editors and agents in it are read-only.`;
}

function networkText(access: Access): string {
  if (access.network) return 'commands have the network.';
  if (hasNetwork(access))
    return 'commands have the network until something from outside was read, such as a file or the output of a command.';
  return access.sandboxed
    ? 'text from outside was read, so a command has the network only if the person allows it for that command; they are asked when it names a program that needs it.'
    : 'text from outside was read, so the person is asked about each command that could send something away.';
}

/** The hidden message after a change of mode, which no transcript shows; the engine puts the app's mark before it. */
/** What a model is told after its working directory became another one. */
export function placeSteer(access: Access): string {
  return `The working directory of this conversation is another one now. ${describeAccess(access)} Relative paths in earlier messages are those of the earlier directory.`;
}

export function modeSteer(access: Access): string {
  return `The person has changed the access mode of this conversation. ${describeAccess(access)} What earlier messages say about access no longer holds. Only the person can change it.`;
}
