import type { AccountMode } from '@evenhand/protocol/money.ts'
import { buttonClass, IconButton } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { freeUsdt, loanMoney, useBalances, type Balance } from '../../lib/balances.ts'
import { Amount, Figure, formatAmount, signOf } from '../../lib/format.tsx'
import { hiddenText, toggleHiddenBalances, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { loadTexts } from '../../lib/texts.ts'
import { ModeQuestion } from '../mode-question.tsx'

const modes = ['virtual', 'real'] as const
const MarginSummary = lazyPart(async () => {
  const [part] = await Promise.all([import('../../features/contracts/margin-summary.tsx'), loadTexts('contracts')])
  return part.MarginSummary
})

/** Both accounts with their balances, the switch between them, and the ways to deposit and, as near, to withdraw. */
export function AccountPanel({ onDone }: { onDone: () => void }) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const mode = useAccountMode()
  const hidden = useHiddenBalances()
  const { data } = useBalances()
  const [requested, setRequested] = useState<AccountMode>()
  if (requested !== undefined)
    return (
      <>
        <p className="mb-2 text-16 font-700">{common(requested === 'virtual' ? 'mode.toVirtual' : 'mode.toReal')}</p>
        <ModeQuestion to={requested} onCancel={() => setRequested(undefined)} onDone={onDone} />
      </>
    )
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-2">
        {modes.map((one) => (
          <li key={one}>
            <AccountRow
              mode={one}
              inUse={one === mode}
              balances={data?.[one]}
              lent={one === 'real' ? loanMoney(data) : undefined}
              hidden={hidden}
              onChoose={setRequested}
            />
          </li>
        ))}
      </ul>
      <MarginSummary />
      <div className="flex flex-wrap items-center gap-2">
        <Link
          to="/profile/balance"
          search={{ show: 'deposit' }}
          onClick={onDone}
          className={`${buttonClass()} grow basis-0 px-2!`}
        >
          {t('money.deposit')}
        </Link>
        <Link
          to="/profile/balance/withdraw"
          onClick={onDone}
          className={`${buttonClass('secondary')} grow basis-0 px-2!`}
        >
          {t('money.withdraw')}
        </Link>
        {mode === 'virtual' && (
          <Link
            to="/profile/orders"
            search={{}}
            onClick={onDone}
            className={`${buttonClass('secondary')} grow basis-0 px-2!`}
          >
            {t('page.orders')}
          </Link>
        )}
        <IconButton
          icon={hidden ? 'eyeOff' : 'eye'}
          label={t(hidden ? 'showBalances' : 'hideBalances')}
          aria-pressed={hidden}
          onClick={toggleHiddenBalances}
        />
      </div>
    </div>
  )
}

type RowProps = {
  mode: AccountMode
  inUse: boolean
  balances: readonly Balance[] | undefined
  /** Money of a loan, which is no part of the balance. */
  lent: string | undefined
  hidden: boolean
  onChoose: (mode: AccountMode) => void
}

function AccountRow({ mode, inUse, balances, lent, hidden, onChoose }: RowProps) {
  const t = useTranslations('profile')
  const common = useTranslations('common')
  const shown = (text: string) => (hidden ? hiddenText : formatAmount(text))
  const others = balances?.filter(
    ({ asset, free, held }) => !asset.startsWith('USDT') && (signOf(free) !== 0 || signOf(held) !== 0),
  )
  const held = balances?.find(({ asset }) => asset.startsWith('USDT'))?.held ?? '0'
  return (
    <button
      type="button"
      aria-current={inUse ? 'true' : undefined}
      onClick={() => !inUse && onChoose(mode)}
      className={cx(
        'flex min-h-16 w-full items-center gap-3 rounded-control border px-3 py-2 text-start',
        inUse ? 'border-accent bg-accent-weak' : 'border-line hover:border-control hover:bg-sunken',
      )}
    >
      <span className="flex min-w-0 grow flex-col">
        <span className="text-13 text-fg2">{common(`account.${mode}`)}</span>
        {balances === undefined ? (
          <Skeleton className="my-1 h-5 w-28" />
        ) : hidden ? (
          <Figure className="self-start text-18 font-700">{hiddenText}</Figure>
        ) : (
          <Amount text={freeUsdt(balances)} className="self-start text-18 font-700" />
        )}
        {signOf(held) !== 0 && (
          <span className="text-12 text-fg2">
            {t('held')} <Figure>{shown(held)}</Figure>
          </span>
        )}
        {lent !== undefined && (
          <span className="text-12 text-fg2">
            {t('loanMoney')} <Figure>{shown(lent)}</Figure>
          </span>
        )}
        {others?.map(({ asset, free }) => (
          <Figure key={asset} className="self-start text-12 text-fg2">
            {shown(free)} {asset}
          </Figure>
        ))}
      </span>
      {inUse ? (
        <span className="inline-flex items-center gap-1 text-13 font-600 text-accent-text">
          <Icon name="check" size={16} />
          {t('inUse')}
        </span>
      ) : (
        <span className="text-13 font-600 text-accent-text">{t('switch')}</span>
      )}
    </button>
  )
}
