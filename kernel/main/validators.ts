import { describeViolations } from './violations.ts';

/** Answers with what is wrong, in words, or with undefined where nothing is. */
export type Validator = (value: unknown) => string | undefined;

export interface ChannelValidators {
  readonly calls: Readonly<Record<string, { readonly params: Validator; readonly result: Validator }>>;
  readonly events: Readonly<Record<string, Validator>>;
}

/** A validator as ajv makes them: a yes or no, and the reasons on the function itself. */
export interface RawValidator {
  (value: unknown): boolean;
  errors?: unknown;
}

export interface RawChannelValidators {
  readonly calls: Readonly<Record<string, { readonly params: RawValidator; readonly result: RawValidator }>>;
  readonly events: Readonly<Record<string, RawValidator>>;
}

export function wrap(validate: RawValidator): Validator {
  return value => (validate(value) ? undefined : describeViolations(validate.errors as never, value).en);
}

export function wrapChannel(raw: RawChannelValidators): ChannelValidators {
  return {
    calls: Object.fromEntries(
      Object.entries(raw.calls).map(([name, { params, result }]) => [name, { params: wrap(params), result: wrap(result) }]),
    ),
    events: Object.fromEntries(Object.entries(raw.events).map(([name, validate]) => [name, wrap(validate)])),
  };
}
