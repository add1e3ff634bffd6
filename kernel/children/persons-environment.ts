/** The person's environment for a program of theirs, without what says how the app itself runs. */
export function personsEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(
    Object.entries(env).filter(([name]) => !/^(?:ATELIER_|ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL_FD$|NODE_ENV$)/.test(name)),
  );
}
