/**
 * The words of a button alone, for the dialog that it opens: there no single key presses anything (`Reject (R)`), and
 * nothing more is to follow (`Court order…`).
 */
export const bareLabel = (label: string): string => label.replace(/\s*(?:[(（][A-Z][)）]|…)$/u, '')
