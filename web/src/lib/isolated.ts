/** A figure, an address or a number inside a sentence: in its own direction, whatever the direction of the text around it. */
export const isolated = (text: string): string => `\u2066${text}\u2069`

/** Words where the text around them is always left to right, as in a drawing: in the direction of their first letter. */
export const inOwnDirection = (text: string): string => `\u2068${text}\u2069`
