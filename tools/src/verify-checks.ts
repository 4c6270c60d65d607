import { isAuctionDocument, verifyAuction } from '@evenhand/proofs/collectibles/auction-document.ts'
import { readCapabilities } from '@evenhand/proofs/compare-capabilities.ts'
import {
  isContractDocument,
  verifyContractDocument,
} from '@evenhand/proofs/contracts/document/verify-contract-document.ts'
import { verifyLiabilitiesProof } from '@evenhand/proofs/liabilities/verify-liabilities.ts'
import type { PublicKeys } from '@evenhand/proofs/public-keys.ts'
import { verifyAuditEntries } from '@evenhand/proofs/verify-audit-entries.ts'
import { verifyPublishedFigures } from '@evenhand/proofs/verify-figures.ts'
import { verifyHeads } from '@evenhand/proofs/verify-heads.ts'
import { verifyLedger } from '@evenhand/proofs/verify-ledger.ts'
import { verifyParams } from '@evenhand/proofs/verify-params.ts'
import { verifyReceipt } from '@evenhand/proofs/verify-receipt.ts'
import { verifyTicks } from '@evenhand/proofs/verify-ticks.ts'
import type { Command } from './verify-arguments.ts'
import { auctionLines } from './verify-auction-lines.ts'
import { capabilityLines } from './verify-capability-lines.ts'
import { contractDocumentLines } from './verify-contract-lines.ts'
import { figureLines } from './verify-figure-lines.ts'
import { liabilitiesLines } from './verify-liabilities-lines.ts'
import { findingLines, type Found } from './verify-lines.ts'
import { paramLines } from './verify-param-lines.ts'
import { receiptLines } from './verify-receipt-lines.ts'
import type { TextOf } from './verify-text.ts'

/** What a run prints and ends with: 0 right, 1 something differs, 2 called wrongly. */
export type Outcome = { readonly code: 0 | 1 | 2; readonly lines: readonly string[] }

/** What a check was given: the files by name, the texts of those that were read whole, and the keys. */
export type Given = {
  readonly files: readonly string[]
  readonly texts: readonly string[]
  readonly keys: PublicKeys
  /** A moment, epoch ms, where one was requested. */
  readonly at: number | undefined
  readonly textOf: TextOf
}

const outcomeOf = (ok: boolean, lines: readonly string[]): Outcome => ({ code: ok ? 0 : 1, lines })

/** One line where all is right, else what was found. */
const inOneLine = (
  { ok, findings }: { ok: boolean; findings: readonly Found[] },
  { right, textOf }: { right: () => string; textOf: TextOf },
): Outcome => outcomeOf(ok, ok ? [right()] : findingLines(findings, textOf))

function checkReceipt({ texts: [text = ''], keys, textOf }: Given): Outcome {
  if (isAuctionDocument(text)) {
    const verdict = verifyAuction(text, keys)
    return outcomeOf(verdict.ok, auctionLines(verdict, textOf))
  }
  if (isContractDocument(text)) {
    const verdict = verifyContractDocument(text, keys)
    return outcomeOf(verdict.ok, contractDocumentLines(verdict, textOf))
  }
  const verdict = verifyReceipt(text, keys)
  return outcomeOf(verdict.ok, receiptLines(verdict, textOf))
}

/** The check of each command whose files are read whole. */
export const checks: Readonly<Record<Exclude<Command, 'ledger'>, (given: Given) => Outcome>> = {
  receipt: checkReceipt,
  ticks({ files, texts: [text = ''], keys, textOf }) {
    const verdict = verifyTicks(text, keys)
    return inOneLine(verdict, {
      right: () => textOf('ticks', { found: String(verdict.ticks), at: files[0] }),
      textOf,
    })
  },
  acts({ texts: [text = '', ...kept], keys, textOf }) {
    const verdict = verifyAuditEntries(text, { kept: verifyHeads(kept, keys), keys })
    return inOneLine(verdict, { right: () => textOf('acts', { found: String(verdict.entries) }), textOf })
  },
  head({ texts, keys, textOf }) {
    const verdict = verifyHeads(texts, keys)
    const { heads } = verdict
    return inOneLine(verdict, {
      right: () => textOf('heads', { found: String(heads.length), at: String(heads.at(-1)?.size ?? 0) }),
      textOf,
    })
  },
  pol({ texts: [text = ''], keys, textOf }) {
    const verdict = verifyLiabilitiesProof(text, keys)
    return outcomeOf(verdict.ok, liabilitiesLines(verdict, textOf))
  },
  stats({ texts: [text = ''], keys, textOf }) {
    const verdict = verifyPublishedFigures(text, keys)
    return outcomeOf(verdict.ok, figureLines(verdict, textOf))
  },
  capabilities({ files, texts, keys, textOf }) {
    const read = texts.map((text, index) => ({ file: files[index] ?? '', ...readCapabilities(text, keys.crypto) }))
    const { isSame, lines } = capabilityLines(read, textOf)
    return outcomeOf(isSame, lines)
  },
  params({ files, texts: [text = '', ...receipts], keys, at, textOf }) {
    const named = receipts.map((receipt, index) => ({ name: files[index + 1] ?? '', text: receipt }))
    const { ok, lines } = paramLines(verifyParams(text, named, keys), { at, textOf })
    return outcomeOf(ok, lines)
  },
}

/** The check of an export of the ledger, which may be larger than memory and comes line by line; `texts` are the kept heads. */
export function checkLedger(lines: Iterable<string>, { texts, keys, textOf }: Given): Outcome {
  const verdict = verifyLedger(lines, { kept: verifyHeads(texts, keys), keys })
  return inOneLine(verdict, { right: () => textOf('ledger', { found: String(verdict.entries) }), textOf })
}
