import type { ViewState } from '@atelier/kernel/ui';

const maxLength = 100_000;

/** The state of a view, in `sessionStorage`: kept across a reload, deleted when the window is closed. */
export function viewState(view: string): ViewState {
  const name = `atelier.state.${view}`;
  return {
    get() {
      try {
        return JSON.parse(sessionStorage.getItem(name) ?? 'null') ?? undefined;
      } catch {
        return undefined;
      }
    },
    set(value) {
      const text = JSON.stringify(value ?? null);
      if (text.length <= maxLength) sessionStorage.setItem(name, text);
    },
  };
}
