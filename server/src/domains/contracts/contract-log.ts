import type { AccountMode } from '@evenhand/protocol/money.ts'
import type { Db } from '../../kernel/db/db.ts'
import type { Ledger } from '../ledger/index.ts'
import type { Markets } from '../markets/index.ts'
import { byNumber, instrumentFacts } from './contract-instrument.ts'
import { signedRecordsOf } from './contract-records.ts'
import { assetOfMode, findContract } from './contracts.store.ts'
import { batchesToSeal, keptBatches } from './record-batches.ts'
import {
  batchesSigned,
  contractsWithoutRow,
  instrumentsIn,
  ofAccount,
  ofInstrument,
  owedAt,
  replayedContracts,
} from './replayed-contracts.ts'

type Deps = { db: Db<'contracts'>; ledger: Pick<Ledger, 'entries'>; markets: Pick<Markets, 'instruments'> }
/** More than an account has open at once with what ended around a moment. */
const contractsAtOnce = 500

type Span = { from: number; to: number }

/** What the log seals, shows and replays of contracts. It reads alone. */
export function createContractLog({ db, ledger, markets }: Deps) {
  const instrumentOf = byNumber(markets)
  const idOf = new Map(markets.instruments().map(({ id, code }) => [code, id]))
  return {
    batchesToSeal: (params: { after: bigint; limit: number }) => batchesToSeal(db, params),
    keptBatches: (params: { after: bigint; records: number }) => keptBatches(db, params),
    /** The records of a contract, or of the contract that a part was closed of; undefined for another's. */
    async signedRecords({ accountId, orderId }: { accountId: bigint; orderId: string }) {
      const contract = await findContract(db, { accountId, id: orderId })
      if (contract === undefined) return undefined
      return signedRecordsOf(db, { accountId, orderId: contract.parentId ?? contract.id })
    },
    batchesSigned: (page: Span & { after: bigint; limit: number }) => batchesSigned(db, page),
    withoutRow: (span: Span) => contractsWithoutRow(db, span),
    instrumentsIn: async (span: Span) => (await instrumentsIn(db, span)).map((id) => instrumentFacts(instrumentOf(id))),
    replayed: ({ code, ...page }: Span & { code: string; after: ReplayCursor | null; limit: number }) =>
      replayedContracts({ db, ledger }, { ...page, which: ofInstrument(idOf.get(code) ?? 0) }),
    /** Those of one account, which has few open at once. */
    ofAccount: ({ accountId, mode, ...span }: Span & { accountId: bigint; mode: AccountMode }) =>
      replayedContracts(
        { db, ledger },
        { ...span, which: ofAccount(accountId, assetOfMode[mode]), after: null, limit: contractsAtOnce },
      ),
    owedAt: ({ mode, ...of }: { accountId: bigint; mode: AccountMode; at: number }) =>
      owedAt(db, { ...of, asset: assetOfMode[mode] }),
  }
}

type ReplayCursor = { accountId: bigint; orderId: string }
