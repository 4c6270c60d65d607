import type { AuctionVerdict } from '@evenhand/proofs/collectibles/auction-document.ts'
import { utcText } from '@evenhand/proofs/utc.ts'
import { findingLines } from './verify-lines.ts'
import type { TextOf, TextKey } from './verify-text.ts'

const statusKeys: Readonly<Record<NonNullable<AuctionVerdict['replayed']>['status'], TextKey>> = {
  DRAFT: 'collectibleListed',
  LISTED_FIXED: 'collectibleListed',
  AUCTION: 'collectibleAuction',
  SOLD: 'collectibleSold',
  UNSOLD: 'collectibleUnsold',
  DELISTED: 'collectibleDelisted',
}

/** What the command prints about a collectible's records: what became of it, each action, and what is wrong. */
export function auctionLines({ findings, lines, document, replayed }: AuctionVerdict, textOf: TextOf): string[] {
  if (document === undefined || replayed === undefined) return findingLines(findings, textOf)
  const found = textOf(statusKeys[replayed.status], { found: ownerText(replayed) })
  const verdictLines = [
    textOf('collectible', { at: document.collectibleId, found }),
    ...lines.map((line) => `  ${line}`),
  ]
  if (findings.length > 0) return [...verdictLines, ...findingLines(findings, textOf)]
  const head = document.seals?.head
  const seal =
    head === undefined
      ? textOf('recordsNotSealed')
      : textOf('recordsSealed', { found: String(head.size), at: utcText(head.time) })
  return [...verdictLines, seal, textOf('decidedRight')]
}

/** The number of who bought it, or of the last transfer where it was sold again. */
const ownerText = ({ owner, ownership: { owners } }: NonNullable<AuctionVerdict['replayed']>): string =>
  owners.length > 1 ? `T${owners.length}` : owner === null ? '' : `#${owner}`
