import { HelloPanelGreeting } from './greeting.js';
import { HelloPanelHome } from './home.js';

/** The elements of this extension, by the names its manifest gives them. */
export const elements = { 'hello-panel-greeting': HelloPanelGreeting, 'hello-panel-home': HelloPanelHome };
