import type { TextKey } from './feature.ts'

/** What a person sees at the fields that the server may refuse by name; fields without a label are never shown by name. */
const labels: Readonly<Record<string, TextKey>> = {
  amount: 'adjustments.field.amount',
  asset: 'adjustments.field.asset',
  body: 'content.field.body',
  charityId: 'collectibles.payouts.charity',
  code: 'identity.code',
  customerId: 'adjustments.field.customerId',
  document: 'customers.hold.document',
  email: 'operators.email',
  endAt: 'collectibles.offer.endAt',
  entry: 'adjustments.field.entry',
  from: 'chats.hours.from',
  fromAddress: 'deposits.fromAddress',
  maxUsdt: 'common.filters.max',
  minUsdt: 'common.filters.min',
  most: 'limits.most',
  name: 'operators.column.name',
  networks: 'operators.column.networks',
  note: 'customers.timeline.kind.note',
  operator: 'sessions.operator',
  passkey: 'signin.setUp.passkey',
  password: 'signin.password',
  reason: 'common.reason.label',
  reasonCode: 'deposits.reasonCode',
  reasons: 'identity.code',
  reference: 'deposits.referenceLabel',
  registrationNumber: 'collectibles.charityField.registrationNumber',
  reviewOn: 'customers.hold.reviewOn',
  role: 'operators.role',
  slug: 'content.answer.slug',
  tell: 'customers.hold.tell',
  title: 'content.field.title',
  to: 'chats.hours.to',
}

const whys: Readonly<Record<string, string>> = {
  state: 'changed',
  outdated: 'changed',
  notNext: 'changed',
  taken: 'taken',
  registered: 'taken',
  notOpened: 'unopened',
  tooMany: 'full',
}

type BadField = { readonly field: string; readonly reason: string }

const isBadField = (value: unknown): value is BadField =>
  typeof value === 'object' && value !== null && 'field' in value && 'reason' in value

/** What the text of a refusal of fields needs: why, in one of the words it selects on, and the labels a person sees at them. */
export function fieldsInWords(fields: readonly unknown[]): { why: string; labels: readonly TextKey[] } {
  const bad = fields.filter(isBadField)
  const named = [...new Set(bad.flatMap(({ field }) => labels[field] ?? []))]
  const why = whys[bad[0]?.reason ?? ''] ?? 'other'
  // Without a label no field can be named as in use: the number of what is requested is taken by another request.
  return { why: why === 'taken' && named.length === 0 ? 'changed' : why, labels: named }
}
