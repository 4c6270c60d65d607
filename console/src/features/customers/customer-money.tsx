import { Figure, formatAmount, signOf } from '@evenhand/ui/format.tsx'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { shortened } from '../../case/copyable.tsx'
import { useEntryText } from '../../lib/finding-texts.ts'
import { useAssetText } from '../../lib/asset-text.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import type { SeenCustomer } from './customer-case.tsx'

/** Balances, and the newest entries that made them. There is nothing here to set: money moves by entries alone. */
export function CustomerMoney({ seen }: { seen: SeenCustomer }) {
  const t = useTranslations('customers')
  const entryText = useEntryText()
  const assetText = useAssetText()
  return (
    <>
      <Part title={t('part.balances')}>
        <PlainTable
          label={t('part.balances')}
          heads={[t('money.asset'), t('money.free'), t('money.held')]}
          ends={[1, 2]}
          rows={seen.balances.map(({ asset, free, held }) => [
            <bdi key="asset">{assetText(asset)}</bdi>,
            <Figure key="free">{formatAmount(free, 8)}</Figure>,
            <Figure key="held">{formatAmount(held, 8)}</Figure>,
          ])}
        />
      </Part>
      <Part title={t('part.entries')}>
        {seen.entries.length === 0 ? (
          <p className="text-13 text-fg2">{t('money.none')}</p>
        ) : (
          <PlainTable
            label={t('part.entries')}
            heads={[t('money.kind'), t('money.amount'), t('money.ref')]}
            ends={[1]}
            rows={seen.entries.map(({ at, kind, asset, amount, ref }) => [
              <span key="kind" title={kind} className="flex flex-col py-1.5">
                {entryText(kind)}
                <span className="text-12 text-fg2">
                  <When ms={at} seconds />
                </span>
              </span>,
              <Figure key="amount">{`${signOf(amount) === 1 ? '+' : ''}${formatAmount(amount, 8)} ${assetText(asset)}`}</Figure>,
              <bdi key="ref" dir="ltr" title={ref} className="font-mono">
                {shortened(ref, 4)}
              </bdi>,
            ])}
          />
        )}
      </Part>
    </>
  )
}
