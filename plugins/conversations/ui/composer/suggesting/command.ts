/** What is offered after a /: a command to run, or a text that replaces what was typed, for the person to go on with. */
export interface Command {
  readonly name: string;
  readonly title: string;
  readonly icon: string;
  readonly hint?: string;
  /** Written when it is chosen, also for a command that takes text; without it the command is run at once. */
  readonly inserts?: string;
  /** What its name does when it is sent; without it the text is a message. */
  readonly run?: (rest: string) => Promise<unknown> | unknown;
}
