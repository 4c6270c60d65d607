/**
 * The browser's own storage, which a private window may refuse: then the value simply does not outlive the page.
 */
export function readStored(key: string, where: 'local' | 'session' = 'local'): string | null {
  try {
    return (where === 'local' ? localStorage : sessionStorage).getItem(key)
  } catch {
    return null
  }
}

/** Keeps a text, or removes it when the text is null. */
export function writeStored(key: string, text: string | null, where: 'local' | 'session' = 'local'): void {
  try {
    const storage = where === 'local' ? localStorage : sessionStorage
    if (text === null) storage.removeItem(key)
    else storage.setItem(key, text)
  } catch {
    // A refused write loses the value at the end of the page and nothing else.
  }
}
