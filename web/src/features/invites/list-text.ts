/** Names of one list as a sentence of the language (`tag`) has them: a list of units is written without any mark in Chinese. */
export const listText = (tag: string, names: readonly string[]): string =>
  new Intl.ListFormat(tag, { style: 'narrow' }).format(names)
