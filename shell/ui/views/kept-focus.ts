import { focusedElement } from '@atelier/kernel/ui';

/**
 * A view that leaves the window takes the focus with it. Where the next one does not take it, the main region has it, so that keys and
 * what reads the screen go on from there and not from the top of the document.
 */
export function keepFocus(): void {
  const root = document.querySelector('app-shell')?.shadowRoot;
  const main = root?.querySelector('main');
  if (!main) return;
  const isView = (node: Node) => node instanceof Element && node.matches('view-mount');
  new MutationObserver(changes => {
    if (focusedElement() !== undefined || !changes.some(({ removedNodes }) => [...removedNodes].some(isView))) return;
    // The view that has come may still take it, once it is drawn.
    requestAnimationFrame(() => requestAnimationFrame(() => focusedElement() === undefined && focusQuietly(main)));
  }).observe(main, { childList: true, subtree: true });
}

/** Without a ring: nobody has gone there. */
function focusQuietly(main: HTMLElement): void {
  main.style.outline = 'none';
  main.addEventListener('blur', () => main.style.removeProperty('outline'), { once: true });
  main.focus({ preventScroll: true });
}
