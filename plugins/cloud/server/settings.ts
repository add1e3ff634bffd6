import { randomBytes } from 'node:crypto';
import { closeSync, fstatSync, fsyncSync, mkdirSync, openSync, readFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { Sentence } from '../protocol/problems.ts';

export interface Settings {
  /** Where people and desktops reach the server: an origin. Undefined until the port is known, then the loopback address. */
  readonly publicUrl: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly data: string;
  readonly key: Buffer;
  /** The address of the mail server; without one, mails wait. */
  readonly smtp: string | undefined;
  readonly mailFrom: string;
  /** The account with this address, once it is verified, administers the server. */
  readonly admin: string | undefined;
  /** Whether a proxy in front says who asks. */
  readonly trustProxy: boolean;
  readonly operator: string | undefined;
}

/** What keeps the server from starting, in words for the person who started it. */
export class StartProblem extends Error {
  readonly code: string;
  readonly sentence: Sentence;

  constructor(code: string, sentence: Sentence) {
    super(sentence.en);
    this.name = 'StartProblem';
    this.code = code;
    this.sentence = sentence;
  }
}

export interface StartOptions {
  readonly data: string;
  readonly host?: string;
  readonly port?: number;
  readonly publicUrl?: string;
}

export function readSettings(options: StartOptions, env: NodeJS.ProcessEnv): Settings {
  mkdirSync(options.data, { recursive: true, mode: 0o700 });
  const publicUrl = options.publicUrl ?? env.ATELIER_CLOUD_PUBLIC_URL;
  const host = options.host ?? '127.0.0.1';
  if (publicUrl === undefined && !isLoopback(host)) throw noPublicUrl();
  return {
    publicUrl: publicUrl === undefined ? undefined : checkedOrigin(publicUrl),
    host,
    port: options.port ?? 4310,
    data: options.data,
    key: env.ATELIER_CLOUD_KEY === undefined ? keyFile(join(options.data, 'master.key')) : checkedKey(env.ATELIER_CLOUD_KEY),
    smtp: env.ATELIER_CLOUD_SMTP_URL,
    mailFrom: env.ATELIER_CLOUD_MAIL_FROM ?? 'Atelier Cloud <no-reply@localhost>',
    admin: env.ATELIER_CLOUD_ADMIN?.trim().toLowerCase(),
    trustProxy: env.ATELIER_CLOUD_TRUST_PROXY === '1',
    operator: env.ATELIER_CLOUD_OPERATOR,
  };
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || host === '::1' || /^127\.\d{1,3}\.\d{1,3}\.\d{1,3}$/.test(host);
}

function checkedOrigin(text: string): string {
  const url = URL.parse(text);
  if (url === null || url.origin === 'null' || url.pathname !== '/' || url.search !== '' || url.hash !== '' || url.username !== '') {
    throw new StartProblem('cloud/public-url', {
      en: 'The public address must be an origin such as https://cloud.example.org, with no path. Correct ATELIER_CLOUD_PUBLIC_URL or --public-url.',
      fr: 'L’adresse publique doit être une origine comme https://cloud.example.org, sans chemin. Corrigez ATELIER_CLOUD_PUBLIC_URL ou --public-url.',
    });
  }
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isLoopback(url.hostname))) {
    throw new StartProblem('cloud/public-http', {
      en: 'The public address is not https. Passwords and tokens would travel in the clear: put a proxy with a certificate in front and give its https address.',
      fr: 'L’adresse publique n’est pas en https. Mots de passe et jetons circuleraient en clair : placez devant un proxy avec un certificat et donnez son adresse https.',
    });
  }
  return url.origin;
}

function noPublicUrl(): StartProblem {
  return new StartProblem('cloud/no-public-url', {
    en: 'A server that listens beyond this machine needs its public address. Give it with ATELIER_CLOUD_PUBLIC_URL or --public-url.',
    fr: 'Un serveur qui écoute au-delà de cette machine a besoin de son adresse publique. Donnez-la par ATELIER_CLOUD_PUBLIC_URL ou --public-url.',
  });
}

/** The key of a data folder, made once and readable by this user alone. */
function keyFile(path: string): Buffer {
  try {
    const made = openSync(path, 'wx', 0o600);
    try {
      writeSync(made, `${randomBytes(32).toString('base64url')}\n`);
      fsyncSync(made);
    } finally {
      closeSync(made);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  const file = openSync(path, 'r');
  try {
    if (process.platform !== 'win32' && (fstatSync(file).mode & 0o077) !== 0) {
      throw new StartProblem('cloud/key-readable', {
        en: `Others on this machine can read ${path}, which opens every secret of this server. Run chmod 600 on it; if somebody may have read it, replace the secrets.`,
        fr: `D’autres sur cette machine peuvent lire ${path}, qui ouvre tous les secrets de ce serveur. Faites-y chmod 600 ; si quelqu’un a pu le lire, remplacez les secrets.`,
      });
    }
    return checkedKey(readFileSync(file, 'utf8').trim());
  } finally {
    closeSync(file);
  }
}

/** 32 bytes that look random: a word, a constant from a documentation or one repeated byte is refused. */
function checkedKey(text: string): Buffer {
  const key = Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64url');
  const isWritten = /^[\x20-\x7e]*$/.test(key.toString('latin1'));
  if (key.length === 32 && new Set(key).size >= 16 && !isWritten) return key;
  throw new StartProblem('cloud/weak-key', {
    en: 'The key of the server is not 32 random bytes in base64url. Make one with: openssl rand -base64 32 | tr +/ -_ | tr -d =',
    fr: 'La clé du serveur n’est pas faite de 32 octets aléatoires en base64url. Créez-en une avec : openssl rand -base64 32 | tr +/ -_ | tr -d =',
  });
}
