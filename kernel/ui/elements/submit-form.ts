/**
 * Submits a form as a button of its own would. A sandboxed frame may not submit at all, and the browser then tells nobody that
 * it was tried; so the form's listeners hear of it from here, and only what none of them took is left to the browser.
 */
export function submitForm(form: HTMLFormElement | null): void {
  if (form === null || (!form.noValidate && !form.reportValidity())) return;
  if (form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))) form.submit();
}
