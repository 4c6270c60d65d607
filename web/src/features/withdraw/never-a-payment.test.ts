import { languages } from '@evenhand/protocol/languages.ts'
import { expect, it } from 'vitest'

// Portuguese calls a fee *taxa*, and a tax *imposto*.
// No customer has to bring money, pay a tax or earn a score to get their own money out, and no text here may sound like it.
const conditions =
  /deposit|depósit|dépôt|einzahl|充值|充幣|存入|入金|입금|إيداع|bonus|奖金|\btax(?!a)|steuer|impôt|impuesto|imposto|税|稅|세금|ضريب|credit score|信用分/i

function sentences(texts: object): readonly string[] {
  return Object.values(texts).flatMap((one: unknown) => (typeof one === 'string' ? [one] : sentences(one as object)))
}

const files = import.meta.glob<{ default: object }>('../../texts/*/withdraw.json', { eager: true })

it.each(languages.map(({ value }) => value))('no text about withdrawing in %s names a condition', (lang) => {
  const texts = files[`../../texts/${lang}/withdraw.json`]?.default ?? {}
  expect(sentences(texts).filter((one) => conditions.test(one))).toEqual([])
})

it('reads the texts', () => {
  expect(sentences(files['../../texts/zh/withdraw.json']?.default ?? {}).length).toBeGreaterThan(100)
})
