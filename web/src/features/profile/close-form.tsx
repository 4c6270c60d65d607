import { closeAccount } from '@evenhand/protocol/settings.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner, Card } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link, useNavigate } from '@evenhand/ui/router.ts'
import { useState, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { isRefused, type Refused } from '../../lib/problem.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useLocalNumber } from '../../lib/use-local-number.ts'
import { NotProved, withProof } from '../../lib/proof.ts'
import { leaveSession } from '../../lib/session.ts'

const meanings = ['end', 'virtual', 'name', 'kept', 'first'] as const

/** Closes the account for good, after showing what that means; what hinders it is named. */
export function CloseForm() {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const navigate = useNavigate()
  const [confirming, setConfirming] = useState(false)
  const closing = useMutation({
    meta: { handled: true },
    mutationFn: async () => {
      await withProof(() => call(closeAccount, {}))
      await leaveSession(() => navigate({ to: '/' }))
      toast(t('close.done'), 'good')
    },
    onMutate: () => setConfirming(false),
  })
  const problem = closing.error instanceof NotProved ? null : closing.error
  return (
    <Card className="flex max-w-card flex-col gap-4 p-5">
      <p>{t('close.lead')}</p>
      <ul className="list-disc ps-5 text-fg2">
        {meanings.map((meaning) => (
          <li key={meaning}>{t(`close.means.${meaning}`)}</li>
        ))}
      </ul>
      <Link to="/profile/export" className={`${buttonClass('secondary')} self-start`}>
        {t('data.download')}
      </Link>
      <div role="alert" className="empty:hidden">
        {problem && <Hindrance problem={problem} />}
      </div>
      <Button variant="danger" className="self-start" busy={closing.isPending} onClick={() => setConfirming(true)}>
        {t('close.action')}
      </Button>
      <Dialog
        variant="sheet"
        open={confirming}
        onClose={() => setConfirming(false)}
        title={t('close.ask')}
        closeLabel={common('close')}
      >
        <p className="mb-5">{t('close.final')}</p>
        <div className="grid grid-cols-2 gap-3">
          <Button variant="secondary" size="large" onClick={() => setConfirming(false)}>
            {common('cancel')}
          </Button>
          <Button variant="danger" size="large" onClick={() => closing.mutate()}>
            {t('close.action')}
          </Button>
        </div>
      </Dialog>
    </Card>
  )
}

function Hindrance({ problem }: { problem: unknown }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const local = useLocalNumber()
  const problemText = useProblemText()
  if (!isRefused(problem, 'accountRestricted') || !isKnown(problem))
    return <Banner variant="danger">{problemText(problem)}</Banner>
  const { reason, account, product, amount, asset, orderNo } = problem.params
  const no = { orderNo: `\u2066${String(orderNo)}\u2069` }
  const link = buttonClass('secondary')
  const hint = (text: string, way: ReactNode) => (
    <Banner variant="warn" action={way}>
      {text}
    </Banner>
  )
  const toWithdraw = (
    <Link to="/profile/balance/withdraw" className={link}>
      {t('transactions.kinds.WITHDRAWAL')}
    </Link>
  )
  switch (reason) {
    case 'DEPOSIT_WAITS':
      return hint(
        t('close.deposit', no),
        <Link to="/profile/balance" className={link}>
          {t('transactions.kinds.DEPOSIT')}
        </Link>,
      )
    case 'WITHDRAWAL_WAITS':
      return hint(t('close.withdrawal', no), toWithdraw)
    case 'LOAN_OPEN':
      return hint(
        t('close.loan', no),
        <Link to="/loan/account" search={{}} className={link}>
          {t('page.loan')}
        </Link>,
      )
    case 'BID_LEADS':
      return hint(
        t('close.bid'),
        <Link to="/nfts" search={{ show: 'mine' }} className={link}>
          {common('nav.nfts')}
        </Link>,
      )
    case 'OPEN_ORDERS':
      return hint(
        t(account === 'virtual' ? 'close.openVirtual' : 'close.openReal'),
        <Link to="/profile/orders" search={product === undefined ? {} : { product: String(product) }} className={link}>
          {t('page.orders')}
        </Link>,
      )
    default:
      return hint(t('close.balance', { amount: local.amount(String(amount), String(asset)) }), toWithdraw)
  }
}

const known: readonly unknown[] = [
  'OPEN_ORDERS',
  'DEPOSIT_WAITS',
  'WITHDRAWAL_WAITS',
  'LOAN_OPEN',
  'BID_LEADS',
  'BALANCE',
]
const isKnown = ({ params: { reason } }: Refused): boolean => known.includes(reason)
