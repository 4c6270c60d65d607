import type { Asset } from '@evenhand/protocol/money.ts'
import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Signing } from '../../kernel/crypto/signing.ts'

export type LiabilitiesDeps = {
  readonly db: Db<'liabilities'>
  readonly clock: Clock
  readonly signing: Signing
  /** No chain stands behind the custody of a sandbox. */
  readonly simulated: boolean
  /** The newest entry of the ledger that the log has sealed, and when; undefined before the first. */
  readonly newestSealedEntry: () => Promise<{ entry: bigint; at: number } | undefined>
  /** The number of the newest account. */
  readonly newestAccount: () => Promise<bigint>
  /** What custody kept of some assets, or the house had of its own, right after an entry, smallest units. */
  readonly issuedAt: (
    holder: 'custody' | 'capital',
    params: { entry: bigint; assets: readonly Asset[] },
  ) => Promise<readonly bigint[]>
}
