import { cx } from '@evenhand/ui/cx.ts'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { freeUsdt, loanMoney, useBalances } from '../../lib/balances.ts'
import { Dot } from '../../lib/dot.tsx'
import { Figure, formatAmount } from '../../lib/format.tsx'
import { hiddenText, useHiddenBalances } from '../../lib/hidden-balances.ts'
import { Queries } from '../../lib/queries.tsx'
import { useAccountMode } from '../../lib/session.ts'
import { useLayout } from '../../lib/settings.ts'
import { HangingMenu } from '../hanging-menu.tsx'
import { AccountPanel } from './account-panel.tsx'

const classesOf = { virtual: 'bg-warn-weak text-warn', real: 'bg-accent-weak text-accent-text' } as const

/** Which account is in use and what is free on it, in sight on every page; opens both accounts. */
export const AccountMenu = () => (
  <Queries>
    <Menu />
  </Queries>
)

function Menu() {
  const t = useTranslations('common')
  const mode = useAccountMode()
  const mobile = useLayout() === 'mobile'
  const [open, setOpen] = useState(false)
  const classes = cx('shrink-0 font-600 hover:shade-97', classesOf[mode])
  if (!mobile)
    return (
      <HangingMenu
        id="accounts"
        label={t('account.menu')}
        face={
          <>
            <span className="text-12">{t(`account.${mode}Short`)}</span>
            <Balance />
          </>
        }
        faceClass={classes}
        panelClass="w-88 p-3"
      >
        {(close) => <AccountPanel onDone={close} />}
      </HangingMenu>
    )
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
        className={cx(
          'flex h-11 min-w-11 flex-col items-end justify-center rounded-control px-2 leading-tight',
          classes,
        )}
      >
        <span className="text-11">{t(`account.${mode}Short`)}</span>
        <Balance />
      </button>
      <Dialog
        variant="sheet"
        open={open}
        onClose={() => setOpen(false)}
        title={t('account.menu')}
        closeLabel={t('close')}
      >
        <AccountPanel onDone={() => setOpen(false)} />
      </Dialog>
    </>
  )
}

/** What is free in USDT, and on a desktop what is left of a loan's money; the coins that are not traded with stand in the menu. */
function Balance() {
  const t = useTranslations('profile')
  const mode = useAccountMode()
  const hidden = useHiddenBalances()
  const { data } = useBalances()
  const lent = mode === 'real' && !hidden ? loanMoney(data) : undefined
  return (
    <span className="text-13">
      <Figure>
        {data === undefined ? '—' : hidden ? hiddenText : formatAmount(freeUsdt(data[mode]), 2)}
        <span className="mobile:hidden"> USDT</span>
      </Figure>
      {lent !== undefined && (
        <span className="text-12 font-400 mobile:hidden">
          <Dot />
          {t('loanMoney')} <Figure>{formatAmount(lent, 2)}</Figure>
        </span>
      )}
    </span>
  )
}
