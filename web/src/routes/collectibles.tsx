import type { ComponentProps } from 'react'
import { CollectiblesScreen } from '../features/collectibles/collectibles-screen.tsx'
import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

/** Only owners of works that can be delivered are required to prove who they are. */
const ProofSheet = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/auth/proof-sheet.tsx'), loadTexts('auth')])
  return part.ProofSheet
})

export const Collectibles = (props: Omit<ComponentProps<typeof CollectiblesScreen>, 'proofSheet'>) => (
  <CollectiblesScreen {...props} proofSheet={<ProofSheet />} />
)
