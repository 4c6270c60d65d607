import { auth } from './features/auth/feature.ts'
import { chart } from './features/chart/feature.ts'
import { chat } from './features/chat/feature.ts'
import { collectibles } from './features/collectibles/feature.ts'
import { complaints } from './features/complaints/feature.ts'
import { content } from './features/content/feature.ts'
import { deposit } from './features/deposit/feature.ts'
import { home } from './features/home/feature.ts'
import { identity } from './features/identity/feature.ts'
import { invites } from './features/invites/feature.ts'
import { loans } from './features/loans/feature.ts'
import { markets } from './features/markets/feature.ts'
import { notices } from './features/notices/feature.ts'
import { orders } from './features/orders/feature.ts'
import { plans } from './features/plans/feature.ts'
import { profile } from './features/profile/feature.ts'
import { safeguards } from './features/safeguards/feature.ts'
import { withdraw } from './features/withdraw/feature.ts'

/** What this app consists of. A feature is added by its folder and its line here. */
export const features = [
  home,
  markets,
  chart,
  plans,
  collectibles,
  loans,
  content,
  chat,
  auth,
  profile,
  deposit,
  withdraw,
  orders,
  notices,
  identity,
  complaints,
  safeguards,
  invites,
] as const
