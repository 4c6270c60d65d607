import { lazyPart } from '../lib/lazy-part.tsx'
import { loadTexts } from '../lib/texts.ts'

// What only a customer sees of the header comes after its first paint, with its queries.

export const AccountMenu = lazyPart(async () => {
  const [part] = await Promise.all([import('./account/account-menu.tsx'), loadTexts('profile')])
  return part.AccountMenu
})

export const Bell = lazyPart(async () => (await import('./bell.tsx')).Bell)

export const CustomerWatch = lazyPart(async () => (await import('./customer-watch.tsx')).CustomerWatch)
/** How many orders run, once it is known that any do. */
export const RunningChip = lazyPart(async () => {
  const [part] = await Promise.all([import('../features/orders/running-chip.tsx'), loadTexts('running')])
  return part.RunningChip
})

export const UserMenu = lazyPart(async () => {
  const [part] = await Promise.all([import('./account/user-menu.tsx'), loadTexts('profile', 'orders')])
  return part.UserMenu
})
