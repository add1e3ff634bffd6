import type { AppError } from '@atelier/kernel';
import { extensionErrors } from '../errors/extension.ts';
import { isolateErrors } from '../errors/isolate.ts';
import type { resourceNames } from '../errors/resource-names.ts';
import type { Declared } from '../manifest/declared.ts';
import type { IsolateLimits } from './isolate-limits.ts';

/** Why an isolated extension's process ended. */
export type ExitReason =
  | 'stopped'
  | 'crashed'
  | 'hung'
  | 'memory'
  | 'flood'
  | 'protocol'
  | 'budget'
  | 'activation-timeout'
  | 'activation-failed';

/** How it ended; `error` is the sentence for the person, and undefined if it ended as requested. */
export interface IsolateExit {
  readonly code: number | null;
  readonly signal: string | null;
  readonly reason: ExitReason;
  readonly error: AppError | undefined;
}

/** Turns the facts about an end into one sentence. `detail` is what broke the protocol, or why it could not start. */
export function isolateExit(
  { id, version }: Pick<Declared, 'id' | 'version'>,
  end: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly reason: ExitReason;
    readonly detail: string;
    readonly over?: ReturnType<typeof resourceNames>;
  },
  limits: IsolateLimits,
): IsolateExit {
  const { code, signal, reason, detail } = end;
  return { code, signal, reason, error: sentence() };

  function sentence(): AppError | undefined {
    if (reason === 'stopped') return undefined;
    if (reason === 'hung') return isolateErrors['extension/hung']({ id, seconds: limits.hangMs / 1000 });
    if (reason === 'memory') return isolateErrors['extension/out-of-memory']({ id, megabytes: limits.heapMegabytes });
    if (reason === 'flood') return isolateErrors['extension/flooded']({ id, rate: limits.messagesPerSecond });
    if (reason === 'budget') return isolateErrors['extension/over-budget']({ id, what: end.over ?? detail });
    if (reason === 'protocol') return isolateErrors['extension/protocol']({ id, what: detail });
    if (reason === 'activation-timeout')
      return extensionErrors['extension/activation-timeout']({ id, version, seconds: limits.activationMs / 1000 });
    if (reason === 'activation-failed') return extensionErrors['extension/activation-failed']({ id, version, reason: detail });
    return isolateErrors['extension/crashed']({ id, how: signal ? `signal ${signal}` : `code ${code}` });
  }
}
