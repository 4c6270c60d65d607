import type { ComplaintKind } from '@evenhand/protocol/complaints.ts'
import { buttonClass } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { Link } from '@evenhand/ui/router.ts'
import { useTranslations } from 'use-intl'

type ComplainProps = {
  about: ComplaintKind
  /** What it is about, and the number it is known by. */
  id?: string
  no?: string
  /** Against a decision; else about how something went. */
  appeal?: boolean
}

const link = 'inline-flex min-h-11 items-center text-13 text-accent-text underline underline-offset-2 desktop:min-h-8'

/** The way to a formal complaint about the thing beside it; every rejection has one. */
export function ComplainLink({ about, id, no, appeal = false }: ComplainProps) {
  const t = useTranslations('common')
  return (
    <Link
      to="/profile/complaints"
      search={{ about, ...(id === undefined ? {} : { id }), ...(no === undefined ? {} : { of: no }) }}
      className={cx('self-start', appeal ? buttonClass('secondary', 'small') : link)}
    >
      {appeal ? t('appeal') : t('complain')}
    </Link>
  )
}
