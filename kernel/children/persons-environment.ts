import { delimiter } from 'node:path';

/** What says how the app itself runs, and what the npm that starts it says of itself. */
const own = /^(?:ATELIER_|ELECTRON_|NODE_OPTIONS$|NODE_CHANNEL_FD$|NODE_ENV$|NODE_COMPILE_CACHE$|INIT_CWD$|npm_(?!config_))/;
/** Folders of programs that npm puts in front, such as our own Node. */
const ofNpm = /[\\/]node_modules[\\/]\.bin$|[\\/]node-gyp-bin$/;

/** The person's environment for a program of theirs. */
export function personsEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const isByNpm = env.npm_lifecycle_event !== undefined;
  const kept = Object.entries(env).filter(([name]) => !own.test(name));
  return Object.fromEntries(
    kept.map(([name, value = '']) =>
      isByNpm && /^path$/i.test(name)
        ? [
            name,
            value
              .split(delimiter)
              .filter(one => !ofNpm.test(one))
              .join(delimiter),
          ]
        : [name, value],
    ),
  );
}
