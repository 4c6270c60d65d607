import { moneyText, type AccountMode, type Asset } from '@evenhand/protocol/money.ts'
import {
  maxCsvRows,
  type OrderParams,
  type Transaction,
  type TransactionKind,
  type transactions as route,
} from '@evenhand/protocol/settings.ts'
import * as z from 'zod/mini'
import { withFile, type Call, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import type { StatementLine, StatementParams } from '../ledger/index.ts'
import type { ProfileDeps } from './profile.ts'
import { transactionsCsv } from './transactions-csv.ts'

type Request = z.output<typeof route.request>

/** The word for each kind of ledger entry. */
export const words: ReadonlyMap<string, TransactionKind> = new Map(
  Object.entries<TransactionKind>({
    'virtual.opening': 'OPENING',
    'virtual.reset': 'RESET',
    'virtual.closing': 'CLOSING',
    'option.win': 'WIN',
    'option.loss': 'LOSS',
    'option.sale': 'SALE',
    deposit: 'DEPOSIT',
    'deposit.reversed': 'REVERSAL',
    withdrawal: 'WITHDRAWAL',
    'withdrawal.fee': 'FEE',
    convert: 'CONVERSION',
    'convert.fee': 'FEE',
    'contract.fee': 'FEE',
    'contract.close': 'CONTRACT',
    'contract.repay': 'CONTRACT',
    'contract.protection': 'PROTECTION',
    'loan.disbursement': 'LOAN',
    'loan.repayment': 'LOAN',
    'loan.release': 'LOAN',
    'plan.yield': 'YIELD',
    'plan.penalty': 'PENALTY',
    'invite.reward': 'INVITE',
    'collectible.sale': 'DONATION',
    'collectible.resale': 'RESALE',
    'collectible.proceeds': 'RESALE',
    adjustment: 'ADJUSTMENT',
  }),
)
const kindsOf = (wanted: TransactionKind | undefined): StatementParams['kinds'] => {
  if (wanted === undefined) return undefined
  if (wanted === 'OTHER') return { without: [...words.keys()] }
  return { only: [...words].flatMap(([kind, word]) => (word === wanted ? [kind] : [])) }
}

const assetsOf = (mode: AccountMode, coin: 'USDT' | 'BTC' | 'ETH' | undefined): Asset[] => {
  const all: Asset[] = mode === 'virtual' ? ['USDT.virtual'] : ['USDT', 'USDT.loan', 'BTC', 'ETH']
  return all.filter((asset) => coin === undefined || asset.split('.')[0] === coin)
}

/**
 * What moved the money of the caller's account, newest first, from the ledger's own entries: an order has one line, what
 * it brought or took when it ended; stakes that wait are held, not gone. Pages stay in place under new entries when
 * `upTo` of the first comes back with the next. As CSV it refuses 40020 more lines than a file may have.
 */
export async function transactions(
  deps: ProfileDeps,
  request: Request,
  call: Call,
): Promise<z.input<typeof route.result> | Raw> {
  const { ledger } = deps
  const { accountId } = call.session
  const newest = await ledger.statement.newest(accountId)
  const requested = request.upTo === undefined ? newest : BigInt(request.upTo)
  const params: StatementParams = {
    accountId,
    assets: assetsOf(call.mode, request.coin),
    kinds: kindsOf(request.kind),
    from: request.from,
    to: request.to,
    upTo: requested < newest ? requested : newest,
  }
  const total = await ledger.statement.count(params)
  if (request.format === 'csv') {
    if (total > maxCsvRows) throw refuse('dataIncomplete', { fields: [{ field: 'from', reason: 'tooMuch' }] })
    const lines = await ledger.statement.read(params, { limit: maxCsvRows, offset: 0 })
    return withFile({
      name: `transactions-${call.mode}.csv`,
      type: 'text/csv',
      text: transactionsCsv(await viewTransactions(deps, accountId, lines)),
    })
  }
  const size = request.size ?? 20
  const page = request.page ?? 1
  const lines = await ledger.statement.read(params, { limit: size, offset: (page - 1) * size })
  return { rows: await viewTransactions(deps, accountId, lines), total, page, size, upTo: params.upTo.toString() }
}

/** Lines of the ledger as customers know them: with their word and the order they belong to. */
export async function viewTransactions(
  { names, correctionLines }: Pick<ProfileDeps, 'names' | 'correctionLines'>,
  accountId: bigint,
  lines: readonly StatementLine[],
): Promise<Transaction[]> {
  const refsOf = (is: RegExp) => lines.filter(({ kind }) => is.test(kind)).map(({ ref }) => ref)
  const corrections = refsOf(/^adjustment$/)
  const [named, reasons] = await Promise.all([
    Promise.all(
      names.map(async (source) => {
        const ids = refsOf(source.kinds)
        return ids.length === 0 ? new Map<string, OrderParams>() : source.names({ accountId, ids })
      }),
    ),
    corrections.length === 0 ? new Map<string, string>() : correctionLines(corrections),
  ])
  const orders = new Map(named.flatMap((found) => [...found]))
  return lines.map(({ seq, at, kind, ref, asset, units, balance }) => ({
    id: `${seq}-${asset}`,
    at,
    kind: words.get(kind) ?? 'OTHER',
    asset,
    amount: moneyText({ asset, units }),
    balance: moneyText({ asset, units: balance }),
    order: orders.get(ref) ?? null,
    ...(reasons.has(ref) ? { line: reasons.get(ref) ?? '' } : {}),
  }))
}
