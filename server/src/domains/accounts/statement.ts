import { maxStatementLines, type statement as route } from '@evenhand/protocol/settings.ts'
import type { Asset } from '@evenhand/protocol/money.ts'
import * as z from 'zod/mini'
import { utcMonth } from '../../kernel/time/clock.ts'
import { composePdf } from '../../kernel/documents/document.ts'
import { withFile, type Call, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { findCustomer } from './accounts.store.ts'
import type { ProfileDeps } from './profile.ts'
import { statementBlocks } from './statement-document.ts'
import { statementWords } from './statement-words.ts'
import { viewTransactions } from './transactions.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'

type Request = z.output<typeof route.request>

/** Six documents a minute are enough for a year’s file; each costs some hundred milliseconds. */
const rule = { name: 'statement', max: 6, perMs: minuteMs }
const assets: readonly Asset[] = ['USDT', 'USDT.loan', 'BTC', 'ETH']

/**
 * The real account of one month, from the ledger’s entries alone, as a PDF in the language requested. Of a month that is
 * over it is the same document whenever it is requested, but for the time and the head of the log it names. Refuses
 * 40020 a month before the account was opened or one that has not begun.
 */
export async function statement(deps: ProfileDeps, { month }: Request, call: Call): Promise<Raw> {
  const { db, ledger, clock, limits, head, installation } = deps
  limits.take(rule, call.session.customerId)
  const { from, to } = utcMonth(month)
  const customer = await findCustomer(db, call.session.customerId)
  if (customer === undefined) throw refuse('customerNotFound')
  if (from > clock.now() || to <= customer.createdAt)
    throw refuse('dataIncomplete', { fields: [{ field: 'month', reason: 'outOfRange' }] })
  const { accountId } = call.session
  const params = {
    accountId,
    assets,
    from,
    to,
    upTo: await ledger.statement.newest(accountId),
    oldestFirst: true,
  } as const
  const sums = await ledger.statement.sums({ accountId, from, to, upTo: params.upTo })
  const lines = await ledger.statement.read(params, { limit: maxStatementLines, offset: 0 })
  const words = statementWords(call.lang)
  const content = {
    customer: { name: customer.username, email: customer.email },
    from,
    to,
    at: clock.now(),
    head: head(),
    sandbox: installation === 'sandbox',
    sums,
    lines: await viewTransactions(deps, accountId, lines),
  }
  const bytes = await composePdf({
    lang: call.lang,
    title: `${words.title} ${month}`,
    at: content.at,
    blocks: statementBlocks(words, content),
    foot: (page, all) => words.page.replace('{page}', String(page)).replace('{of}', String(all)),
  })
  return withFile({ name: `statement-${month}.pdf`, type: 'application/pdf', bytes })
}
