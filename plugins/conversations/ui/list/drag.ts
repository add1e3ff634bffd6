import type { Project, Row } from '../../contract/index.ts';
import type { Item } from './items.ts';

/** The dragged conversations or project. */
export interface Dragged {
  readonly keys: ReadonlySet<string>;
  readonly rows: readonly Row[];
  readonly project: Project | undefined;
}

export interface DropPlace {
  /** The item that shows the drop position. */
  readonly key: string;
  readonly how: 'in' | 'before' | 'after';
  /** For conversations: the project to move into, empty for none. For a project: the project to move before, empty for the end. */
  readonly project: string;
}

export interface DragAsks {
  itemAt(event: Event): Item | undefined;
  /** The rows that move when this one is dragged: it, or all selected rows. */
  rowsWith(item: Item & { readonly kind: 'row' }): readonly Row[];
  projects(): readonly Project[];
  changed(): void;
  drop(dragged: Dragged, place: DropPlace): void;
}

/** Moves conversations into projects, and reorders projects, by drag and drop. */
export class ListDrag {
  readonly #asks: DragAsks;
  dragged: Dragged | undefined;
  place: DropPlace | undefined;

  constructor(asks: DragAsks) {
    this.#asks = asks;
  }

  readonly start = (event: DragEvent): void => {
    const item = this.#asks.itemAt(event);
    if (item?.kind === 'row') {
      const rows = this.#asks.rowsWith(item);
      this.dragged = { keys: new Set(rows.map(row => `c:${row.id}`)), rows, project: undefined };
      event.dataTransfer?.setData('text/plain', rows.map(row => row.title).join('\n'));
    } else if (item?.kind === 'project') {
      this.dragged = { keys: new Set([item.key]), rows: [], project: item.project };
      event.dataTransfer?.setData('text/plain', item.project.folder);
    } else return;
    if (event.dataTransfer !== null) event.dataTransfer.effectAllowed = 'move';
    this.#asks.changed();
  };

  readonly over = (event: DragEvent): void => {
    const { dragged } = this;
    if (dragged === undefined) return;
    const item = this.#asks.itemAt(event);
    const place = item && (dragged.project === undefined ? intoPlace(item) : this.#amongPlace(item, dragged.project, event));
    if (place !== undefined) event.preventDefault();
    if (place?.key === this.place?.key && place?.how === this.place?.how) return;
    this.place = place;
    this.#asks.changed();
  };

  readonly drop = (event: DragEvent): void => {
    const { dragged, place } = this;
    if (dragged === undefined || place === undefined) return;
    event.preventDefault();
    this.end();
    this.#asks.drop(dragged, place);
  };

  readonly end = (): void => {
    if (this.dragged === undefined) return;
    this.dragged = undefined;
    this.place = undefined;
    this.#asks.changed();
  };

  /** Above the middle of another project the drop position is before it, below after it. */
  #amongPlace(item: Item, project: Project, event: DragEvent): DropPlace | undefined {
    if (item.kind !== 'project' || item.project.id === project.id) return undefined;
    const row = (event.target as Element).closest('[data-row]')?.getBoundingClientRect();
    const isAfter = row !== undefined && event.clientY > row.top + row.height / 2;
    const others = this.#asks.projects().filter(one => one.id !== project.id);
    const at = others.findIndex(one => one.id === item.project.id);
    return { key: item.key, how: isAfter ? 'after' : 'before', project: others[isAfter ? at + 1 : at]?.id ?? '' };
  }
}

function intoPlace(item: Item): DropPlace | undefined {
  if (item.kind === 'project') return { key: item.key, how: 'in', project: item.project.id };
  if (item.kind === 'without') return { key: item.key, how: 'in', project: '' };
  if (item.kind === 'row') return { key: `p:${item.row.project ?? ''}`, how: 'in', project: item.row.project ?? '' };
  return undefined;
}
