import type { Project } from '../../contract/index.ts';
import type { ListActs } from './list-acts.ts';
import type { ListData } from './list-data.ts';

/** Folds and reorders projects: at once in the list, and then in the database. */
export class ProjectOrder {
  readonly #data: ListData;
  readonly #acts: ListActs;

  constructor(data: ListData, acts: ListActs) {
    this.#data = data;
    this.#acts = acts;
  }

  get #projects(): readonly Project[] {
    return this.#data.snapshot?.projects ?? [];
  }

  fold(project: string, folded: boolean): void {
    this.#data.fold(project, folded);
    void this.#acts.call('changeProject', { project, folded });
  }

  foldAll(folded: boolean): void {
    for (const project of this.#projects) if (project.folded !== folded) this.fold(project.id, folded);
  }

  /** Moves a project by a number of places; ignored beyond the first and the last. */
  shift(project: string, by: number): void {
    const others = this.#projects.filter(one => one.id !== project);
    const to = this.#projects.findIndex(one => one.id === project) + by;
    if (to >= 0 && to <= others.length) this.moveBefore(project, others[to]?.id ?? '');
  }

  /** Moves a project before another one; to the end if that one does not exist. */
  moveBefore(project: string, before: string): void {
    const order = this.#projects.filter(one => one.id !== project);
    const at = order.findIndex(one => one.id === before);
    order.splice(at === -1 ? order.length : at, 0, ...this.#projects.filter(one => one.id === project));
    this.#data.arrange(order);
    void this.#acts.call('changeProject', { project, before });
  }
}
