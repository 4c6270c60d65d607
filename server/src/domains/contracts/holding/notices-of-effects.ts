import type { EngineEffect } from '@evenhand/proofs/contracts/engine/effects.ts'
import { formatUnits, mulDiv, roundedText } from '@evenhand/protocol/money.ts'
import type { NotificationEvent } from '../../notices/index.ts'
import { modeOfAsset } from '../contracts.store.ts'
import { accountOfKey } from './account-of-key.ts'

type Context = { at: number; childOf: (effect: EngineEffect) => string | null }

/** The notice of an effect to its customer; none of an effect that the customer requested. */
export function noticesOfEffect(effect: EngineEffect, { at, childOf }: Context): NotificationEvent[] {
  if (effect.is === 'warned') {
    const { account, percent, level } = effect
    const params = {
      mode: modeOfKey(account),
      percent: Number(percent),
      level: formatUnits(mulDiv(level, 1n, 1000n, 'floor'), 1),
    }
    return [{ accountId: idOf(account), template: 'contract.margin', params, ref: `${account.key}/${percent}/${at}` }]
  }
  if (effect.is === 'protected') {
    const { account, amount } = effect
    const params = { mode: modeOfKey(account), amount: formatUnits(amount, 6, 2) }
    return [{ accountId: idOf(account), template: 'contract.protected', params, ref: `${account.key}/protected/${at}` }]
  }
  if (effect.is === 'opened') {
    const { order, price } = effect
    if (order.type === 'MARKET') return []
    const { instrument, account } = order
    const params = {
      orderId: order.id,
      mode: modeOfKey(account),
      code: instrument.code,
      lots: formatUnits(order.lots, 2),
      price: formatUnits(price, instrument.precision, 2),
    }
    return [{ accountId: idOf(account), template: 'contract.filled', params, ref: order.id }]
  }
  if (effect.is === 'closed' && effect.reason !== 'USER') {
    const { position, reason, lots, price, closing } = effect
    const { account, instrument } = position
    const params = {
      orderId: position.id,
      mode: modeOfKey(account),
      code: instrument.code,
      lots: formatUnits(lots, 2),
      reason,
      price: formatUnits(price, instrument.precision, 2),
      profit: roundedText(closing.profit, 6, 2),
      // As the dialog of a closing by hand states it: the fee of the opening was paid then.
      result: roundedText(closing.entries.customer, 6, 2),
    }
    return [{ accountId: idOf(account), template: 'contract.closed', params, ref: childOf(effect) ?? position.id }]
  }
  const isOwnCall = (ended: { status: string; tick: unknown; order: { type: string } }): boolean =>
    ended.status === 'CANCELLED' && ended.tick === null && ended.order.type !== 'MARKET'
  if (effect.is !== 'ended' || isOwnCall(effect)) return []
  const { order, status, tick } = effect
  const params = {
    orderId: order.id,
    mode: modeOfKey(order.account),
    code: order.instrument.code,
    lots: formatUnits(order.lots, 2),
    // A pending order that its price found with stops that no longer fit: the other cancelled ones found no price.
    reason: status === 'CANCELLED' && tick !== null ? ('CANCELLED_STOPS' as const) : status,
  }
  return [{ accountId: idOf(order.account), template: 'contract.ended', params, ref: order.id }]
}

const idOf = (account: { key: string }): bigint => accountOfKey(account).id
const modeOfKey = (account: { key: string }) => modeOfAsset(accountOfKey(account).asset)
