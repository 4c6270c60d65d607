/** Symbols in their order, at most so many together: what fits one subscribe message of a provider. */
export const sharesOf = (symbols: readonly string[], most: number): readonly (readonly string[])[] =>
  Array.from({ length: Math.ceil(symbols.length / most) }, (_, index) =>
    symbols.slice(index * most, (index + 1) * most),
  )
