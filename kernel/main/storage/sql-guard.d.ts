/** Why a statement is refused; undefined when the text may run. */
export interface Refusal {
    readonly statement: string;
    readonly reason: string;
}
/**
 * Finds the statement that would leave the extension's own file, its transaction or its settings. The driver has no
 * authorizer to ask, and nobody else looks at what an extension writes.
 */
export declare function refusedStatement(sql: string): Refusal | undefined;
