import { readFileSync } from 'node:fs'
import type { AuctionFault } from '@evenhand/proofs/collectibles/auction-document.ts'
import type { LedgerFinding } from '@evenhand/proofs/findings.ts'
import type { FigureFault } from '@evenhand/proofs/verify-figures.ts'
import type { ParamFault } from '@evenhand/proofs/published-params.ts'
import { langValues, type Lang } from '@evenhand/protocol/languages.ts'

type Status = 'accepted' | 'WON' | 'LOST' | 'TIE' | 'SOLD' | 'VOID'
type Line = 'noFile' | 'noKey' | 'option' | 'right' | 'wrong' | 'order' | 'account_virtual' | 'account_real'
type Contract = 'contract' | 'contractOpen' | 'contractClosed' | 'contractEnded' | 'recordsSealed' | 'recordsNotSealed'
type Auction =
  | 'collectible'
  | 'collectibleListed'
  | 'collectibleAuction'
  | 'collectibleSold'
  | 'collectibleUnsold'
  | 'collectibleDelisted'
  | 'recordsNotSealed'
  | 'decidedRight'
type Liabilities =
  | 'balances'
  | 'leaves'
  | 'summed'
  | 'statementSealed'
  | 'statementNotSealed'
  | 'balancesRight'
  | 'noLeaf'
type Figures = 'figures' | 'figuresBefore' | 'figuresRight'
type Capabilities = 'callsOf' | 'callsGained' | 'callsLost' | 'callsChanged' | 'callsSame' | 'callsDiffer'
type Params = 'paramsHeld' | 'paramsUnproved' | 'paramsAt' | 'paramsNotAt' | 'paramsRight'
type More =
  | 'signedBy'
  | 'sealed'
  | 'notSealed'
  | 'arithmetic'
  | 'heads'
  | 'ticks'
  | 'acts'
  | 'ledger'
  | 'expected'
  | 'found'
export type TextKey =
  | LedgerFinding['is']
  | AuctionFault['is']
  | FigureFault['is']
  | ParamFault['is']
  | Status
  | Line
  | Contract
  | Auction
  | Liabilities
  | Figures
  | Capabilities
  | Params
  | More
/** The values a text can hold. */
export type TextValues = { at?: string | undefined; found?: string | undefined; expected?: string | undefined }
/** The messages of the command in one language. */
export type TextOf = { (key: TextKey, values?: TextValues): string; readonly usage: string }

/** The texts of a language, read from the file beside this one, so that no network is needed. */
export function textsIn(lang: Lang): TextOf {
  const file = new URL(`./verify-texts/${lang}.json`, import.meta.url)
  const { usage, ...texts } = JSON.parse(readFileSync(file, 'utf8')) as Record<TextKey, string> & { usage: string[] }
  const textOf = (key: TextKey, values: TextValues = {}): string =>
    texts[key].replace(/\{(at|found|expected)\}/g, (_, name: 'at' | 'found' | 'expected') => values[name] ?? '')
  return Object.assign(textOf, { usage: usage.join('\n') })
}

/** The language of a terminal, by its environment variables; English where they name none of ours. */
export function langOfTerminal(env: Readonly<Record<string, string | undefined>>): Lang {
  const set = env['LC_ALL'] || env['LC_MESSAGES'] || env['LANG'] || ''
  const [language = '', region = ''] = (set.split(/[.@]/)[0] ?? '').split(/[_-]/)
  if (language === 'zh') return ['TW', 'HK', 'MO', 'Hant'].includes(region) ? 'hk' : 'zh'
  return langValues.find((lang) => lang === language && lang !== 'hk') ?? 'en'
}
