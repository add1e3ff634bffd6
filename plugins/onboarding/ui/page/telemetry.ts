import type { ViewHost } from '@atelier/kernel/ui';
import { TelemetryChannel } from '@atelier/telemetry/contract';

export type Consent = 'unasked' | 'yes' | 'no';

/** The consent so far; undefined if reports have no address or the telemetry plugin is off. */
export async function readConsent(view: ViewHost): Promise<Consent | undefined> {
  try {
    const { available, consent } = await view.connect(TelemetryChannel).call('read', {});
    return available ? consent : undefined;
  } catch {
    return undefined;
  }
}

export async function decideConsent(view: ViewHost, consent: 'yes' | 'no'): Promise<void> {
  await view.connect(TelemetryChannel).call('decide', { consent });
}
