import { deleteAddress, shortAddress, type WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../../lib/call.ts'
import { Dot } from '../../../lib/dot.tsx'
import { Figure } from '../../../lib/format.tsx'
import { useWhen } from '../../../lib/use-when.ts'
import { AddressClock } from '../address-clock.tsx'
import { WholeAddress } from '../whole-address.tsx'

type RowProps = { address: WithdrawalAddress; onChange: () => void; canChange: boolean }

/** One address of the book: its name, where it is, since when it can be used; whole when it is opened. */
export function AddressRow({ address, onChange, canChange }: RowProps) {
  const t = useTranslations('withdraw')
  const when = useWhen()
  const [shown, setShown] = useState(false)
  const { lastUsedAt } = address
  return (
    <li className="flex flex-col gap-2 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 grow font-600 wrap-anywhere">
          <bdi>{address.label}</bdi>
        </span>
        <AddressClock address={address} />
      </div>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-13 text-fg2">
        <Figure>
          {address.coin}
          <Dot />
          {address.network}
        </Figure>
        {!shown && <Figure>{shortAddress(address.address)}</Figure>}
        {lastUsedAt !== undefined && <span>{t('book.lastUsed', { time: when(lastUsedAt) })}</span>}
      </p>
      {shown && <WholeAddress address={address.address} />}
      {shown && address.memo !== undefined && (
        <p className="text-13 text-fg2">
          {t('address.memo')}: <Figure className="wrap-anywhere">{address.memo}</Figure>
        </p>
      )}
      <div className="-ms-3 flex flex-wrap gap-2">
        <Button variant="quiet" size="small" aria-expanded={shown} onClick={() => setShown(!shown)}>
          {t(shown ? 'book.hideWhole' : 'book.showWhole')}
        </Button>
        {canChange && (
          <Button variant="quiet" size="small" onClick={onChange}>
            {t('book.change')}
          </Button>
        )}
        <DeleteAddress address={address} />
      </div>
    </li>
  )
}

function DeleteAddress({ address }: { address: WithdrawalAddress }) {
  const t = useTranslations('withdraw')
  const common = useTranslations('common')
  const client = useQueryClient()
  const [confirming, setConfirming] = useState(false)
  const deleting = useMutation({
    mutationFn: () => call(deleteAddress, { id: address.id }),
    onSuccess: () => toast(t('book.deleted'), 'good'),
    onSettled: () => {
      setConfirming(false)
      return client.invalidateQueries({ queryKey: ['mine', 'addresses'] })
    },
  })
  return (
    <>
      <Button variant="quiet" size="small" onClick={() => setConfirming(true)}>
        {t('book.remove')}
      </Button>
      <Dialog
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('book.delete')}
        closeLabel={common('close')}
      >
        <div className="mb-5 flex flex-col gap-2">
          <p className="font-600 wrap-anywhere">
            <bdi>{address.label}</bdi>
          </p>
          <WholeAddress address={address.address} />
          <p>{t('book.deleteAsk')}</p>
        </div>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {common('cancel')}
          </Button>
          <Button variant="danger" size="large" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('book.delete')}
          </Button>
        </div>
      </Dialog>
    </>
  )
}
