import { requests } from './requests.ts';

/** What the window itself does when it is asked. */
export const commands = {
  'onboarding.open': () => void requests.dispatchEvent(new Event('open')),
};
