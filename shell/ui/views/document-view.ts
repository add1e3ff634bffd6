import { AppError } from '@atelier/kernel';
import type { ViewHost, ViewSlices } from '@atelier/kernel/ui';
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { defineOf, loadBundled } from '../bundled.ts';
import type { ViewFailure } from '../frames/view-frame.ts';
import { theWindow } from '../window/current.ts';
import { errorOf, windowErrors } from '../window/errors.ts';
import { counted } from '../window/first-paint.ts';
import type { ShownView } from '../window/views.ts';

type ViewElement = HTMLElement & { view?: ViewHost; performUpdate?: () => void };

/** Shows the element of a plugin in the page itself, and fires `view-failed` when it cannot. */
export class DocumentView extends LitElement {
  @property({ attribute: false }) shown!: ShownView;
  @property({ attribute: false }) slices!: ViewSlices;
  /** Another number creates the element again. */
  @property({ attribute: false }) attempt = 0;
  #made = '';

  override createRenderRoot() {
    return this;
  }

  override updated(): void {
    const { id, from, element } = this.shown;
    const wanted = `${id} ${from} ${element} ${this.attempt}`;
    if (this.#made === wanted) return;
    this.#made = wanted;
    void counted(this.#make(wanted)).catch(error => this.#fail(errorOf(error)));
  }

  async #make(wanted: string): Promise<void> {
    const { id, from, element: name = '' } = this.shown;
    const loading = loadBundled(from);
    if (loading === undefined) throw windowErrors['window/no-ui']({ view: id, from });
    // A loaded module is shown in this frame: even a short await would move it to the next one.
    const defined = defineOf(loading instanceof Promise ? await loading : loading, name);
    const isThere = defined instanceof Promise ? await defined : defined;
    if (this.#made !== wanted) return;
    if (!isThere) throw windowErrors['window/no-element']({ view: id, from, element: name });
    const element = document.createElement(name) as ViewElement;
    element.view = theWindow().hostOf(from, id, this.slices);
    this.#watch(element);
    this.replaceChildren(element);
  }

  /** When an element throws while it renders, Lit rejects its update promise; the rejection becomes the view's failure. */
  #watch(element: ViewElement): void {
    const { performUpdate } = element;
    if (performUpdate === undefined) return;
    element.performUpdate = () => {
      try {
        performUpdate.call(element);
      } catch (error) {
        const { id, from } = this.shown;
        this.#fail(error instanceof AppError ? error : windowErrors['window/threw']({ view: id, from, reason: String(error) }, error));
      }
    };
  }

  #fail(problem: AppError): void {
    this.replaceChildren();
    this.dispatchEvent(
      new CustomEvent<ViewFailure>('view-failed', { detail: { code: problem.code, message: problem.message, error: problem } }),
    );
  }
}
