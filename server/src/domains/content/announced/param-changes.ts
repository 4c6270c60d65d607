import { halfSpreadUnit } from '@evenhand/proofs/contracts/class-table.ts'
import { contractClassNames } from '@evenhand/proofs/contracts/terms.ts'
import type { ContractTableText } from '@evenhand/protocol/contract-params.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { localAmount, localNumber } from '@evenhand/protocol/local-number.ts'
import type { OptionTableText, ResaleSwitch } from '@evenhand/protocol/operator-requests.ts'
import { unitText } from '@evenhand/protocol/unit-text.ts'
import { icuText } from '../../../kernel/mail/icu-text.ts'
import { announcedTexts, tagOf, type AnnouncedTexts } from './announced-texts.ts'

/** A version of a parameter as it was decided; the first one came with the program and was never announced. */
export type ParamVersion = {
  readonly key: string
  readonly version: number
  /** JSON. */
  readonly value: string
  /** Epoch ms; null of a first version. */
  readonly approvedAt: number | null
  readonly appliesAt: number | null
}

/** One value that changes: what it is, before and after, in words. */
export type Change = { readonly what: string; readonly before: string; readonly after: string }

type Speech = { readonly texts: AnnouncedTexts; readonly tag: string }

/** What differs between two versions of one parameter, in a language; empty for an unannounced parameter. */
export function changesOf(
  { key, value }: Pick<ParamVersion, 'key' | 'value'>,
  before: Pick<ParamVersion, 'value'>,
  lang: Lang,
): Change[] {
  const speech: Speech = { texts: announcedTexts(lang), tag: tagOf(lang) }
  const [old, now]: unknown[] = [JSON.parse(before.value), JSON.parse(value)]
  if (key === 'options') return optionChanges(old as OptionTableText, now as OptionTableText, speech)
  if (key === 'contracts') return contractChanges(old as ContractTableText, now as ContractTableText, speech)
  if (key === 'adjustments' || key === 'credits')
    return capChanges(speech.texts.caps[key], [old as Caps, now as Caps], speech)
  if (key === 'resale') return switchChanges(speech.texts.resale, [old as ResaleSwitch, now as ResaleSwitch], speech)
  return []
}

const isDifferent = ({ before, after }: Change): boolean => before !== after
const usdt = (amount: string, { tag }: Speech): string => localAmount(amount, tag, { asset: 'USDT' })

/** Seconds as people write them: whole hours or minutes where they are. */
function lasted(seconds: number, tag: string): string {
  if (seconds % 3600 === 0) return unitText(tag, seconds / 3600, 'hour')
  return seconds % 60 === 0 ? unitText(tag, seconds / 60, 'minute') : unitText(tag, seconds, 'second')
}

type OptionRow = OptionTableText[number]

function optionChanges(old: OptionTableText, now: OptionTableText, speech: Speech): Change[] {
  const { texts, tag } = speech
  const percent = (rate: string): string =>
    new Intl.NumberFormat(tag, { style: 'percent', maximumFractionDigits: 2 }).format(rate as `${number}`)
  const textOf: Readonly<Record<'payoutRate' | 'min' | 'max' | 'earlySale', (row: OptionRow) => string>> = {
    payoutRate: (row) => percent(row.payoutRate),
    min: (row) => usdt(row.min, speech),
    max: (row) => usdt(row.max, speech),
    earlySale: (row) => (row.earlySale ? texts.value.on : texts.value.off),
  }
  const terms = [...new Set([...now, ...old].map(({ limitTime }) => limitTime))].toSorted((a, b) => a - b)
  return terms.flatMap((limitTime) => {
    const [was, is] = [old, now].map((rows) => rows.find((row) => row.limitTime === limitTime))
    return (['payoutRate', 'min', 'max', 'earlySale'] as const)
      .map((field) => ({
        what: `${lasted(limitTime, tag)} · ${texts.options[field]}`,
        before: was === undefined ? texts.value.none : textOf[field](was),
        after: is === undefined ? texts.value.none : textOf[field](is),
      }))
      .filter(isDifferent)
  })
}

function contractChanges(old: ContractTableText, now: ContractTableText, speech: Speech): Change[] {
  const { texts, tag } = speech
  const classes = contractClassNames.flatMap((name) => {
    const [was, is] = [old, now].map(({ classes: rows }) => rows.find((row) => row.class === name))
    return (['halfSpread', 'fee', 'financing', 'leverage'] as const)
      .map((field) => {
        const unit = field === 'leverage' ? 'times' : field === 'halfSpread' ? halfSpreadUnit(name) : 'percent'
        const textOf = (row: typeof was): string =>
          row === undefined
            ? texts.value.none
            : icuText(texts.unit[unit], tag, { value: localNumber(String(row[field]), tag) })
        return { what: `${texts.class[name]} · ${texts.contracts[field]}`, before: textOf(was), after: textOf(is) }
      })
      .filter(isDifferent)
  })
  const exposure = (['instrument', 'total'] as const)
    .map((which) => ({
      what: texts.exposure[which],
      before: usdt(old.exposure[which], speech),
      after: usdt(now.exposure[which], speech),
    }))
    .filter(isDifferent)
  return [...classes, ...exposure]
}

function switchChanges(what: string, [old, now]: readonly [ResaleSwitch, ResaleSwitch], { texts }: Speech): Change[] {
  const textOf = ({ on }: ResaleSwitch): string => (on ? texts.value.on : texts.value.off)
  return [{ what, before: textOf(old), after: textOf(now) }].filter(isDifferent)
}

type Caps = Readonly<Record<string, string>>

function capChanges(label: string, [old, now]: readonly [Caps, Caps], { texts, tag }: Speech): Change[] {
  const textOf = (amount: string | undefined, asset: string): string =>
    amount === undefined ? texts.value.none : localAmount(amount, tag, { asset })
  return Object.keys(now)
    .map((asset) => ({
      what: icuText(label, tag, { asset }),
      before: textOf(old[asset], asset),
      after: textOf(now[asset], asset),
    }))
    .filter(isDifferent)
}
