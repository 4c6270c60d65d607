import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Link } from '@evenhand/ui/router.ts'
import { Banner } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslations } from 'use-intl'
import { saveFile } from '../../lib/save-file.ts'
import type { OwnCheck } from './check-own.ts'
import type { Difference } from './compare-own.ts'
import { DifferenceText } from './difference-text.tsx'

type AlarmProps = Pick<OwnCheck, 'file'> & { difference: Difference }

/**
 * That the proof of liabilities does not hold what the customer owned, under the top bar of every screen, with no way to
 * close it; and once in the line for what must be seen, which is in sight wherever the page is scrolled to.
 */
export function OwnAlarm({ difference, file }: AlarmProps) {
  const t = useTranslations('transparency')
  const common = useTranslations('common')
  const title = t('liabilities.wrong.title')
  const header = document.querySelector('header')
  useEffect(() => toast(title, 'danger'), [title])
  if (header === null) return null
  return createPortal(
    <div className="mx-auto w-full max-w-content px-gutter py-2">
      <Banner
        variant="danger"
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="secondary" size="small" onClick={() => saveFile(file.name, file.text)}>
              <Icon name="download" size={18} />
              {t('liabilities.own.save')}
            </Button>
            <Link to="/profile/complaints" search={{ about: 'account' }} className={buttonClass('secondary', 'small')}>
              {common('complain')}
            </Link>
          </div>
        }
      >
        <div role="alert">
          <DifferenceText difference={difference} />
        </div>
      </Banner>
    </div>,
    header,
  )
}
