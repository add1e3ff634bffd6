/** The main side: plain JavaScript in a process of its own, which handles one command. */
export default {
  activate(ctx) {
    ctx.handle('coin-toss.toss', async () => {
      const side = Math.random() < 0.5 ? 'heads' : 'tails';
      ctx.log.info(side);
      return side;
    });
  },
};
