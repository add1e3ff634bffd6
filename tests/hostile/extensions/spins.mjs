// Each stands still, or will not go. They are all let loose at once, so that what holds for one holds for many.
const forEver = () => {
  for (;;);
};

export const attacks = {
  spin: { tries: 'loop for ever in a call', run: forEver },
  'spin-microtasks': {
    tries: 'loop for ever in microtasks, so that nothing else of it runs',
    run: () => {
      const again = () => Promise.resolve().then(again);
      return again();
    },
  },
  'spin-in-activate': { tries: 'loop for ever while it is activated', activate: forEver, run: () => undefined },
  'hang-in-activate': { tries: 'never be through with its activation', activate: () => new Promise(() => undefined), run: () => undefined },
  'exit-in-activate': { tries: 'end while it is activated', activate: () => process.exit(0), run: () => undefined },
  'ignore-stop': {
    tries: 'ignore every signal and every word that asks it to stop',
    run() {
      for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGUSR2']) process.on(signal, () => undefined);
      process.exit = () => undefined;
      process.reallyExit = () => undefined;
      setInterval(() => undefined, 10);
      throw new Error('it stays');
    },
    stops: true,
  },
  'hang-on-stop': {
    tries: 'never be through with its cleanup',
    activate: ctx => ctx.defer('never', () => new Promise(() => undefined)),
    run() {
      throw new Error('it stays');
    },
    stops: true,
  },
  'spin-on-stop': {
    tries: 'loop for ever in its cleanup',
    activate: ctx => ctx.defer('for ever', forEver),
    run() {
      throw new Error('it stays');
    },
    stops: true,
  },
};
