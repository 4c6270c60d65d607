import { reviewedFields } from '@evenhand/protocol/identification.ts'
import { forgetIdentityForm, identityFormKey } from '../../lib/session.ts'
import { readStored, writeStored } from '../../lib/storage.ts'
import type { IdentityForm } from './identity-form.ts'
import { identitySteps, type IdentityStep } from './identity-steps.ts'
import { dayMs } from '@evenhand/protocol/durations.ts'

/** Pictures that no form names are erased after a day; so is what was filled in beside them. */
const keptMs = dayMs

/** Whose form it is, and after which of their forms: another customer's, or one for an earlier decision, is not shown. */
type Owner = { customerId: string; after: number | null }
export type KeptForm = { form: IdentityForm; step: IdentityStep; whole: boolean }

/** Keeps what is filled in so far in this browser. */
export const keepForm = ({ customerId, after }: Owner, kept: KeptForm): void =>
  writeStored(identityFormKey, JSON.stringify({ customerId, after, at: Date.now(), ...kept }))

/** What this browser kept of the form, not older than a day; anything else that is kept is forgotten. */
export function readKeptForm({ customerId, after }: Owner): KeptForm | undefined {
  const text = readStored(identityFormKey)
  if (text === null) return undefined
  const kept = parsed(text)
  const age = Date.now() - kept.at
  if (kept.customerId === customerId && kept.after === after && age >= 0 && age < keptMs && isForm(kept.form)) {
    const { form, whole } = kept
    return { form, whole: whole === true, step: identitySteps.find((step) => step === kept.step) ?? 'person' }
  }
  forgetIdentityForm()
  return undefined
}

type Read = Partial<Record<keyof KeptForm | keyof Owner, unknown>> & { at: number }

function parsed(text: string): Read {
  try {
    const value = JSON.parse(text) as Read
    return { ...value, at: typeof value.at === 'number' ? value.at : 0 }
  } catch {
    return { at: 0 }
  }
}

const isForm = (value: unknown): value is IdentityForm =>
  typeof value === 'object' &&
  value !== null &&
  reviewedFields.every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
