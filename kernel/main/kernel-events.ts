import type { Locale, Publisher } from '@atelier/kernel';

/** The events of the kernel's own channel. */
export interface KernelEventsShape {
  calls: Record<never, never>;
  events: {
    extensionsChanged: { id: string; state: string };
    contributionsChanged: { point: string };
    noticesChanged: { count: number };
    costsChanged: Record<never, never>;
    serversChanged: { id: string };
    logged: { id: string };
    languageChanged: { locale: Locale };
  };
}

type Events = KernelEventsShape['events'];

/** Emits the changes of the kernel's parts. Events before `connect` are dropped: the first answers to calls already contain them. */
export class KernelEvents {
  #publisher: Publisher<KernelEventsShape> | undefined;

  connect(publisher: Publisher<KernelEventsShape>): void {
    this.#publisher = publisher;
  }

  emit<Name extends keyof Events>(name: Name, event: Events[Name]): void {
    this.#publisher?.emit(name, event);
  }
}
