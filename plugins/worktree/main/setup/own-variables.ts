import { basename } from 'node:path';

/** Each worktree has so many ports, from the first one on. */
const [firstPort, ports] = [20_000, 20];

/**
 * What a worktree has for itself, so that what runs in several of them at once meets nowhere: ports, a name for its database, and one for
 * Docker Compose, which names containers and networks by it.
 */
export function ownVariables(worktree: string, checkout: string, number: number): Readonly<Record<string, string>> {
  const first = firstPort + number * ports;
  const words = basename(checkout)
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .slice(0, 30);
  const name = `${/^[a-z]/.test(words) ? words : `p${words}`}_${number}`;
  return {
    PORT: String(first),
    ATELIER_FIRST_PORT: String(first),
    ATELIER_LAST_PORT: String(first + ports - 1),
    ATELIER_DATABASE: name,
    COMPOSE_PROJECT_NAME: name,
    ATELIER_WORKTREE: worktree,
    ATELIER_CHECKOUT: checkout,
  };
}
