import { createCollectible, importCollection } from '@evenhand/protocol/collectibles-console.ts'
import { collectibleStatuses, type CollectibleStatus } from '@evenhand/protocol/states.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { Page } from '../../layout/page.tsx'
import { call } from '../../lib/call.ts'
import type { ScreenProps } from '../../lib/feature.ts'
import { useMay } from '../../lib/session.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText } from '../../lib/when.tsx'
import { RowsState } from '../../table/rows-state.tsx'
import { useCollectibles, useRenew } from './collectibles-query.ts'
import { CollectiblesTable } from './collectibles-table.tsx'
import { DraftDialog } from './draft-dialog.tsx'
import { ResalesCard } from './resales-card.tsx'

/** What is or was offered, with what the charity role may do with it: draft, offer, take back. Maximum bids are not here. */
export function CollectiblesScreen({ search, onSearch }: ScreenProps<{ status?: CollectibleStatus | undefined }>) {
  const t = useTranslations('collectibles')
  const tag = useTag()
  const query = useCollectibles(search.status)
  const { data } = query
  return (
    <Page>
      <div className="flex flex-wrap items-end justify-between gap-3">
        <Select
          label={t('filter')}
          value={search.status ?? 'ALL'}
          onChange={({ target }) => onSearch({ status: collectibleStatuses.find((one) => one === target.value) })}
          options={['ALL', ...collectibleStatuses].map((value) => ({ value, label: t(`status.${value as 'ALL'}`) }))}
          className="min-w-48"
        />
        <Openers works={data?.works ?? []} />
      </div>
      {data !== undefined && data.lagMs > 0 && (
        <div>
          <Chip variant="warn" icon="warning">
            {t('late', { time: durationText(data.lagMs, tag) })}
          </Chip>
        </div>
      )}
      {data === undefined ? <RowsState rows={query} empty={null} /> : <CollectiblesTable rows={data.rows} />}
      <ResalesCard />
    </Page>
  )
}

type OpenersProps = { works: NonNullable<ReturnType<typeof useCollectibles>['data']>['works'] }

/** The ways to a new draft and to the first collection's images, for who may. */
function Openers({ works }: OpenersProps) {
  const t = useTranslations('collectibles')
  const may = useMay()
  const renew = useRenew()
  const [open, setOpen] = useState<'draft' | 'import'>()
  const close = () => setOpen(undefined)
  if (!may(createCollectible)) return null
  return (
    <div className="flex flex-wrap gap-2">
      {works.length === 0 && may(importCollection) && (
        <Button variant="secondary" onClick={() => setOpen('import')}>
          {t('import.button')}
        </Button>
      )}
      <Button onClick={() => setOpen('draft')}>{t('create.button')}</Button>
      {open === 'draft' && <DraftDialog works={works.filter(({ nftId }) => nftId === null)} onClose={close} />}
      {open === 'import' && (
        <DecisionDialog
          title={t('import.button')}
          effect={t('import.effect')}
          button={t('import.button')}
          danger={false}
          submit={async (reason) => {
            await call(importCollection, { reason })
            await renew()
          }}
          onClose={close}
        />
      )}
    </div>
  )
}
