import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

/** The note of products that wait for the end of the day after their warning; loaded when it is first shown. */
export const CoolingNote = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/safeguards/cooling-note.tsx'), loadTexts('safeguards')])
  return part.CoolingNote
})
