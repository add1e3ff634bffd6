import { AppError } from '@atelier/kernel';
import type { ViewHost, ViewSlices } from '@atelier/kernel/ui';
import { LitElement } from 'lit';
import { property } from 'lit/decorators.js';
import { defineOf, loadBundled } from '../bundled.ts';
import type { ViewFailure } from '../frames/view-frame.ts';
import { theWindow } from '../window/current.ts';
import { errorOf, windowErrors } from '../window/errors.ts';
import { trackRendering } from '../window/first-paint.ts';
import type { ShownView } from '../window/views.ts';

type ViewElement = HTMLElement & { view?: ViewHost; performUpdate?: () => void };

/** Shows the element of a plugin in the page itself, or fires `view-failed`. */
export class DocumentView extends LitElement {
  @property({ attribute: false }) shown!: ShownView;
  @property({ attribute: false }) slices!: ViewSlices;
  /** A new number creates the element again. */
  @property({ attribute: false }) attempt = 0;
  #created = '';

  override createRenderRoot() {
    return this;
  }

  override updated(): void {
    const { id, from, element } = this.shown;
    const key = `${id} ${from} ${element} ${this.attempt}`;
    if (this.#created === key) return;
    this.#created = key;
    void trackRendering(this.#create(key)).catch(error => this.#fail(errorOf(error)));
  }

  async #create(key: string): Promise<void> {
    const { id, from, element: name = '' } = this.shown;
    const loading = loadBundled(from);
    if (loading === undefined) throw windowErrors['window/no-ui']({ view: id, from });
    // The element of a loaded module is shown in this frame; an await would delay it to the next one.
    const defined = defineOf(loading instanceof Promise ? await loading : loading, name);
    const isDefined = defined instanceof Promise ? await defined : defined;
    if (this.#created !== key) return;
    if (!isDefined) throw windowErrors['window/no-element']({ view: id, from, element: name });
    const element = document.createElement(name) as ViewElement;
    element.view = theWindow().hostOf(from, id, this.slices);
    this.#reportRenderErrors(element);
    this.replaceChildren(element);
  }

  /** Reports an error that the element throws while it renders as the failure of the view. */
  #reportRenderErrors(element: ViewElement): void {
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
