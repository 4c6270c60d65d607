import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Fragment, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useSession } from '../../../lib/session.ts'
import { EmailForm } from './email-form.tsx'
import { NameForm } from './name-form.tsx'
import { Section } from '../../../layout/section.tsx'

const details = ['username', 'email', 'phone'] as const
type Detail = (typeof details)[number]

/** A value that may break before its `@` and its dots: a long address would else break inside a word. */
const inParts = (value: string) =>
  value.split(/(?=[@.])/).map((part, at) => (
    <Fragment key={at}>
      {at > 0 && <wbr />}
      {part}
    </Fragment>
  ))

/** By what the customer is known and reached, and the change of each. */
export function DetailsSection() {
  const t = useTranslations('security')
  const common = useTranslations('common')
  const user = useSession()?.user
  const [changing, setChanging] = useState<Detail>()
  const close = () => setChanging(undefined)
  if (!user) return null
  const named = (detail: Detail) => t(user[detail] ? `details.changeOne.${detail}` : 'details.addPhone')
  return (
    <Section title={t('details.title')} text={t('details.text')}>
      <ul className="divide-y divide-line">
        {details.map((detail) => (
          <li key={detail} className="flex items-center gap-4 py-2.5">
            <div className="min-w-0 grow">
              <span className="block text-13 text-fg2">{t(`details.${detail}`)}</span>
              <span className="block font-600 wrap-anywhere">
                {user[detail] ? <bdi dir="ltr">{inParts(user[detail])}</bdi> : t('details.none')}
              </span>
            </div>
            <Button
              variant="secondary"
              size="small"
              className="shrink-0"
              aria-label={named(detail)}
              onClick={() => setChanging(detail)}
            >
              {t(user[detail] ? 'details.change' : 'details.add')}
            </Button>
          </li>
        ))}
      </ul>
      <Dialog
        variant="sheet"
        open={changing !== undefined}
        onClose={close}
        title={changing && named(changing)}
        closeLabel={common('close')}
      >
        {changing === 'email' && <EmailForm onDone={close} />}
        {(changing === 'username' || changing === 'phone') && (
          <NameForm key={changing} detail={changing} kept={user[changing] ?? ''} onDone={close} />
        )}
      </Dialog>
    </Section>
  )
}
