import type { ViewState } from '@atelier/kernel/ui';

const most = 100_000;

/** The state of one view, in `sessionStorage`: kept across a reload, dropped when the window is closed. */
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
      if (text.length <= most) sessionStorage.setItem(name, text);
    },
  };
}
