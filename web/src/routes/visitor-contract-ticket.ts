import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

/**
 * The contracts' ticket of a visitor. Apart from the parts of customers: what a bundler lists for those
 * would come with a visitor's page.
 */
export const VisitorContractTicket = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/contracts/visitor-ticket.tsx'), loadTexts('contracts')])
  return part.VisitorContractTicket
})
