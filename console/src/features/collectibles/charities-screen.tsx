import { addCharity } from '@evenhand/protocol/collectibles-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Page } from '../../layout/page.tsx'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { AddCharityDialog } from './add-charity-dialog.tsx'
import { CharitiesCard } from './charities-card.tsx'
import { useCharities } from './collectibles-query.ts'
import { PayoutsCard } from './payouts-card.tsx'

/** What each charity waits for, and the payments to it: prepared by one, confirmed with proof by another. */
export function CharitiesScreen() {
  const t = useTranslations('collectibles')
  const may = useMay()
  const query = useCharities()
  const [adding, setAdding] = useState(false)
  const { data } = query
  return (
    <Page>
      {data === undefined ? (
        <RowsState rows={query} empty={null} />
      ) : (
        <>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <p className="text-13 text-fg2">
              {t('asOf')} <When ms={data.at} seconds />
            </p>
            {may(addCharity) && <Button onClick={() => setAdding(true)}>{t('charities.add')}</Button>}
          </div>
          <CharitiesCard rows={data.rows} payouts={data.payouts} />
          <PayoutsCard rows={data.payouts} />
        </>
      )}
      {adding && <AddCharityDialog onClose={() => setAdding(false)} />}
    </Page>
  )
}
