import { useEffect } from 'react'

/** The document's title: the screen's own words and the brand. */
export function useTitle(words: string): void {
  useEffect(() => {
    document.title = words === '' ? 'Evenhand' : `${words} · Evenhand`
  }, [words])
}
