import { type ChannelShape, defineChannel } from '@atelier/kernel';
import type { ViewHost } from '@atelier/kernel/ui';

export type Consent = 'unasked' | 'yes' | 'no';

interface TelemetryShape extends ChannelShape {
  calls: {
    read: { params: Record<string, never>; result: { readonly consent: Consent; readonly available: boolean } };
    decide: { params: { readonly consent: 'yes' | 'no' }; result: null };
  };
  events: Record<string, never>;
}

/** As far as the first steps speak to it; the extension may be missing, and then nothing is asked. */
const telemetry = defineChannel<TelemetryShape>('telemetry');

/** What was answered before, or undefined where there is nobody to send a report. */
export async function readConsent(view: ViewHost): Promise<Consent | undefined> {
  try {
    const { available, consent } = await view.connect(telemetry).call('read', {});
    return available ? consent : undefined;
  } catch {
    return undefined;
  }
}

export async function decideConsent(view: ViewHost, consent: 'yes' | 'no'): Promise<void> {
  await view.connect(telemetry).call('decide', { consent });
}
