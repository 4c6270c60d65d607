import { useEffect } from 'react'

let title = ''
let before = ''
const write = () => void (document.title = [before, title, 'Evenhand'].filter((part) => part !== '').join(' · '))

/** The document's title: the screen's own words and the brand. */
export function useTitle(words: string): void {
  useEffect(() => {
    title = words
    write()
  }, [words])
}

/** Puts something that is under way in front of the title, such as a countdown; empty takes it away. */
export function setTitlePrefix(text: string): void {
  if (text === before) return
  before = text
  write()
}
