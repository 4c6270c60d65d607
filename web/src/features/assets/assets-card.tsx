import { Button, IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Card, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { ModeChip } from '../../layout/mode-chip.tsx'
import { Amount, Figure } from '../../lib/format.tsx'
import { hiddenText, toggleHiddenBalances, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { useAccountMode } from '../../lib/session.ts'
import { useWhen } from '../../lib/use-when.ts'
import { AssetLines } from './asset-lines.tsx'
import { useAssets } from './use-assets.ts'

/** What the account in use comes to, and what it has of each asset. `children`: what can be done with it. */
export function AssetsCard({ children }: { children?: ReactNode }) {
  const t = useTranslations('funds')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const when = useWhen()
  const hidden = useHiddenBalances()
  const { data, isError, refetch } = useAssets()
  return (
    <Card className={cx('flex flex-col gap-4 p-5 ring-2', mode === 'virtual' ? 'ring-control!' : 'ring-accent!')}>
      <div className="flex items-start justify-between gap-3">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-16 font-700">{t('assets.title')}</h2>
          <ModeChip mode={mode} />
        </div>
        <IconButton
          icon={hidden ? 'eyeOff' : 'eye'}
          label={t(hidden ? 'assets.show' : 'assets.hide')}
          aria-pressed={hidden}
          onClick={toggleHiddenBalances}
          className="-my-2 -me-2"
        />
      </div>
      {!data && isError && (
        <ErrorState
          title={common('state.loadFailed')}
          text={t('assets.safe')}
          action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
        />
      )}
      {!data && !isError && (
        <div aria-busy="true" className="flex flex-col gap-3">
          <Skeleton className="h-10 w-60" />
          {[0, 1, 2].map((at) => (
            <Skeleton key={at} className="h-12" />
          ))}
        </div>
      )}
      {data && (
        <>
          <div>
            <p className="text-28 leading-tight font-700">
              {data.total === null ? (
                <Figure>—</Figure>
              ) : hidden ? (
                <Figure>{hiddenText}</Figure>
              ) : (
                <Amount text={data.total.slice(0, data.total.indexOf('.') + 3)} />
              )}
            </p>
            <p className="text-13 text-fg3">
              {data.total === null ? t('assets.noTotal') : t('assets.totalAt', { time: when(data.at) })}
            </p>
          </div>
          <AssetLines lines={data.assets} hidden={hidden} />
        </>
      )}
      {children && <div className="flex flex-wrap gap-2">{children}</div>}
    </Card>
  )
}
