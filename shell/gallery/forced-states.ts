import type { CSSResultOrNative, LitElement } from 'lit';

interface Styled {
  readonly elementStyles: readonly CSSResultOrNative[];
}

const states = ['hover', 'active', 'focus-visible', 'focus-within'];

/** Makes `data-look="hover"` apply the styles of `:hover` and so on, so that the page shows every state at once. */
export function makeForceable(elements: readonly unknown[]): void {
  const sheets = elements.flatMap(element => (element as Styled | undefined)?.elementStyles ?? []);
  for (const sheet of new Set(sheets.map(each => (each instanceof CSSStyleSheet ? each : each.styleSheet)))) {
    if (sheet !== undefined) forceIn(sheet);
  }
}

/** Passes the look on to the elements inside, where the styles refer to them. */
export async function forceLooks(root: ParentNode): Promise<void> {
  for (const element of root.querySelectorAll<LitElement>('[data-look]')) {
    await element.updateComplete;
    const look = element.dataset.look!;
    for (const inside of element.shadowRoot?.querySelectorAll<HTMLElement>('button, input, select, textarea, a, .frame, .row, [role]') ??
      []) {
      // A row shows the focus of its button.
      inside.dataset.look = inside.matches('.row') ? look.replace('focus-visible', '') : look;
    }
  }
}

function forceIn(sheet: CSSStyleSheet): void {
  for (const rule of sheet.cssRules) {
    if (!(rule instanceof CSSStyleRule)) continue;
    for (const state of states) {
      if (!rule.selectorText.includes(`:${state}`)) continue;
      rule.selectorText = rule.selectorText.replaceAll(`:${state}`, `:is(:${state}, [data-look~="${state}"])`);
    }
  }
}
