/** A figure, an address or a number inside a sentence: in its own direction, whatever the direction of the text around it. */
export const isolated = (text: string): string => `\u2066${text}\u2069`
