import { KernelChannel, type KernelShape } from '@atelier/kernel';
import { type PageLink, reopened, type SliceMap } from '@atelier/kernel/ui';
import { keep, kept } from './kept.ts';
import { Watched } from './watched.ts';

/** A view as the kernel lists it. */
export type ShownView = KernelShape['calls']['listViews']['result'][number];

const name = 'atelier.views';

/** Everything that can be shown now, kept fresh; at a start, what there was the last time. */
export class ViewList extends Watched<readonly ShownView[]> {
  readonly #link: PageLink;
  readonly #failed: (error: unknown) => void;
  #reading = false;
  #again = false;
  /** False while the list is only what there was the last time. */
  fresh = false;

  constructor(link: PageLink, failed: (error: unknown) => void) {
    // What was there the last time, in the person's own language, before what the page came with. Frames come from addresses
    // and packages that may be gone since; ours are part of this very page.
    super((kept(name, isList) ?? firstViews()).filter(({ place }) => place === 'document'));
    this.#link = link;
    this.#failed = failed;
    const refresh = () => void this.refresh();
    link.on('kernel:contributionsChanged', event => (event as { point: string }).point === '@atelier/kernel:views@1' && refresh());
    link.on('kernel:extensionsChanged', refresh);
    link.on(`kernel:${reopened}`, refresh);
    refresh();
  }

  byId(id: string | undefined): ShownView | undefined {
    return this.value.find(view => view.id === id);
  }

  /** What a slot shows in the present context, in order; those that only stand in for others come by way of them. */
  in(slot: string, { mode, thread }: Pick<SliceMap, 'mode' | 'thread'>): readonly ShownView[] {
    return this.value
      .filter(view => view.slot === slot && view.replaces === undefined && fits(view, mode, thread))
      .sort((a, b) => a.order - b.order);
  }

  /** Reads the list anew. However often it is asked meanwhile, it reads once more after the call that is under way. */
  async refresh(): Promise<void> {
    this.#again = this.#reading;
    if (this.#reading) return;
    this.#reading = true;
    try {
      const views = await this.#link.client(KernelChannel).call('listViews', {});
      this.fresh = true;
      if (JSON.stringify(views) !== JSON.stringify(this.value)) this.value = views;
      keep(name, views);
    } catch (error) {
      this.#failed(error);
    } finally {
      this.#reading = false;
    }
    if (this.#again) await this.refresh();
  }
}

/** Whether a view of the status line stands at its end. */
export function atEnd({ order }: Pick<ShownView, 'order'>): boolean {
  return order >= 500;
}

function fits(view: ShownView, mode: SliceMap['mode'], thread: SliceMap['thread']): boolean {
  if (view.mode !== undefined && view.mode !== mode) return false;
  return view.context === undefined || view.context === 'always' || view.context === thread;
}

/** What the host put into the page. */
function firstViews(): readonly ShownView[] {
  const value: unknown = JSON.parse(document.getElementById('first')?.textContent ?? '[]');
  return isList(value) ? value : [];
}

function isList(value: unknown): value is ShownView[] {
  return Array.isArray(value) && value.every(view => typeof view?.id === 'string' && typeof view.slot === 'string');
}
