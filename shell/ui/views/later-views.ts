import { FailureCard } from './failure-card.ts';
import { SideDrawer } from './side-drawer.ts';
import { SurfaceOffer } from './surface-offer.ts';
import { ViewDialog } from './view-dialog.ts';

/** What the window shows only after somebody did something, or something failed. */
export const laterViews = {
  'failure-card': FailureCard,
  'surface-offer': SurfaceOffer,
  'view-dialog': ViewDialog,
  'side-drawer': SideDrawer,
};
