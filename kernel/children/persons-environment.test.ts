import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { personsEnvironment } from './persons-environment.ts';

const path = ['/app/node_modules/.bin', join('/npm', 'node-gyp-bin'), '/usr/bin'].join(delimiter);

test('a program of the person knows nothing of how the app runs, nor of the npm that started it, and keeps what the person has set', () => {
  const persons = { HOME: '/home/ada', npm_config_registry: 'https://npm.example', NODE_EXTRA_CA_CERTS: '/ca.pem' };
  const ours = { ATELIER_NODE: '/node', NODE_OPTIONS: '--inspect', NODE_COMPILE_CACHE: '/cache', INIT_CWD: '/app' };
  expect([
    personsEnvironment({ ...persons, ...ours, PATH: path, npm_lifecycle_event: 'start', npm_execpath: '/npm' }),
    personsEnvironment({ ...persons, PATH: path }).PATH,
  ]).toEqual([{ ...persons, PATH: '/usr/bin' }, path]);
});
