import { addressLimits, type WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import { fundMethods, methodOf, type FundMethod } from '@evenhand/protocol/funds.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Banner, Card, EmptyState, ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { FundPasswordNote } from '../fund-password-note.tsx'
import { useFundPassword } from '../fund-password/use-fund-password.ts'
import { useAddresses } from '../use-withdrawals.ts'
import { AddressEditor } from './address-editor.tsx'
import { AddressRow } from './address-row.tsx'
import { useWhitelistMode, WhitelistCard } from './whitelist-card.tsx'

const [usual] = fundMethods as readonly [FundMethod, ...FundMethod[]]
type Editing = { first: FundMethod; replaced: WithdrawalAddress | undefined }

/** The address book: where money may go, each address after a day's wait. */
export function AddressesPage({ add }: { add: string | undefined }) {
  const t = useTranslations('withdraw')
  const requested = fundMethods.find(({ method }) => method === add)
  const [editing, setEditing] = useState<Editing | undefined>(requested && { first: requested, replaced: undefined })
  const { data: fund } = useFundPassword()
  const isClosed = useWhitelistMode().data?.on === true
  const query = useAddresses()
  const count = query.data?.length ?? 0
  const change = (one: WithdrawalAddress) =>
    setEditing({ first: methodOf(one.coin, one.network) ?? usual, replaced: one })
  return (
    <>
      {fund && (
        <FundPasswordNote fund={fund} back={`/profile/addresses${requested ? `?add=${requested.method}` : ''}`} />
      )}
      <Card className="flex flex-col gap-4 p-5">
        <div className="flex flex-wrap items-center justify-between gap-3">
          <h2 className="text-18 font-700">
            {editing
              ? t(editing.replaced ? 'book.changeTitle' : 'address.add')
              : query.data
                ? t('book.title', { count, most: addressLimits.max })
                : t('address.book')}
          </h2>
          {!editing && !isClosed && count < addressLimits.max && (
            <Button onClick={() => setEditing({ first: usual, replaced: undefined })}>{t('address.add')}</Button>
          )}
        </div>
        {isClosed && <Banner variant="info">{t('book.closed')}</Banner>}
        {editing ? (
          <AddressEditor {...editing} onEnd={() => setEditing(undefined)} />
        ) : (
          <Book query={query} onChange={change} canChange={!isClosed} />
        )}
      </Card>
      <WhitelistCard />
    </>
  )
}

type BookProps = {
  query: ReturnType<typeof useAddresses>
  onChange: (address: WithdrawalAddress) => void
  canChange: boolean
}

function Book({ query: { data, isError, refetch }, onChange, canChange }: BookProps) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  if (!data && isError)
    return (
      <ErrorState
        title={common('state.loadFailed')}
        action={<Button onClick={() => void refetch()}>{common('retry')}</Button>}
      />
    )
  if (!data) return <Skeleton className="h-20" />
  if (data.length === 0) return <EmptyState icon="list" title={t('book.none')} text={t('book.noneText')} />
  return (
    <ul className="flex flex-col divide-y divide-line">
      {data.map((one) => (
        <AddressRow key={one.id} address={one} onChange={() => onChange(one)} canChange={canChange} />
      ))}
    </ul>
  )
}
