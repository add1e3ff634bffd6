import { homedir, hostname, userInfo } from 'node:os';

/** The names that identify the person and the machine. */
export interface Names {
  readonly home: string;
  readonly user: string;
  readonly host: string;
}

/** Common account names; redacting them would only make texts unreadable. */
const commonNames = new Set(['root', 'user', 'node', 'admin', 'home', 'app', 'localhost', 'runner', 'ubuntu', 'debian']);

const homes = /(?:\/home\/|\/Users\/|\b[A-Za-z]:\\{1,2}Users\\{1,2})[^\s/\\"'`:;,)\]}>]+/g;
const mails = /[\p{L}\d._%+-]{1,64}@[\p{L}\d.-]{1,253}\.\p{L}{2,24}/gu;
const addresses = /(?<![\d.])(?!127\.|0\.0\.0\.0)(?:\d{1,3}\.){3}\d{1,3}(?![\d.])/g;

/** The names of this machine, read on demand: an account may have no entry at all. */
export function namesHere(): Names {
  const user = attempt(() => userInfo().username);
  return { home: attempt(homedir), user, host: attempt(hostname) };
}

/** Replaces what identifies the person or the machine: their folder by `~`, the rest by its kind. */
export function anonymous(text: string, { home, user, host }: Names): string {
  let clean = text;
  // JSON writes the separators of Windows twice.
  for (const folder of new Set([home.replaceAll('\\', '\\\\'), home])) if (folder.length > 3) clean = clean.replaceAll(folder, '~');
  clean = clean.replace(homes, '~').replace(mails, '[e-mail]').replace(addresses, '[address]');
  clean = without(clean, host, '[machine]');
  return without(clean, user, '[person]');
}

function without(text: string, name: string, instead: string): string {
  if (name.length < 3 || commonNames.has(name.toLowerCase())) return text;
  return text.replace(new RegExp(`(?<![\\p{L}\\d])${RegExp.escape(name)}(?![\\p{L}\\d])`, 'giu'), instead);
}

function attempt(ask: () => string): string {
  try {
    return ask();
  } catch {
    return '';
  }
}
