import { emptyJournal, type Store } from '../store/store.ts';

const againMs = 1_000;

export interface Forgetting {
  /** Empties the journal, which has what was deleted; again and again while another reader keeps it from that. */
  forget(): Promise<void>;
  stop(): void;
}

export function startForgetting(store: Store): Forgetting {
  let again: NodeJS.Timeout | undefined;
  const forget = async (): Promise<void> => {
    clearTimeout(again);
    const isEmpty = await emptyJournal(store).catch(() => false);
    if (!isEmpty) again = setTimeout(() => void forget(), againMs).unref();
  };
  return { forget, stop: () => clearTimeout(again) };
}
