import type { ViewState } from '@atelier/kernel/ui';

const most = 100_000;

/** The memory of one view, in the storage of this window, which a reload leaves and closing the window ends. */
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
