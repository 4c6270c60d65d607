import { createHmac } from 'node:crypto'
import {
  statedIdentification,
  type IdentificationForm,
  type StatedIdentification,
} from '@evenhand/protocol/identification.ts'
import type { WrappedKey, WrappingKeys } from '../../kernel/crypto/wrapping-keys.ts'

type Whose = { id: string; customerId: string }
const boundOf = ({ id, customerId }: Whose): string => `evenhand-identification|${customerId}|${id}`

/** What a customer stated, without the pictures, in one form whatever keyboard it was typed on. */
export function statedIn(form: IdentificationForm): StatedIdentification {
  const names = Object.keys(statedIdentification.shape) as (keyof StatedIdentification)[]
  return Object.fromEntries(names.map((name) => [name, form[name].normalize('NFC')])) as unknown as StatedIdentification
}

/** Encrypts what a customer stated with a key of its own, bound to customer and form. */
export function sealForm(
  keys: WrappingKeys,
  params: Whose,
  stated: StatedIdentification,
): { sealed: Buffer; key: WrappedKey } {
  const { sealed, ...key } = keys.seal(Buffer.from(JSON.stringify(stated)), boundOf(params))
  return { sealed, key }
}

/** What a customer stated, decrypted. Throws where key or form are not those that it was sealed for. */
export const openForm = (
  keys: Pick<WrappingKeys, 'open'>,
  params: Whose & { sealed: Buffer; key: WrappedKey },
): StatedIdentification =>
  JSON.parse(keys.open(params.sealed, params.key, boundOf(params)).toString('utf8')) as StatedIdentification

/** The key of a form wrapped anew by the first key of the installation. */
export const rewrapForms = (keys: WrappingKeys, params: Whose & { key: WrappedKey }): WrappedKey =>
  keys.rewrap(params.key, boundOf(params))

/** Distinguishes documents. Numbers are written with and without spaces and strokes, in wide and narrow letters. */
export function documentHash(
  key: Uint8Array,
  { country, docType, docNumber }: Pick<StatedIdentification, 'country' | 'docType' | 'docNumber'>,
): Buffer {
  const number = docNumber
    .normalize('NFKC')
    .toUpperCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
  return createHmac('sha256', key).update(`evenhand-document/1|${country}|${docType}|${number}`).digest()
}
