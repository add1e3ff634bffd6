import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { focused } from './window.ts';

/** Where the focus is after one Tab. */
interface Step {
  /** Which of the elements that should be reached; -1 for another one, undefined for nowhere. */
  readonly at: number | undefined;
  readonly name: string;
  readonly marked: boolean;
  readonly inView: boolean;
}

/** Everything the keyboard walk found wrong; empty is good. */
export interface KeyboardFaults {
  /** Reached in this order. */
  readonly reached: readonly string[];
  readonly faults: readonly string[];
}

/** Walks through the page with Tab, and fails where something is not reached, the focus is lost, cannot be seen, or cannot leave. */
export async function keyboardReaches(page: Page): Promise<readonly string[]> {
  const { reached, faults } = await walk(page);
  expect(faults).toEqual([]);
  return reached;
}

/** Presses Tab, or another key that moves, until something of this name has the focus. */
export async function tabTo(page: Page, name: RegExp, key = 'Tab'): Promise<void> {
  const passed: string[] = [];
  while (passed.length < 90) {
    await page.keyboard.press(key);
    const at = await focused(page);
    if (name.test(at)) return;
    passed.push(at.slice(0, 60));
  }
  throw new Error(`${key} does not reach ${name}, only ${passed.join(', ')}.`);
}

/** The walk itself, for tests of it. */
export async function walk(page: Page): Promise<KeyboardFaults> {
  await page.bringToFront();
  const names = await page.evaluate(collect);
  const reached: string[] = [];
  const faults: string[] = [];
  const seen = new Set<number>();
  let still = 0;
  // Where nothing was yet; the first Tab may lead out of what was left a moment ago.
  let before: number | undefined = -2;
  for (let count = 0; count < names.length * 2 + 5 && seen.size < names.length; count += 1) {
    await page.keyboard.press('Tab');
    const step = await page.evaluate(look);
    still = step.at === before ? still + 1 : 0;
    before = step.at;
    // Past the last element the browser's own bar has its turn; that is no loss once all were reached.
    if (step.at === undefined) {
      if (still > 0) break;
      continue;
    }
    if (still >= 2) {
      faults.push(`trapped in ${step.name}`);
      break;
    }
    if (step.at >= 0 && seen.has(step.at)) continue;
    if (step.at >= 0) seen.add(step.at);
    reached.push(step.name);
    // What is focused inside a frame is marked there.
    if (!step.marked && !step.name.startsWith('iframe ')) faults.push(`focus cannot be seen on ${step.name}`);
    if (!step.inView) faults.push(`focus is out of view on ${step.name}`);
  }
  for (const [index, name] of names.entries()) if (!seen.has(index)) faults.push(`not reached: ${name}`);
  return { reached, faults };
}

/** Runs in the page: remembers what Tab should reach and how it looks without focus; answers the names. */
function collect(): string[] {
  const wanted: Element[] = [];
  const looks = new Map<Element, string>();
  const state = { wanted, looks, lookOf, composedParent, nameOf };
  Object.assign(globalThis, { keyboardWalk: state });
  (document.activeElement as HTMLElement | null)?.blur();
  getSelection()?.removeAllRanges();
  const modal = modalIn(document);
  visit(document);
  return wanted.map(nameOf);

  function visit(parent: ParentNode): void {
    for (const element of parent.querySelectorAll('*')) {
      if (element.shadowRoot !== null) visit(element.shadowRoot);
      if (!isReachable(element)) continue;
      wanted.push(element);
      for (let each: Element | undefined = element, depth = 0; each !== undefined && depth < 5; each = composedParent(each), depth += 1)
        looks.set(each, lookOf(each));
    }
  }

  function isReachable(element: Element): boolean {
    if (!(element instanceof HTMLElement || element instanceof SVGElement) || element.tabIndex < 0) return false;
    const native = element.matches('a[href], button, input, select, textarea, summary, audio[controls], video[controls]');
    if (!native && !element.hasAttribute('tabindex') && !(element instanceof HTMLElement && element.isContentEditable)) return false;
    if (element.matches(':disabled') || isCovered(element)) return false;
    // An element that hands its focus on is not reached itself.
    if (element.shadowRoot?.delegatesFocus === true) return false;
    const box = element.getBoundingClientRect();
    if (box.width === 0 || box.height === 0 || !element.checkVisibility({ visibilityProperty: true })) return false;
    if (!(element instanceof HTMLInputElement) || element.type !== 'radio' || element.name === '') return true;
    // Of a group of radio buttons Tab reaches one.
    const group = [...(element.getRootNode() as ParentNode).querySelectorAll<HTMLInputElement>('input[type=radio]')].filter(
      other => other.name === element.name,
    );
    return (group.find(other => other.checked) ?? group[0]) === element;
  }

  /** Under a dialog that is open above everything, or in a part that is switched off meanwhile. */
  function isCovered(element: Element): boolean {
    for (let each: Element | undefined = element; each !== undefined; each = composedParent(each)) {
      if (each === modal) return false;
      if (each.hasAttribute('inert')) return true;
    }
    return modal !== undefined;
  }

  function modalIn(parent: ParentNode): Element | undefined {
    for (const element of parent.querySelectorAll('*')) {
      const found = element.matches(':modal') ? element : element.shadowRoot && modalIn(element.shadowRoot);
      if (found) return found;
    }
    return undefined;
  }

  function lookOf(element: Element): string {
    const parts = ['', '::before', '::after'].map(part => {
      const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor, backgroundColor, textDecorationLine, content } =
        getComputedStyle(element, part);
      const outline = outlineStyle === 'none' || outlineWidth === '0px' ? 'none' : `${outlineStyle} ${outlineWidth} ${outlineColor}`;
      return [outline, boxShadow, borderColor, backgroundColor, textDecorationLine, content].join('|');
    });
    return parts.join('‖');
  }

  function composedParent(element: Element): Element | undefined {
    if (element.assignedSlot !== null) return element.assignedSlot;
    if (element.parentElement !== null) return element.parentElement;
    const parent = element.getRootNode();
    return parent instanceof ShadowRoot ? parent.host : undefined;
  }

  function nameOf(element: Element): string {
    const label = element.getAttribute('aria-label') ?? element.getAttribute('title') ?? element.textContent ?? '';
    return `${element.localName} "${label.trim().replace(/\s+/g, ' ').slice(0, 40)}"`;
  }
}

/** Runs in the page: where the focus is now. */
function look(): Step {
  const { wanted, looks, lookOf, composedParent, nameOf } = (
    globalThis as unknown as {
      keyboardWalk: {
        wanted: Element[];
        looks: Map<Element, string>;
        lookOf(element: Element): string;
        composedParent(element: Element): Element | undefined;
        nameOf(element: Element): string;
      };
    }
  ).keyboardWalk;
  let active: Element | null = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  if (active === null || active === document.body || active === document.documentElement)
    return { at: undefined, name: 'nowhere', marked: true, inView: true };
  let marked = false;
  for (let each: Element | undefined = active, depth = 0; each !== undefined && depth < 5; each = composedParent(each), depth += 1) {
    const before = looks.get(each);
    if (before !== undefined && before !== lookOf(each)) marked = true;
  }
  const box = active.getBoundingClientRect();
  const inView = box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth;
  return { at: wanted.indexOf(active), name: nameOf(active), marked, inView };
}
