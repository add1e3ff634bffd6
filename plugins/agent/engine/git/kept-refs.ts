import { join } from 'node:path';
import { prepareFolders } from '../git-folders.ts';
import type { View, Views } from './view.ts';

const keptDays = 30;
const today = () => Math.floor(Date.now() / 86_400_000);

/** Objects that are kept in a repository for 30 days, each by a ref whose name begins with its day. */
export class KeptRefs {
  readonly #views: Views;
  readonly #folder: string;

  constructor(views: Views, of: 'discarded' | 'removed') {
    this.#views = views;
    this.#folder = `refs/atelier/${of}`;
  }

  refOf(name: string): string {
    return `${this.#folder}/${name}`;
  }

  /** Returns its name. Those that are too old are removed. */
  async keep(view: View, folder: string, object: string): Promise<string> {
    prepareFolders([join(view.repository.common, this.#folder)]);
    const name = `${today()}-${object}`;
    await this.#views.act(view, folder, ['update-ref', this.refOf(name), object]);
    const { output } = await this.#views.read(view, view.repository.top, ['for-each-ref', '--format=%(refname)', this.#folder]);
    for (const one of output.toString('utf8').split('\n').filter(Boolean)) {
      if (Number.parseInt(one.slice(this.#folder.length + 1), 10) >= today() - keptDays) continue;
      await this.#views.act(view, folder, ['update-ref', '-d', one]).catch(() => undefined);
    }
    return name;
  }
}
