import { useLayoutEffect, useRef } from 'react'
import { quoteOf, watchQuote, type Quote } from './quote-store.ts'

/**
 * Runs `write` with the newest quote of a code after every render and at every paint of prices, past React: rows that are
 * rendered several times a second cost a third more script. What is rendered must be what `write` writes.
 */
export function useQuoteWriter(code: string, write: (quote: Quote | undefined) => void): void {
  const latest = useRef(write)
  useLayoutEffect(() => {
    latest.current = write
    write(quoteOf(code))
  })
  useLayoutEffect(() => watchQuote(code, () => latest.current(quoteOf(code))), [code])
}

/** Replaces the one text in an element, where it is another. */
export function writeText(element: Element | null, text: string): void {
  const node = element?.firstChild
  if (node && node.nodeValue !== text) node.nodeValue = text
}
