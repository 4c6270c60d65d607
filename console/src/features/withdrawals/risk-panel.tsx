import { withdrawalRisk } from '@evenhand/protocol/withdrawal-risk.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { formatAmount } from '@evenhand/ui/format.tsx'
import { ErrorState, Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import * as z from 'zod/mini'
import { CustomerLink } from '../../case/customer-link.tsx'
import { Facts, Part } from '../../case/facts.tsx'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useTag } from '../../lib/settings.ts'
import { durationText, When } from '../../lib/when.tsx'

type Risk = z.output<typeof withdrawalRisk.result>

/** What is known of a withdrawal's customer, address and access: facts with their numbers, and no judgement. */
export function RiskPanel({ id }: { id: string }) {
  const t = useTranslations('withdrawals')
  const common = useTranslations('common')
  const text = useProblemText()
  const query = useQuery({
    queryKey: [withdrawalRisk.path, id],
    queryFn: ({ signal }) => call(withdrawalRisk, { id }, signal),
    refetchOnWindowFocus: false,
  })
  return (
    <Part title={t('risk.title')}>
      {query.data ? (
        <RiskFacts risk={query.data} />
      ) : query.error ? (
        <ErrorState
          title={text(query.error)}
          action={<Button onClick={() => void query.refetch()}>{common('retry')}</Button>}
        />
      ) : (
        <div aria-busy="true">
          <Skeleton className="h-40 rounded-control" />
        </div>
      )}
    </Part>
  )
}

/** A fact that deserves a second check stands out in weight, not in colour alone. */
const Marked = ({ on, children }: { on: boolean; children: ReactNode }) =>
  on ? <strong className="text-danger">{children}</strong> : children

function RiskFacts({ risk: { flows, address, account, access } }: { risk: Risk }) {
  const t = useTranslations('withdrawals')
  const common = useTranslations('common')
  const tag = useTag()
  const usdt = (amount: string) => <bdi>{formatAmount(amount, 2)} USDT</bdi>
  const yesNo = (is: boolean) => (is ? common('yes') : common('no'))
  const changed = (at: number | null) => (at === null ? t('risk.never') : <When ms={at} />)
  const isStopped = account.legalHold || account.restriction !== null
  return (
    <>
      <p className="mb-2 text-13 text-fg2">{t('risk.note')}</p>
      <Facts
        items={[
          [t('risk.deposited'), usdt(flows.deposited)],
          [t('risk.withdrawn'), usdt(flows.withdrawn)],
          [t('risk.traded'), usdt(flows.traded)],
          [t('risk.unpriced'), flows.unpriced > 0 && String(flows.unpriced)],
          [t('risk.toOrigin'), yesNo(address.toOrigin)],
          [t('risk.sharedWith'), <Shared key="shared" address={address} />],
          [t('risk.addressAge'), durationText(address.ageMs, tag)],
          [t('risk.accountAge'), durationText(account.ageMs, tag)],
          [
            t('risk.newAtRequest'),
            access.newAtRequest === null ? (
              t('risk.unknown')
            ) : (
              <Marked on={access.newAtRequest}>{yesNo(access.newAtRequest)}</Marked>
            ),
          ],
          [
            t('risk.week'),
            t('risk.weekText', { signIns: access.signIns, failed: access.failed, newDevices: access.newDevices }),
          ],
          [t('risk.credentials'), changed(access.credentialsChangedAt)],
          [t('risk.fundPassword'), changed(access.fundPasswordChangedAt)],
          [
            t('risk.stopped'),
            <Marked key="stopped" on={isStopped}>
              {[account.legalHold ? t('reason.LEGAL_HOLD') : '', account.restriction ?? '']
                .filter((one) => one !== '')
                .join(' · ') || common('no')}
            </Marked>,
          ],
          [t('risk.depositsOnHold'), String(account.depositsOnHold)],
          [t('risk.withdrawalsWaiting'), String(account.withdrawalsWaiting)],
        ]}
      />
    </>
  )
}

function Shared({ address: { sharedWith, others } }: Pick<Risk, 'address'>) {
  return (
    <span className="flex flex-col gap-1">
      <Marked on={sharedWith > 0}>{String(sharedWith)}</Marked>
      {others.map(({ customerId, username }) => (
        <CustomerLink key={customerId} id={customerId} name={username} />
      ))}
    </span>
  )
}
