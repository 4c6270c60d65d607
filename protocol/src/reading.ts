/**
 * Whether letters that were typed stand for a reading, given as syllables with spaces ("bi te bi"): each syllable in
 * full, by its first letters or by its initial, begun at any syllable. So "bitebi", "btb", "bitb" and "teb" all do.
 * Returns at which syllable it begins, or -1.
 */
export function readingAt(reading: string, typed: string): number {
  const letters = typed.toLowerCase().replaceAll(/[\s']/g, '')
  if (letters === '') return -1
  const syllables = reading.split(' ')
  return syllables.findIndex((_, at) => goesOn(syllables.slice(at), letters))
}

function goesOn(syllables: readonly string[], letters: string): boolean {
  if (letters === '') return true
  const [syllable, ...rest] = syllables
  if (syllable === undefined) return false
  for (let length = Math.min(syllable.length, letters.length); length > 0; length -= 1)
    if (syllable.startsWith(letters.slice(0, length)) && goesOn(rest, letters.slice(length))) return true
  return false
}
