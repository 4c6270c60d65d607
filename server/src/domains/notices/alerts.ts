import type { addAlert, PriceAlert } from '@evenhand/protocol/notices.ts'
import { maxAlerts } from '@evenhand/protocol/notices.ts'
import { formatUnits, parseUnits } from '@evenhand/protocol/money.ts'
import type * as z from 'zod/mini'
import type { Call } from '../../kernel/http/http.ts'
import { uuidV7 } from '../../kernel/ids.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import { isReached, type QuotedPrice } from './alert-book.ts'
import { deleteAlert, insertAlert, listAlerts, type Alert } from './alerts.store.ts'
import type { NoticesDeps } from './notices.deps.ts'

/** An instrument's decimals, those that are shown, and where it stands; undefined while it has no price. */
export type Priced = { precision: number; displayPrecision: number; quoted: QuotedPrice | undefined }

/** Decimals of a percentage. */
const percentScale = 2
const max = 10n ** 15n

/** Decimals of an alert's target. */
const scaleOf = (kind: Alert['kind'], precision: number): number => (kind === 'CHANGE' ? percentScale : precision)

/** A target as text: a price with the decimals that are shown, and more where it was requested with more. */
export function targetText({ kind, target }: Pick<Alert, 'kind' | 'target'>, params: Priced | undefined): string {
  const scale = scaleOf(kind, params?.precision ?? 0)
  return formatUnits(target, scale, kind === 'CHANGE' ? scale : params?.displayPrecision)
}

/** The caller's alerts, the newest first. */
export async function customerAlerts({ db, priced }: NoticesDeps, call: Call): Promise<PriceAlert[]> {
  return (await listAlerts(db, call.session.accountId)).map(
    ({ id, code, kind, target, everyMinutes, notifiedAt, createdAt }) => ({
      id,
      code,
      kind,
      target: targetText({ kind, target }, priced(code)),
      createdAt,
      ...(everyMinutes === undefined ? {} : { everyMinutes }),
      ...(notifiedAt === undefined ? {} : { toldAt: notifiedAt }),
    }),
  )
}

/**
 * Adds an alert. It is armed at once where the price stands on the near side of its target, else once it does. Refuses
 * 40039 an instrument that is not there, 40020 a target with more decimals than are shown, 40038 one too many.
 */
export async function requestAlert(
  deps: NoticesDeps,
  { code, kind, target: text, everyMinutes }: z.output<(typeof addAlert)['request']>,
  call: Call,
): Promise<PriceAlert[]> {
  const known = deps.priced(code)
  if (known === undefined) throw refuse('notFound')
  const target = parseUnits(text, scaleOf(kind, known.precision))
  if (target === undefined || target <= 0n || target > max)
    throw refuse('dataIncomplete', { fields: [{ field: 'target', reason: 'malformed' }] })
  const now = deps.clock.now()
  const added = await insertAlert(deps.db, {
    accountId: call.session.accountId,
    id: uuidV7(now),
    code,
    kind,
    target,
    everyMinutes,
    armed: known.quoted !== undefined && !isReached({ kind, target }, known.quoted),
    notifiedAt: undefined,
    createdAt: now,
  })
  if (!added) throw refuse('openLimitReached', { limit: 'alerts', max: maxAlerts })
  return customerAlerts(deps, call)
}

/** Deletes an alert; refuses 40039 one that is not the caller's. Returns those that are left. */
export async function dropAlert(deps: NoticesDeps, { id }: { id: string }, call: Call): Promise<PriceAlert[]> {
  if (!(await deleteAlert(deps.db, { accountId: call.session.accountId, id }))) throw refuse('notFound')
  return customerAlerts(deps, call)
}
