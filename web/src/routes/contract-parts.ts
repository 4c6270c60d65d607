import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

// Contracts are loaded when the customer chooses them: a page of options does without their code and their texts.

export const ContractTicket = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../features/contracts/contract-ticket.tsx'),
    loadTexts('contracts', 'codes'),
  ])
  return part.ContractTicket
})

export const PositionsPanel = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../features/contracts/positions-panel.tsx'),
    loadTexts('contracts', 'codes'),
  ])
  return part.PositionsPanel
})

export const PositionLines = lazyPart(async () => {
  const [part] = await Promise.all([import('./position-lines.tsx'), loadTexts('contracts', 'codes')])
  return part.PositionLines
})

export const ContractsSection = lazyPart(async () => {
  const [part] = await Promise.all([
    import('../features/contracts/contracts-section.tsx'),
    loadTexts('contracts', 'codes'),
  ])
  return part.ContractsSection
})
