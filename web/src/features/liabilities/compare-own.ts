import type { LiabilitiesVerdict } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import type { PublicLiabilities } from '@evenhand/protocol/liabilities.ts'
import { assetScales, formatUnits, parseUnits, type Asset } from '@evenhand/protocol/money.ts'
import type { Transaction } from '@evenhand/protocol/settings.ts'

/** What customers can own on the real account. */
const realAssets = ['USDT', 'USDT.loan', 'BTC', 'ETH'] as const satisfies readonly Asset[]

const identity = ['epoch', 'entry', 'root', 'signature'] as const
/** What distinguishes one statement from another. */
type StatementIdentity = Pick<PublicLiabilities, (typeof identity)[number]>

export type OwnLine = Pick<Transaction, 'id' | 'asset' | 'balance'>
/** What the proof is held against: who requested it, what everyone is shown, and the lines of the customer's own transactions. */
export type Known = {
  readonly customerId: string
  readonly published: StatementIdentity
  readonly lines: readonly OwnLine[]
}

/** What is wrong with a customer's proof. `balance`: an asset of which it counts another amount than the transactions show. */
export type Difference =
  | { readonly is: 'proof' | 'customer' | 'statement' }
  | { readonly is: 'balance'; readonly asset: string; readonly proved: string; readonly own: string }

/** Whether both are the one statement: a customer may not be shown another than everyone. */
export const isSameStatement = (one: StatementIdentity, other: StatementIdentity): boolean =>
  identity.every((field) => one[field] === other[field])

const entryOf = ({ id }: OwnLine): number => Number(id.slice(0, id.indexOf('-')))

/** What the account held of an asset right after an entry: 0 where nothing had moved it by then. */
function balanceAt(lines: readonly OwnLine[], { asset, entry }: { asset: string; entry: number }): string {
  const [newest] = lines
    .filter((line) => line.asset === asset && entryOf(line) <= entry)
    .toSorted((one, other) => entryOf(other) - entryOf(one))
  return newest?.balance ?? '0'
}

/** What of the own proof is not as it must be; undefined where the published sum has the whole balance of this customer. */
export function differenceOf(
  { ok, document, owned }: Pick<LiabilitiesVerdict, 'ok' | 'document' | 'owned'>,
  { customerId, published, lines }: Known,
): Difference | undefined {
  if (document === undefined) return { is: 'proof' }
  if (document.customerId !== customerId) return { is: 'customer' }
  if (!ok) return { is: 'proof' }
  const { statement } = document
  if (!isSameStatement(statement, published)) return { is: 'statement' }
  for (const asset of new Set([...realAssets, ...statement.assets.map((one) => one.asset)])) {
    const at = statement.assets.findIndex((one) => one.asset === asset)
    // An asset that the statement leaves out is one of which it owes nothing.
    const scale = statement.assets[at]?.scale ?? assetScales[asset as Asset]
    const proved = owned[at] ?? 0n
    const own = balanceAt(lines, { asset, entry: statement.entry })
    if (parseUnits(own, scale) !== proved) return { is: 'balance', asset, proved: formatUnits(proved, scale), own }
  }
  return undefined
}
