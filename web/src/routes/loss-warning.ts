import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

/** The risk warning of options, with the share of accounts that lose; it comes after the page it stands on. */
export const LossWarning = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/safeguards/loss-warning.tsx'), loadTexts('risk')])
  return part.LossWarning
})
