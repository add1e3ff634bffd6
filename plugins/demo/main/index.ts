import { defineExtension } from '@atelier/kernel';

export default defineExtension({
  activate() {
    // Its parts are put together here.
  },
});
