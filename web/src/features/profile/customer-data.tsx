import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation } from '@tanstack/react-query'
import { Link } from '@evenhand/ui/router.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslations } from 'use-intl'
import { useProblemText } from '../../lib/problem-text.ts'
import { NotProved } from '../../lib/proof.ts'
import { fileText, saveFile } from '../../lib/save-file.ts'
import { fetchCustomerData } from './fetch-export.ts'

const parts = ['account', 'security', 'orders', 'money', 'own', 'limits'] as const

/** What is kept about the customer, as a file; and the way to closing the account. */
export function CustomerData() {
  const t = useTranslations('profile')
  const problemText = useProblemText()
  const [entries, setEntries] = useState(0)
  const leaving = useRef(new AbortController())
  useEffect(() => {
    const ended = new AbortController()
    leaving.current = ended
    return () => ended.abort()
  }, [])
  const fetching = useMutation({
    meta: { handled: true },
    mutationFn: () => {
      setEntries(0)
      return fetchCustomerData(setEntries, leaving.current.signal)
    },
    onSuccess: (data) => {
      saveFile(`evenhand-data-${data.exportedAt.slice(0, 10)}.json`, fileText(data))
      toast(t('data.saved'), 'good')
    },
  })
  const problem = fetching.error instanceof NotProved || leaving.current.signal.aborted ? null : fetching.error
  return (
    <>
      <Card className="flex max-w-card flex-col gap-4 p-5">
        <p>{t('data.lead')}</p>
        <ul className="list-disc ps-5 text-fg2">
          {parts.map((part) => (
            <li key={part}>{t(`data.part.${part}`)}</li>
          ))}
        </ul>
        <p className="text-13 text-fg3">{t('data.secrets')}</p>
        <FieldError>{problem && problemText(problem)}</FieldError>
        <Button className="self-start" busy={fetching.isPending} onClick={() => fetching.mutate()}>
          <Icon name="download" size={18} />
          {t('data.download')}
        </Button>
        <p role="status" className="text-13 text-fg2 empty:hidden">
          {fetching.isPending && entries > 0 && t('data.fetched', { count: entries })}
        </p>
      </Card>
      <Card className="flex max-w-card flex-col gap-3 p-5">
        <h2 className="text-16 font-700">{t('close.title')}</h2>
        <p className="text-fg2">{t('close.way')}</p>
        <Link to="/profile/close" className={`${buttonClass('secondary')} self-start`}>
          {t('close.go')}
        </Link>
      </Card>
    </>
  )
}
