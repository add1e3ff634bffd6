import { defineExtension } from '@atelier/kernel';
import { migrations } from './migrations/index.ts';

export default defineExtension({
  activate(ctx) {
    ctx.database(migrations);
  },
});
