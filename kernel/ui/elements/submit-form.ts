/**
 * Submits a form as its own submit button would. In a sandboxed frame the browser blocks the submission without an event, so the
 * event is dispatched here, and the browser submits only where no listener prevented it.
 */
export function submitForm(form: HTMLFormElement | null): void {
  if (form === null || (!form.noValidate && !form.reportValidity())) return;
  if (form.dispatchEvent(new SubmitEvent('submit', { bubbles: true, cancelable: true }))) form.submit();
}
