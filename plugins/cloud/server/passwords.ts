import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify(argon2);
const cost = { memory: 19_456, passes: 2, parallelism: 1, tagLength: 32 } as const;

export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const tag = await derive('argon2id', { message: password, nonce, ...cost });
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${cost.parallelism}$${nonce.toString('base64url')}$${tag.toString('base64url')}`;
}

const unknown = `$argon2id$v=19$m=19456,t=2,p=1$${Buffer.alloc(16).toString('base64url')}$${Buffer.alloc(32).toString('base64url')}`;

/** Takes as long without an account as with one. */
export async function isPassword(password: string, hash: string | undefined): Promise<boolean> {
  const [, , , , nonce = '', tag = ''] = (hash ?? unknown).split('$');
  const given = await derive('argon2id', { message: password, nonce: Buffer.from(nonce, 'base64url'), ...cost });
  return timingSafeEqual(given, Buffer.from(tag, 'base64url')) && hash !== undefined;
}

const common = ['password', 'motdepasse', 'azerty', 'qwerty', 'atelier', '123456', 'letmein', 'iloveyou', 'welcome', 'bonjour'];

/** What anybody would try first: short, few different characters, a row of keys, or the own name or address with a little around it. */
export function isWeak(password: string, { email, name }: { readonly email: string; readonly name: string }): boolean {
  const plain = password.toLowerCase().normalize('NFKC');
  if ([...plain].length < 12 || new Set(plain).size < 5) return true;
  const own = [...email.toLowerCase().split(/[@.+_-]/), ...name.toLowerCase().split(/\s/)].filter(part => part.length >= 4);
  const rest = [...common, ...own].reduce((left, part) => left.replaceAll(part, ''), plain).replaceAll(/[\d\W_]/g, '');
  return new Set(rest).size < 4;
}
