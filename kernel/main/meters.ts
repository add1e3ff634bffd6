import type { ExtensionCosts } from '@atelier/kernel';
import { Meter } from './meter.ts';

/** One meter an extension, made when first asked for. */
export class Meters {
  readonly #meters = new Map<string, Meter>();

  of(id: string): Meter {
    let meter = this.#meters.get(id);
    if (!meter) {
      meter = new Meter(id);
      this.#meters.set(id, meter);
    }
    return meter;
  }

  all(): readonly ExtensionCosts[] {
    return [...this.#meters.values()].map(meter => meter.costs());
  }
}
