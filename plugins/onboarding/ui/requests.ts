/** Commands of this window reach the gate that stands in it through here. */
export const requests = new EventTarget();
