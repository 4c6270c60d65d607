import { adjustments } from './features/adjustments/feature.ts'
import { audit } from './features/audit/feature.ts'
import { chats } from './features/chats/feature.ts'
import { collectibles } from './features/collectibles/feature.ts'
import { complaints } from './features/complaints/feature.ts'
import { content } from './features/content/feature.ts'
import { contracts } from './features/contracts/feature.ts'
import { customers } from './features/customers/feature.ts'
import { dashboard } from './features/dashboard/feature.ts'
import { deliveries } from './features/deliveries/feature.ts'
import { deposits } from './features/deposits/feature.ts'
import { fundPassword } from './features/fund-password/feature.ts'
import { identity } from './features/identity/feature.ts'
import { invites } from './features/invites/feature.ts'
import { ledger } from './features/ledger/feature.ts'
import { limits } from './features/limits/feature.ts'
import { loans } from './features/loans/feature.ts'
import { operators } from './features/operators/feature.ts'
import { parameters } from './features/parameters/feature.ts'
import { plans } from './features/plans/feature.ts'
import { reserves } from './features/reserves/feature.ts'
import { risk } from './features/risk/feature.ts'
import { sessions } from './features/sessions/feature.ts'
import { setUp } from './features/setup/feature.ts'
import { signIn } from './features/signin/feature.ts'
import { withdrawals } from './features/withdrawals/feature.ts'

/** What this console consists of, in the order of the rail. A feature is added by its folder and its line here. */
export const features = [
  signIn,
  setUp,
  dashboard,
  deposits,
  withdrawals,
  loans,
  identity,
  fundPassword,
  chats,
  complaints,
  invites,
  content,
  customers,
  adjustments,
  reserves,
  ledger,
  collectibles,
  risk,
  contracts,
  plans,
  limits,
  parameters,
  operators,
  audit,
  deliveries,
  sessions,
] as const
