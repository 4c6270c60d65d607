import { shortAddress, type WithdrawalAddress } from '@evenhand/protocol/addresses.ts'
import type { FundMethod } from '@evenhand/protocol/funds.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { RetryLine } from '../../layout/retry-line.tsx'
import { Figure } from '../../lib/format.tsx'
import { AddressClock } from './address-clock.tsx'

type PickerProps = {
  method: FundMethod
  /** Those of the method; undefined while they are not known. */
  addresses: readonly WithdrawalAddress[] | undefined
  /** Where they could not be loaded. */
  onRequestAgain: (() => void) | undefined
  chosen: string | undefined
  onChoose: (id: string) => void
  error: string | undefined
}

/** Where it goes: the addresses of the book for this way; those that still wait are shown with their clock. */
export function AddressPicker({ method, addresses, onRequestAgain, chosen, onChoose, error }: PickerProps) {
  const t = useTranslations('withdraw')
  const name = useId()
  const { coin, network } = method
  return (
    <fieldset
      className="min-w-0"
      aria-invalid={error ? true : undefined}
      aria-describedby={error ? `${name}-error` : undefined}
      tabIndex={-1}
    >
      <legend className="mb-1.5 font-500">{t('address.to')}</legend>
      {addresses === undefined &&
        (onRequestAgain ? <RetryLine onRetry={onRequestAgain} /> : <Skeleton className="h-16" />)}
      {addresses?.length === 0 && <p className="text-fg2">{t('address.none', { coin, network })}</p>}
      <div className="flex flex-col gap-2">
        {addresses?.map((one) => (
          <label
            key={one.id}
            className={cx(
              'flex min-h-14 items-center gap-3 rounded-control border px-3.5 py-2',
              one.id === chosen ? 'border-accent bg-accent-weak' : 'border-line',
              one.status === 'COOLING' && 'border-dashed',
            )}
          >
            <input
              type="radio"
              name={name}
              checked={one.id === chosen}
              disabled={one.status === 'COOLING'}
              onChange={() => onChoose(one.id)}
              className="size-5 shrink-0"
            />
            {/* The clock goes under the name where both do not fit, before either breaks. */}
            <span className="flex min-w-0 grow flex-wrap items-center justify-between gap-x-3 gap-y-1">
              <span className="flex min-w-0 flex-col">
                <span className="font-600 wrap-anywhere">
                  <bdi>{one.label}</bdi>
                </span>
                <span className="text-13 text-fg2">
                  <Figure className="whitespace-nowrap">{shortAddress(one.address)}</Figure>
                </span>
              </span>
              {one.status === 'COOLING' && <AddressClock address={one} />}
            </span>
          </label>
        ))}
      </div>
      <FieldError id={`${name}-error`}>{error}</FieldError>
      <div className="mt-2 flex flex-wrap gap-2">
        <Link
          to="/profile/addresses"
          search={{ add: method.method }}
          className={buttonClass(addresses?.length === 0 ? 'primary' : 'weak', 'small')}
        >
          <Icon name="plus" size={16} />
          {t('address.add')}
        </Link>
        <Link to="/profile/addresses" className={buttonClass('secondary', 'small')}>
          {t('address.book')}
        </Link>
      </div>
    </fieldset>
  )
}
