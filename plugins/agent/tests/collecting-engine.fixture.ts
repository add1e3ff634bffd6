import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

// The engine's process, which collects its garbage at every message.
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;
process.on('message', () => collect());
await import('../engine/engine-process.ts');
