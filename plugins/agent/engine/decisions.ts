import type { Decision } from './protocol.ts';

const who: readonly unknown[] = [
  'person',
  'rule',
  'modeSecure',
  'modeSecureNetwork',
  'modeSecureFiles',
  'modeOpen',
  'contained',
  'policy',
  'policyFailed',
  'nobody',
  'unseen',
  'silent',
] satisfies Decision['by'][];
const scopes: readonly unknown[] = ['once', 'conversation', 'project', 'always'] satisfies Decision['scope'][];
const decisions: readonly unknown[] = ['allow', 'ask', 'deny'] satisfies NonNullable<Decision['rule']>['decision'][];
const maxLength = 2000;

/** A decision that a session file has kept; an imported file may hold anything in its place. */
export function decisionOf(value: unknown): Decision | undefined {
  if (!isObject(value)) return undefined;
  const { allowed, by, scope, said, extension, rule } = value as Partial<Decision>;
  if (typeof allowed !== 'boolean' || !who.includes(by)) return undefined;
  return {
    allowed,
    by: by as Decision['by'],
    ...(scopes.includes(scope) && { scope: scope as NonNullable<Decision['scope']> }),
    ...(isText(said) && { said }),
    ...(isText(extension) && { extension }),
    ...(isRule(rule) && {
      rule: { decision: rule.decision, tool: rule.tool, scope: rule.scope, ...(isText(rule.pattern) && { pattern: rule.pattern }) },
    }),
  };
}

function isRule(value: unknown): value is NonNullable<Decision['rule']> {
  if (!isObject(value)) return false;
  const { decision, tool, scope } = value as Partial<NonNullable<Decision['rule']>>;
  return decisions.includes(decision) && isText(tool) && scopes.includes(scope);
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= maxLength;
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}
