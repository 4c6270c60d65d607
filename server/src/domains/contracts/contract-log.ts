import type { Db } from '../../kernel/db/db.ts'
import { signedRecordsOf } from './contract-records.ts'
import { findContract } from './contracts.store.ts'
import { batchesToSeal, keptBatches } from './record-batches.ts'

/** What the log seals, shows and replays of contracts. It reads alone. */
export const createContractLog = ({ db }: { db: Db<'contracts'> }) => ({
  batchesToSeal: (params: { after: bigint; limit: number }) => batchesToSeal(db, params),
  keptBatches: (params: { after: bigint; records: number }) => keptBatches(db, params),
  /** The records of a contract, or of the contract that a part was closed of; undefined for another's. */
  async signedRecords({ accountId, orderId }: { accountId: bigint; orderId: string }) {
    const contract = await findContract(db, { accountId, id: orderId })
    if (contract === undefined) return undefined
    return signedRecordsOf(db, { accountId, orderId: contract.parentId ?? contract.id })
  },
})
