import {
  exposureOf,
  firstTable,
  versionOf,
  type ContractTable,
  type ContractVersion,
} from '@evenhand/proofs/contracts/class-table.ts'
import { firstClassTerms } from '@evenhand/proofs/contracts/terms.ts'
import type { Log } from '../../kernel/log.ts'
import { firstVersionOnly, openVersionBook, type VersionBook } from '../../kernel/module/version-book.ts'
import type { Clock } from '../../kernel/time/clock.ts'

/** A version that two officers decided, and from when it holds for new orders, epoch ms. */
export type DecidedContractTerms = { version: number; appliesAt: number; table: ContractTable }
export type ContractTermsBook = VersionBook<ContractVersion>

const first: ContractVersion = {
  version: 1,
  classes: firstClassTerms,
  exposure: exposureOf(firstTable.exposure) ?? { instrument: 0n, total: 0n },
}

/** A book of version 1 alone: the terms where no operator has decided any. */
export const firstContractTerms: ContractTermsBook = firstVersionOnly(first)

/** The versions of the terms of contracts by the clock of the product. */
export const openContractTerms = (params: {
  read: () => Promise<readonly DecidedContractTerms[]>
  clock: Clock
  log: Log
}) =>
  openVersionBook({
    ...params,
    what: 'terms of contracts',
    first,
    parse: ({ version, table }: DecidedContractTerms) => versionOf(version, table),
  })

/** The terms that an order was accepted under. Throws where this process has not read that version yet. */
export function termsUnder(book: ContractTermsBook, version: number): ContractVersion {
  const found = book.of(version)
  if (found === undefined) throw new Error(`terms of contracts have no version ${version} here yet`)
  return found
}
