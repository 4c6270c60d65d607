import { formatUnits } from '@evenhand/protocol/money.ts'
import type { Hex } from '../crypto.ts'
import type { Finding, FindingKind } from '../findings.ts'
import type { PublicKeys } from '../public-keys.ts'
import type { SealedRecord, Seals } from '../receipt.ts'
import { headShape, recordShape } from '../receipt-shape.ts'
import { fieldOf, insideResponse } from '../saved-response.ts'
import { compareShape, type Shape } from '../shape.ts'
import { plainOf, readWritten, type Written } from '../strict-json.ts'
import { utcText } from '../utc.ts'
import { recordLeads, verifySealedHead } from '../verify-seals.ts'
import { collectibleMessage, collectiblePayload, type CollectibleRecord } from './records.ts'
import { replayAuction, type Replayed } from './replay-auction.ts'

/** What anybody downloads of a collectible: every record of it, each signed by itself. */
export type AuctionDocument = {
  readonly v: 1
  readonly collectibleId: string
  readonly records: readonly {
    readonly seq: number
    readonly no: number
    readonly body: string
    readonly signature: Hex
  }[]
  /** The place of each record in the log, under a signed head; null until the log has sealed them all. */
  readonly seals: { readonly records: readonly SealedRecord[]; readonly head: Seals['head'] } | null
}

/** `decided`: the rules give something else from the records before. */
export type AuctionFault = Omit<Finding, 'is'> & { readonly is: FindingKind | 'decided' }
export type AuctionVerdict = {
  readonly ok: boolean
  readonly findings: readonly AuctionFault[]
  /** What happened, a line a record, in signs that need no translation. */
  readonly lines: readonly string[]
  readonly document?: AuctionDocument
  readonly replayed?: Replayed
}

const documentShape: Shape = {
  fields: [
    ['v', 'whole'],
    ['collectibleId', { text: /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/ }],
    [
      'records',
      {
        list: {
          fields: [
            ['seq', 'whole'],
            ['no', 'whole'],
            ['body', { text: /^\{.*\}$/ }],
            ['signature', { text: /^[0-9a-f]{128}$/ }],
          ],
        },
      },
    ],
    [
      'seals',
      {
        nullable: {
          fields: [
            ['records', { list: recordShape }],
            ['head', headShape],
          ],
        },
      },
    ],
  ],
}

/** Whether a text may be the records of a collectible: of a response that was saved whole, or bare. */
export function isAuctionDocument(text: string): boolean {
  try {
    return fieldOf(insideResponse(readWritten(text), 'collectibleId'), 'collectibleId') !== undefined
  } catch {
    return false
  }
}

const failed = (findings: readonly AuctionFault[]): AuctionVerdict => ({ ok: false, findings, lines: [] })

/**
 * Checks the records of a collectible against public keys that the caller trusts: the form, every signature, every bid, end
 * and sale decided again by the rules, and the place of each record in the log. Pure; needs no network.
 */
export function verifyAuction(text: string, keys: PublicKeys): AuctionVerdict {
  let written: Written
  try {
    written = insideResponse(readWritten(text), 'collectibleId')
  } catch (cause) {
    return failed([{ is: 'notJson', at: cause instanceof SyntaxError ? cause.message : '/' }])
  }
  const form = compareShape(written, documentShape, '')
  if (form.length > 0) return failed(form)
  const document = plainOf(written) as AuctionDocument
  const { collectibleId, records } = document
  if (records.length === 0) return failed([{ is: 'missing', at: 'records' }])
  const unsigned = records.flatMap((record, index): AuctionFault[] => {
    const message = collectibleMessage({ ...record, collectibleId }, keys.crypto)
    const isOurs = [...keys.byId.values()].some((publicKey) =>
      keys.crypto.verify({ publicKey, message, signature: record.signature }),
    )
    return isOurs ? [] : [{ is: 'unsigned', at: `records[${index}].signature` }]
  })
  try {
    const kept = records.map((record) => ({ ...record, collectibleId }))
    const replayed = replayAuction(kept, { collectibleId, crypto: keys.crypto })
    const decided = replayed.findings.map(({ no, expected, found }): AuctionFault => ({
      is: 'decided',
      at: `records[${no - 1}]`,
      expected,
      found,
    }))
    const findings = [...unsigned, ...decided, ...sealFaults(document, keys)]
    return { ok: findings.length === 0, findings, lines: records.map(({ body }) => lineOf(body)), document, replayed }
  } catch (cause) {
    return failed([{ is: 'malformed', at: 'records', found: cause instanceof Error ? cause.message : String(cause) }])
  }
}

function sealFaults({ collectibleId, records, seals }: AuctionDocument, keys: PublicKeys): AuctionFault[] {
  if (seals === null) return []
  const { crypto } = keys
  const { head } = seals
  if (seals.records.length !== records.length) return [{ is: 'seal', at: 'seals.records' }]
  const unled = records.flatMap((record, index): AuctionFault[] => {
    const sealed = seals.records[index]
    const payload = collectiblePayload({ ...record, collectibleId }, crypto)
    const leads = sealed?.type === 'collectibles' && recordLeads(sealed, { payload, head, crypto })
    return leads ? [] : [{ is: 'seal', at: `seals.records[${index}]` }]
  })
  return [...verifySealedHead(head, 'seals.head', keys), ...unled]
}

const usdt = (units: string): string => `${formatUnits(BigInt(units), 6, 2)} USDT`

/** A record in signs: the time, who did what, and what it came to. */
function lineOf(body: string): string {
  const record = JSON.parse(body) as CollectibleRecord
  const at = utcText(record.at)
  switch (record.kind) {
    case 'listed':
      return `${at}  ${record.mode} ${[record.startPrice, record.price].flatMap((price) => (price === null ? [] : [usdt(price)])).join(' … ')}${record.endAt === null ? '' : ` → ${utcText(record.endAt)}`}`
    case 'bid':
      return `${at}  #${record.bidder} ${usdt(record.amount)} ⇒ #${record.leader} ${usdt(record.current)} → ${utcText(record.endAt)}`
    case 'resumed':
      return `${at}  ${utcText(record.stoppedAt)} … → ${utcText(record.endAt)}`
    case 'bought':
      return `${at}  #${record.buyer} = ${usdt(record.price)}`
    case 'ended':
      return record.winner === null || record.price === null
        ? `${at}  ∅`
        : `${at}  ⇒ #${record.winner} = ${usdt(record.price)}`
    case 'delisted':
      return `${at}  ∅`
    case 'offered':
      return `${at}  T${record.owner} ? ${usdt(record.price)}`
    case 'withdrawn':
      return `${at}  ? ∅`
    case 'resold':
      return `${at}  T${record.owner - 1} → T${record.owner} = ${usdt(record.price)} (♥ ${usdt(record.royalty)})`
  }
}
