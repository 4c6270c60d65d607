import type { Clock } from '../../kernel/time/clock.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Log } from '../../kernel/log.ts'
import type { WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'
import type { Accounts } from '../accounts/index.ts'
import type { Files } from '../files/index.ts'
import type { EnqueueNotices } from '../notices/index.ts'
import type { IdentityCheck } from './providers/identity-check.ts'

export type KycDb = Db<'kyc'>
export type KycDeps = {
  /** As the role `api`, which files requests. */
  db: KycDb
  /** As the role `console`: it decides. */
  consoleDb: KycDb
  clock: Clock
  log: Log
  accounts: Pick<Accounts, 'hold' | 'findMany' | 'readMany'>
  files: Pick<Files, 'mustOwn' | 'open' | 'hasOpened' | 'ownersOfSame' | 'erase'>
  keys: WrappingKeys
  /** 32 bytes outside the database, by which documents are distinguished without being known. */
  hashKey: Uint8Array
  enqueueNotices: EnqueueNotices
  /** The provider that checks documents beside our operators; undefined where they check alone. */
  provider: IdentityCheck | undefined
  /** Sessions carry the customer's country: they are read anew after it changed. */
  changed: (customerId: string) => Promise<void>
}
