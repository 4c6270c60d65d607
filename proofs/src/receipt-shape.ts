import type { Shape } from './shape.ts'

type Fields = Extract<Shape, { fields: unknown }>

const pattern = (text: RegExp): Shape => ({ text })
const hash = pattern(/^[0-9a-f]{64}$/)
const signature = pattern(/^[0-9a-f]{128}$/)
const key = pattern(/^[0-9a-f]{16}$/)
const marks = pattern(/^(?:[0-9a-f]{4})*$/)
const name = pattern(/^[\x20-\x7e]{1,200}$/)
const uuid = pattern(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/)
const amount = pattern(/^(?:0|[1-9][0-9]{0,11})\.[0-9]{6}$/)
const signedAmount = pattern(/^-?(?:0|[1-9][0-9]{0,11})\.[0-9]{6}$/)
const decimal = pattern(/^(?:0|[1-9][0-9]{0,17})(?:\.[0-9]{1,20})?$/)
const line = pattern(/^[^\u0000-\u001f]{1,500}$/)
const path: Shape = { list: hash }

const order: Shape = {
  fields: [
    ['origin', name],
    ['mode', pattern(/^(?:virtual|real)$/)],
    ['orderId', uuid],
    ['orderNo', name],
    ['code', name],
    ['type', 'whole'],
    ['direction', pattern(/^(?:UP|DOWN)$/)],
    ['stake', amount],
    ['payoutRate', pattern(/^[01]\.[0-9]{6}$/)],
    ['limitTime', 'whole'],
    ['acceptedAt', 'whole'],
    ['seenSeq', 'whole'],
    ['precision', 'whole'],
    ['feedKind', name],
    ['exitKinds', { list: name }],
    ['entryRule', name],
    ['exitRule', name],
    ['tieRule', name],
    ['ruleVersion', 'whole'],
    ['paramsVersion', 'whole'],
    ['paramsHash', hash],
    ['headSize', 'whole'],
    ['headRoot', hash],
  ],
}

const proof: Shape = {
  fields: [
    ['batch', uuid],
    ['index', 'whole'],
    ['size', 'whole'],
    ['path', path],
    ['root', hash],
    ['keyId', key],
    ['signature', signature],
    ['marks', marks],
  ],
}

const tick: Shape = {
  fields: [
    ['seq', 'whole'],
    ['ts', 'whole'],
    ['price', decimal],
    ['late', 'yesNo'],
    ['feedKind', name],
  ],
}
const ticks: Shape = { list: tick }

const sale: Shape = {
  fields: [
    ['acceptedAt', 'whole'],
    ['seenSeq', 'whole'],
    ['ticks', ticks],
    ['tick', tick],
    ['tau', 'whole'],
    ['sigma', decimal],
    ['p', amount],
    ['price', amount],
  ],
}

const settlement: Shape = {
  fields: [
    ['status', pattern(/^(?:WON|LOST|TIE|SOLD|VOID)$/)],
    ['voidReason', { nullable: name }],
    ['entryTicks', ticks],
    ['exitTicks', ticks],
    ['entryTick', { nullable: tick }],
    ['exitTick', { nullable: tick }],
    ['expiresAt', { nullable: 'whole' }],
    ['gain', signedAmount],
    ['sale', { nullable: sale }],
    ['entrySeq', { nullable: 'whole' }],
    ['decidedAt', 'whole'],
    ['arithmetic', { list: line }],
  ],
}

/** A record of the log with its path to a head. */
export const recordShape: Shape = {
  fields: [
    ['seq', 'whole'],
    ['type', name],
    ['time', 'whole'],
    ['actor', name],
    ['path', path],
  ],
}

/** A sealed minute of one instrument, in a receipt and in the published ticks. */
export const segmentShape: Shape = {
  fields: [
    ['code', name],
    ['precision', 'whole'],
    ['minute', 'whole'],
    ['ticks', { list: { row: ['whole', 'whole', decimal, 'yesNo', name] } }],
    ['index', 'whole'],
    ['size', 'whole'],
    ['path', path],
    ['record', recordShape],
  ],
}

/** A signed head as it stands inside another document. */
export const headShape: Fields = {
  fields: [
    ['origin', name],
    ['size', 'whole'],
    ['root', hash],
    ['time', 'whole'],
    ['build', name],
    ['keyId', key],
    ['signature', signature],
  ],
}

/** A signed head in a list or a file of heads: with the proof that it continues the one before. */
export const chainedHeadShape: Shape = { fields: [...headShape.fields, ['after', 'whole'], ['consistency', path]] }

const seals: Shape = {
  fields: [
    ['ticks', { list: segmentShape }],
    ['receipts', recordShape],
    ['head', headShape],
  ],
}

/** A receipt in the response to an order. */
export const receiptShape: Fields = {
  fields: [
    ['v', 'whole'],
    ['order', order],
    ['proof', proof],
  ],
}

/** A receipt of a settled order. */
export const settledShape: Shape = {
  fields: [
    ...receiptShape.fields,
    ['settlement', settlement],
    ['seals', { nullable: seals }],
    [
      'signature',
      {
        fields: [
          ['keyId', key],
          ['marks', marks],
          ['signature', signature],
        ],
      },
    ],
  ],
}
