import { tradingAsset } from '@evenhand/protocol/money.ts'
import type { MoneyAt } from '../domains/books/index.ts'
import { moneyAt as entriesAt } from '../domains/ledger/index.ts'
import { stakedAt } from '../domains/options/index.ts'
import { withdrawingAt } from '../domains/withdrawals/index.ts'
import { owned, type Pools } from '../kernel/db/db.ts'

/** Money of an account at a time, with what each product held of it then. */
export const openMoneyAt =
  ({ console }: Pools): MoneyAt =>
  async ({ accountId, mode, at }) => {
    const { total, kept } = await entriesAt(owned<'ledger'>(console), { accountId, asset: tradingAsset(mode), at })
    const staked = await stakedAt(owned<'options'>(console), { accountId, mode, at })
    const withdrawing = mode === 'real' ? await withdrawingAt(owned<'withdrawals'>(console), { accountId, at }) : 0n
    return { total, heldBeside: kept + staked + withdrawing }
  }
