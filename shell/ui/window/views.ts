import { KernelChannel, type KernelShape } from '@atelier/kernel';
import { type PageLink, reopened, type SliceMap } from '@atelier/kernel/ui';
import { readStored, store } from './stored.ts';
import { Watched } from './watched.ts';

/** A view as the kernel lists it. */
export type ShownView = KernelShape['calls']['listViews']['result'][number];

const name = 'atelier.views';

/** All views that can be shown now, read again when they change; at the start, those stored from the last session. */
export class ViewList extends Watched<readonly ShownView[]> {
  readonly #link: PageLink;
  readonly #onError: (error: unknown) => void;
  #reading = false;
  #refreshAgain = false;
  /** False while the list is from the last session. */
  fresh = false;

  constructor(link: PageLink, onError: (error: unknown) => void) {
    // The list of the last session, which is in the person's language, or else the list in the page. Only bundled views, which are
    // part of this page: the packages of others may have been removed since.
    super((readStored(name, isList) ?? firstViews()).filter(({ place }) => place === 'document'));
    this.#link = link;
    this.#onError = onError;
    const refresh = () => void this.refresh();
    link.on('kernel:contributionsChanged', event => (event as { point: string }).point === '@atelier/kernel:views@1' && refresh());
    link.on('kernel:extensionsChanged', refresh);
    link.on(`kernel:${reopened}`, () => void this.refresh(true));
    refresh();
  }

  byId(id: string | undefined): ShownView | undefined {
    return this.value.find(view => view.id === id);
  }

  /** The views of a slot in the current context, in order, without those that only replace others. */
  in(slot: string, { mode, thread }: Pick<SliceMap, 'mode' | 'thread'>): readonly ShownView[] {
    return this.value
      .filter(view => view.slot === slot && view.replaces === undefined && matches(view, mode, thread))
      .sort((a, b) => a.order - b.order);
  }

  /**
   * Reads the list again; `anew`, so that each view is opened again, as a kernel that was started again has opened none. Calls during
   * a read cause one more read after it.
   */
  async refresh(anew = false): Promise<void> {
    this.#refreshAgain = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    try {
      const views = await this.#link.client(KernelChannel).call('listViews', {});
      this.fresh = true;
      if (anew || JSON.stringify(views) !== JSON.stringify(this.value)) this.value = views;
      store(name, views);
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#reading = false;
    }
    if (this.#refreshAgain) await this.refresh();
  }
}

/** Whether a view of the status line is at its end. */
export function atEnd({ order }: Pick<ShownView, 'order'>): boolean {
  return order >= 500;
}

function matches(view: ShownView, mode: SliceMap['mode'], thread: SliceMap['thread']): boolean {
  if (view.mode !== undefined && view.mode !== mode) return false;
  return view.context === undefined || view.context === 'always' || view.context === thread;
}

/** The views that the host wrote into the page. */
function firstViews(): readonly ShownView[] {
  const value: unknown = JSON.parse(document.getElementById('first')?.textContent ?? '[]');
  return isList(value) ? value : [];
}

function isList(value: unknown): value is ShownView[] {
  return Array.isArray(value) && value.every(view => typeof view?.id === 'string' && typeof view.slot === 'string');
}
