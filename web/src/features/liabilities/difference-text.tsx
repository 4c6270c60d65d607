import { useTranslations } from 'use-intl'
import { useSentences, useSentenceSpace } from '../../lib/sentences.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import type { Difference } from './compare-own.ts'

/** What is wrong with a customer's proof, and what to do about it. */
export function DifferenceText({ difference }: { difference: Difference }) {
  const t = useTranslations('transparency')
  const { amount } = useLocalNumber()
  const sentences = useSentences()
  const space = useSentenceSpace()
  const what = (): string => {
    if (difference.is !== 'balance') return t(`liabilities.wrong.${difference.is}`)
    const { asset, proved, own } = difference
    return t('liabilities.wrong.balance', {
      coin: asset === 'USDT.loan' ? t('liabilities.loanMoney') : asset,
      proved: amount(proved, asset),
      own: amount(own, asset),
    })
  }
  return (
    <>
      <strong className="font-700">{t('liabilities.wrong.title')}</strong>
      {space}
      {sentences(what(), t('liabilities.wrong.act'))}
    </>
  )
}
