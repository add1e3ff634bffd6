/** The conversation on screen, or what stands for one of the project that has not begun. */
export function workedOn(conversation: string | undefined, project: string | undefined): string | undefined {
  return conversation ?? (project === undefined ? undefined : `project:${project}`);
}
