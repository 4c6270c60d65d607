/** A figure that keeps its own left-to-right order inside a text that may run the other way. */
export const isolated = (text: string): string => `\u2066${text}\u2069`
