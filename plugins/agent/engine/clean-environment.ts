type Environment = Readonly<Record<string, string | undefined>>;

const allowedVariables = /^(?:LANG|LANGUAGE|LC_[A-Z]+|TERM|COLORTERM|NO_COLOR|TZ|USER|LOGNAME|SHELL)$/;
/** Variables of Atelier, the engine and the runtime, which would change how a command works or tell it about the app. */
const internalVariables = /^(?:ATELIER_|AGENT_|PI_|ELECTRON_|VITE_|CHROME_|npm_|NODE_OPTIONS$|NODE_CHANNEL_|NODE_COMPILE_CACHE$|INIT_CWD$)/;
const modelKeys = /(?:_API_KEY|_AUTH_TOKEN|_OAUTH_TOKEN)$|^(?:ANTHROPIC|OPENAI|GEMINI|MISTRAL|GROQ|XAI|DEEPSEEK|OPENROUTER)_/;
const variableName = /^[A-Za-z_]\w*$/;

/** The environment of a command in open mode: the person's, without variables of the app and without keys of models. */
export function openEnvironment(env: Environment): Record<string, string> {
  return filtered(env, name => !internalVariables.test(name) && !modelKeys.test(name));
}

/** The environment of a command in secure mode: only the variables that are listed here. */
export function secureEnvironment(
  env: Environment,
  path: string,
  home: string,
  more: Readonly<Record<string, string>>,
): Record<string, string> {
  return {
    ...filtered(env, name => allowedVariables.test(name)),
    ...more,
    PATH: path,
    HOME: home,
    TMPDIR: '/tmp',
    XDG_CACHE_HOME: '/tmp/.cache',
  };
}

function filtered(env: Environment, isKept: (name: string) => boolean): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value !== undefined && variableName.test(name) && isKept(name) ? [[name, value]] : [])),
  );
}
