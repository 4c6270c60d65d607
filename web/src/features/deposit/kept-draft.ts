import { dayMs } from '@evenhand/protocol/durations.ts'
import { fundMethods, type FundMethod } from '@evenhand/protocol/funds.ts'
import { currentSession, depositDraftKey } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import { emptyForm, type DepositForm } from './deposit-form.ts'

/** Pictures that no form names are erased after a day, and what was written beside them is as old. */
const keptMs = dayMs

type Draft = { readonly form: DepositForm; readonly method: FundMethod }

const fields = Object.keys(emptyForm) as (keyof DepositForm)[]

/** Keeps what the customer has written so far in this tab; an empty form is not kept. */
export function keepDraft({ form, method }: Draft): void {
  const customerId = currentSession()?.user.id
  const isEmpty = fields.every((field) => form[field] === '')
  const text = JSON.stringify({ customerId, at: Date.now(), method: method.method, form })
  writeStored(depositDraftKey, isEmpty || customerId === undefined ? null : text, 'session')
}

/** What this tab kept for the customer who is signed in, not older than a day. */
export function readDraft(): Draft | undefined {
  try {
    const kept = JSON.parse(readStored(depositDraftKey, 'session') ?? '{}') as Record<string, unknown>
    const method = fundMethods.find((one) => one.method === kept['method'])
    const form = kept['form'] as DepositForm | undefined
    const isOwn = kept['customerId'] === currentSession()?.user.id
    const age = Date.now() - Number(kept['at'])
    if (!method || !form || !isOwn || !(age >= 0 && age < keptMs)) return undefined
    return fields.every((field) => typeof form[field] === 'string') ? { form, method } : undefined
  } catch {
    return undefined
  }
}
