import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readSmallFile } from '../read-small-file.ts';
import type { Repository } from './repository.ts';

/** A branch that moves with its checkout. */
export interface Moving {
  readonly branch: string;
  readonly from: string;
  readonly to: string;
}

/** The folders of repositories in which one is under way in this process. */
const underWay = new Set<string>();

/** Stands in the folder of a repository while a checkout has a merge that its branch has not yet. */
export class MergeNote {
  readonly #own: string;

  constructor({ own }: Repository) {
    this.#own = own;
  }

  get #file(): string {
    return join(this.#own, 'atelier-merge.json');
  }

  write(moving: Moving): void {
    underWay.add(this.#own);
    // Removed first, so that nothing is written through a link.
    rmSync(this.#file, { force: true });
    writeFileSync(this.#file, JSON.stringify(moving), { flag: 'wx' });
  }

  /** One that an earlier run has left. */
  left(): Moving | undefined {
    const text = underWay.has(this.#own) ? undefined : readSmallFile(this.#file);
    try {
      const { branch, from, to } = JSON.parse(text ?? '') as Moving;
      return typeof branch === 'string' && [from, to].every(one => /^[0-9a-f]{40,64}$/.test(one)) ? { branch, from, to } : undefined;
    } catch {
      return undefined;
    }
  }

  remove(): void {
    rmSync(this.#file, { force: true });
    underWay.delete(this.#own);
  }
}
