import { FailureCard } from './failure-card.ts';
import { ReplacementOffer } from './replacement-offer.ts';
import { SideDrawer } from './side-drawer.ts';
import { ViewDialog } from './view-dialog.ts';

/** The elements that the window shows only after an action of the person or a failure. */
export const laterViews = {
  'failure-card': FailureCard,
  'surface-offer': ReplacementOffer,
  'view-dialog': ViewDialog,
  'side-drawer': SideDrawer,
};
