import { royaltyPercent } from '@evenhand/proofs/collectibles/resale.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import type { nftCertificate } from '@evenhand/protocol/collectible-files.ts'
import type { OwnedCollectible } from '@evenhand/protocol/collectibles.ts'
import { minuteMs } from '@evenhand/protocol/durations.ts'
import * as z from 'zod/mini'
import { sql } from '../../kernel/db/db.ts'
import { composePdf, type Block } from '../../kernel/documents/document.ts'
import { leftToRight } from '../../kernel/documents/text-runs.ts'
import { withFile, type Call, type Raw } from '../../kernel/http/http.ts'
import { refuse } from '../../kernel/http/refusal.ts'
import words from './certificate-words.json' with { type: 'json' }
import type { CollectiblesDeps } from './collectibles.deps.ts'
import { everOwned, type EverOwned } from './list-collectibles.ts'

type Words = (typeof words)['en']
type Deps = Pick<CollectiblesDeps, 'db' | 'clock' | 'limits' | 'usernameOf'>

/** Each document costs some hundred milliseconds. */
const rule = { name: 'nftCertificate', max: 6, perMs: minuteMs }
/** Points within which the work is drawn, and its pixels a side. */
const pictureBox = { width: 220, height: 220 }
const pictureSide = 880

const fill = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole)
const utc = (ms: number): string => leftToRight(`${utcText(ms).slice(0, 19).replace('T', ' ')} UTC`)
const usdt = (amount: string): string => leftToRight(`${amount.replace(/(\.\d\d)0+$/, '$1')} USDT`)

type Held = EverOwned & { readonly owner: string; readonly picture: Buffer }

/** What it certifies: that the work is the owner's, by which kind of purchase, or was until it was passed on. */
function statementOf(text: Words, { work, endedAt }: EverOwned, owner: string): string {
  if (endedAt !== null) return fill(text.former, { owner, from: utc(work.boughtAt), until: utc(endedAt) })
  return fill(work.transfer === 1 ? text.statement : text.resold, { owner, share: shareOf(work) })
}

/** What part of the price was the charity's. */
const shareOf = ({ transfer, charity }: OwnedCollectible): string =>
  leftToRight(`${transfer === 1 ? charity.share : royaltyPercent}%`)

/** The content of the certificate of an owned work, its picture between statement and facts. */
export function certificateBlocks(text: Words, { work, endedAt, owner, picture }: Held): Block[] {
  const fact = (name: string, value: string): Block => ({ kind: 'text', text: `${name}: ${value}` })
  const heading = (name: string): Block => ({ kind: 'heading', text: name })
  const chain = [work.chain, work.address, work.tokenId].filter((part) => part !== null).join(' · ')
  return [
    { kind: 'title', text: endedAt === null ? text.title : text.formerTitle },
    { kind: 'small', text: fill(text.number, { no: leftToRight(work.orderNo) }) },
    { kind: 'text', text: statementOf(text, { work, endedAt }, leftToRight(owner)) },
    { kind: 'picture', bytes: picture, ...pictureBox },
    heading(text.work),
    fact(text.name, work.title),
    fact(text.creator, work.isGenerated ? fill(text.generated, { creator: work.creator }) : work.creator),
    ...(chain === '' ? [] : [fact(text.chain, leftToRight(chain))]),
    heading(text.sale),
    fact(text.price, usdt(work.paid)),
    fact(text.soldAt, utc(work.boughtAt)),
    heading(text.donation),
    fact(text.charity, `${work.charity.name} (${work.charity.country})`),
    fact(text.donated, usdt(work.donated)),
    fact(text.share, shareOf(work)),
    ...(work.transfers > 1 ? [fact(text.allDonated, usdt(work.cumulativeDonation))] : []),
    fact(text.paidAt, work.charityPaidAt === null ? text.waits : utc(work.charityPaidAt)),
    { kind: 'small', text: `${text.hash}: ${leftToRight(work.imageHash)}` },
    { kind: 'small', text: text.verify },
  ]
}

async function imageOf({ db }: Pick<Deps, 'db'>, hash: string): Promise<Buffer> {
  const { rows } = await sql<{ image: Buffer }>`
    select image from collectibles.works where image_hash = decode(${hash}, 'hex')`.execute(db)
  const image = rows[0]?.image
  if (image === undefined) throw refuse('notFound')
  return image
}

/** A work in pixels: a PDF of this project holds no SVG. The image is the project's own, never an upload. */
async function drawn(svg: Buffer): Promise<Buffer> {
  const { default: sharp } = await import('sharp')
  return sharp(svg).resize(pictureSide, pictureSide).flatten({ background: '#fff' }).jpeg({ quality: 90 }).toBuffer()
}

/**
 * The certificate of a work that the caller owns, in the language of the call, or owned: then it states that the work was passed
 * on. Refuses 40039 what never was the caller's.
 */
export async function certificate(
  deps: Deps,
  { id }: z.output<typeof nftCertificate.request>,
  { session, lang }: Call,
): Promise<Raw> {
  const held = await everOwned(deps, id, { session, lang })
  if (held === undefined) throw refuse('notFound')
  const { work, endedAt } = held
  deps.limits.take(rule, session.customerId)
  const [picture, owner] = await Promise.all([
    imageOf(deps, work.imageHash).then(drawn),
    deps.usernameOf(session.accountId),
  ])
  const text = words[lang]
  const bytes = await composePdf({
    lang,
    title: `${endedAt === null ? text.title : text.formerTitle} ${work.orderNo}`,
    at: work.boughtAt,
    blocks: certificateBlocks(text, { ...held, owner, picture }),
    foot: (page, all) => fill(text.page, { page: String(page), of: String(all) }),
  })
  return withFile({ name: `certificate-${work.orderNo}.pdf`, type: 'application/pdf', bytes })
}
