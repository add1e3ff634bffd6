import { randomBytes } from 'node:crypto';

/** The name of a branch for a conversation: its title in the letters that every system has, and something that no other has. */
export function branchName(title: string): string {
  const words = title
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter(word => word !== '')
    .slice(0, 6)
    .join('-')
    .slice(0, 40);
  return `${words === '' ? 'conversation' : words}-${randomBytes(2).toString('hex')}`;
}
