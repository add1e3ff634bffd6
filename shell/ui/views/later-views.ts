import { BarMore } from './bar-more.ts';
import { ConnectionNotice } from './connection-notice.ts';
import { FailureCard } from './failure-card.ts';
import { ReplacementOffer } from './replacement-offer.ts';
import { SideDrawer } from './side-drawer.ts';
import { ViewDialog } from './view-dialog.ts';

export { careFor } from '../window/connection-care.ts';
export { keepFocus } from './kept-focus.ts';

/** Elements that are loaded after the first paint, because only an action of the person or a failure shows them. */
export const laterViews = {
  'bar-more': BarMore,
  'connection-notice': ConnectionNotice,
  'failure-card': FailureCard,
  'surface-offer': ReplacementOffer,
  'view-dialog': ViewDialog,
  'side-drawer': SideDrawer,
};
