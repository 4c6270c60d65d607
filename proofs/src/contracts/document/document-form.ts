import type { Finding } from '../../findings.ts'
import { headShape, recordShape, segmentShape } from '../../receipt-shape.ts'
import { fieldOf } from '../../saved-response.ts'
import { compareShape, type Shape } from '../../shape.ts'
import type { Written } from '../../strict-json.ts'

const hash: Shape = { text: /^[0-9a-f]{64}$/ }
const key: Shape = { text: /^[0-9a-f]{16}$/ }
const signature: Shape = { text: /^[0-9a-f]{128}$/ }

/** How a record stands under the signature of its batch. */
const proofShape: Shape = {
  fields: [
    ['batch', { text: /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/ }],
    ['index', 'whole'],
    ['size', 'whole'],
    ['path', { list: hash }],
    ['root', hash],
    ['keyId', key],
    ['signature', signature],
  ],
}

const sealsShape: Shape = {
  fields: [
    ['ticks', { list: segmentShape }],
    ['batches', { list: recordShape }],
    ['head', headShape],
  ],
}

const documentShape: Shape = {
  fields: [
    ['v', 'whole'],
    ['records', { list: 'any' }],
    ['seals', { nullable: sealsShape }],
    [
      'signature',
      {
        fields: [
          ['keyId', key],
          ['marks', { text: /^(?:[0-9a-f]{4})*$/ }],
          ['signature', signature],
        ],
      },
    ],
  ],
}

/**
 * The form of a contract's document: every field there, once, in its place. What fields a record has is held by its own
 * signature; here they stand by name, its proof last.
 */
export function compareDocument(written: Written): Finding[] {
  const found = compareShape(written, documentShape, '')
  if (found.length > 0) return found
  const records = fieldOf(written, 'records')
  return records?.kind === 'list' ? records.items.flatMap((one, index) => recordForm(one, `records[${index}]`)) : []
}

function recordForm(written: Written, at: string): Finding[] {
  const last = written.kind === 'object' ? written.fields.at(-1) : undefined
  if (written.kind !== 'object' || last?.name !== 'proof') {
    const isThere = fieldOf(written, 'proof') !== undefined
    return [{ is: isThere ? 'reordered' : 'missing', at: `${at}.proof`, ...(isThere && { expected: at }) }]
  }
  const body: Written = { kind: 'object', fields: written.fields.slice(0, -1) }
  return [...bodyForm(body, at), ...compareShape(last.value, proofShape, `${at}.proof`)]
}

const whole = /^-?(?:0|[1-9][0-9]{0,15})$/

/** Fields by name, each once, and whole numbers as they are written. */
function bodyForm(written: Written, at: string): Finding[] {
  if (written.kind === 'number') {
    const isWhole = whole.test(written.raw) && Number.isSafeInteger(Number(written.raw)) && written.raw !== '-0'
    return isWhole ? [] : [{ is: 'malformed', at }]
  }
  if (written.kind === 'list') return written.items.flatMap((item, index) => bodyForm(item, `${at}[${index}]`))
  if (written.kind !== 'object') return []
  return written.fields.flatMap(({ name, value }, index): Finding[] => {
    const before = written.fields[index - 1]?.name
    const path = `${at}.${name}`
    if (before === name) return [{ is: 'repeated', at: path }]
    if (before !== undefined && before > name) {
      const isRepeated = written.fields.findIndex((field) => field.name === name) < index
      return [isRepeated ? { is: 'repeated', at: path } : { is: 'reordered', at: path, expected: `${at}.${before}` }]
    }
    return bodyForm(value, path)
  })
}
