/** Symbols in their order, at most so many together: what fits one subscribe message of a provider. */
export const sharesOf = (symbols: readonly string[], max: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(symbols.length / max) }, (_, index) => symbols.slice(index * max, (index + 1) * max))
