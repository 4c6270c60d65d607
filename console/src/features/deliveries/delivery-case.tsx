import { retryDeliveries, type FailedDelivery, type FailedKind } from '@evenhand/protocol/failed-deliveries.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { useTranslations } from 'use-intl'
import { CaseFrame } from '../../case/case-frame.tsx'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { useMay } from '../../lib/session.ts'
import { When } from '../../lib/when.tsx'
import type { CaseProps } from '../../queue/queue-screen.tsx'
import { useDeliveryName } from './delivery-name.ts'
import { useRetry } from './use-retry.ts'

type DeliveryProps = CaseProps<FailedDelivery> & { kind: FailedKind }

/** One failed delivery: what it was, how it failed last, and the press that tries it again. */
export function DeliveryCase({ row, kind, onClose }: DeliveryProps) {
  const t = useTranslations('deliveries')
  const nameOf = useDeliveryName()
  const may = useMay()
  const retry = useRetry(kind)
  return (
    <CaseFrame
      title={row ? <bdi dir={row.alert ? 'auto' : 'ltr'}>{nameOf(row)}</bdi> : t('title')}
      marks={undefined}
      onClose={onClose}
      actions={
        row &&
        may(retryDeliveries) && (
          <Button busy={retry.isPending} onClick={() => retry.mutate([row.key])}>
            {t('retry')}
          </Button>
        )
      }
    >
      {row ? (
        <Part title={t(`kinds.${kind}`)}>
          <Facts
            items={[
              [t('failedAt'), <When key="at" ms={row.failedAt} seconds />],
              [t('attempts'), row.attempts],
              [t('error'), row.error && <bdi dir="ltr">{row.error}</bdi>],
              [t('customer'), row.customerId && <CustomerLink id={row.customerId} />],
              [t('channel'), row.alert && t(`channels.${row.alert.channel}`)],
              [t('subscription'), row.subscription && <bdi dir="ltr">{row.subscription}</bdi>],
            ]}
          />
          <p className="mt-3 text-13 text-fg2">{t(`help.${kind}`)}</p>
        </Part>
      ) : (
        <p className="p-5 text-13 text-fg2">{t('gone')}</p>
      )}
    </CaseFrame>
  )
}
