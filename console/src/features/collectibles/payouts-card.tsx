import { cancelPayout, type ConsolePayout } from '@evenhand/protocol/collectibles-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { Figure, formatAmount } from '@evenhand/ui/format.tsx'
import { Card, EmptyState } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { Copyable, shortened } from '../../case/copyable.tsx'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import { PlainTable } from '../../table/plain-table.tsx'
import { useRenew } from './collectibles-query.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

/** The payments to charities, newest first: who prepared and who confirmed each, and its proof. */
export function PayoutsCard({ rows }: { rows: readonly ConsolePayout[] }) {
  const t = useTranslations('collectibles')
  const may = useMay()
  const [open, setOpen] = useState<{ payout: ConsolePayout; to: 'confirm' | 'cancel' }>()
  const close = () => setOpen(undefined)
  const actions = (payout: ConsolePayout) => [
    ...(payout.mayConfirm ? (['confirm'] as const) : []),
    ...(payout.status === 'PREPARED' && may(cancelPayout) ? (['cancel'] as const) : []),
  ]
  return (
    <Card className="overflow-hidden">
      <h2 className="p-4 text-16 font-700">{t('payouts.title')}</h2>
      {rows.length === 0 ? (
        <EmptyState title={t('payouts.none')} />
      ) : (
        <PlainTable
          label={t('payouts.title')}
          heads={(
            ['charity', 'amount', 'status', 'destination', 'prepared', 'confirmed', 'proof', 'actions'] as const
          ).map((name) => t(`payouts.${name}`))}
          ends={[1]}
          rows={rows.map((payout) => [
            <bdi key="charity">{payout.charity}</bdi>,
            <Figure key="amount">{formatAmount(payout.amount, 2)}</Figure>,
            <Chip key="status" variant={payout.status === 'PAID' ? 'good' : payout.isOverdue ? 'danger' : 'plain'}>
              {payout.isOverdue ? t('overdue') : t(`payoutStatus.${payout.status}`)}
            </Chip>,
            <bdi key="destination">{shortened(payout.destination, 14)}</bdi>,
            <By key="prepared" name={payout.preparedBy} ms={payout.preparedAt} />,
            <By key="confirmed" name={payout.confirmedBy} ms={payout.paidAt} />,
            payout.proof === null ? (
              ''
            ) : (
              <Copyable key="proof" text={payout.proof.reference} shown={shortened(payout.proof.reference)} />
            ),
            <span key="actions" className="flex gap-2 py-1.5">
              {actions(payout).map((to) => (
                <Button key={to} variant="secondary" size="small" onClick={() => setOpen({ payout, to })}>
                  {t(`${to}.button`)}
                </Button>
              ))}
            </span>,
          ])}
        />
      )}
      {open?.to === 'confirm' && <ConfirmDialog payout={open.payout} onClose={close} />}
      {open?.to === 'cancel' && <Cancel payout={open.payout} onClose={close} />}
    </Card>
  )
}

const By = ({ name, ms }: { name: string | null; ms: number | null }) =>
  name === null ? null : (
    <span className="flex flex-col py-1.5">
      <bdi>{name}</bdi>
      {ms !== null && (
        <span className="text-12 text-fg2">
          <When ms={ms} />
        </span>
      )}
    </span>
  )

function Cancel({ payout, onClose }: { payout: ConsolePayout; onClose: () => void }) {
  const t = useTranslations('collectibles')
  const renew = useRenew()
  return (
    <DecisionDialog
      title={t('cancel.title', { charity: payout.charity })}
      effect={t('cancel.effect')}
      button={t('cancel.button')}
      submit={async (reason) => {
        await call(cancelPayout, { id: payout.id, reason })
        await renew()
      }}
      onClose={onClose}
    />
  )
}
