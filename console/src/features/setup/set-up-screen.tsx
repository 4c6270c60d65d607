import { beginSetUp } from '@evenhand/protocol/operators.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Card, EmptyState, Skeleton } from '@evenhand/ui/states.tsx'
import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { SetUpForm } from './set-up-form.tsx'

type SetUpProps = { secret: string; onDone: () => void }
/** 256 bits in base64url. */
const isSecret = (text: string): boolean => /^[A-Za-z0-9_-]{43}$/.test(text)

/** The one-time set-up of an invited operator. */
export function SetUpScreen({ secret: given, onDone }: SetUpProps) {
  const t = useTranslations('signin')
  const [secret, setSecret] = useState(given)
  const query = useQuery({
    queryKey: [beginSetUp.path, secret],
    queryFn: () => call(beginSetUp, { secret }),
    enabled: isSecret(secret),
    staleTime: Infinity,
    retry: false,
  })
  return (
    <div className="mx-auto w-full max-w-form px-4 py-10">
      <Card className="p-6">
        {query.data ? (
          <SetUpForm begun={query.data} secret={secret} onDone={onDone} />
        ) : query.isFetching ? (
          <Skeleton className="h-60" />
        ) : (
          <>
            {secret !== '' && <EmptyState icon="lock" title={t('setUp.used')} />}
            <SecretForm onSecret={setSecret} />
          </>
        )}
      </Card>
    </div>
  )
}

/** For a secret that came without its link. */
function SecretForm({ onSecret }: { onSecret: (secret: string) => void }) {
  const t = useTranslations('signin')
  const [text, setText] = useState('')
  const [tried, setTried] = useState(false)
  const isWhole = isSecret(text.trim())
  const next = (event: FormEvent) => {
    event.preventDefault()
    setTried(true)
    if (isWhole) onSecret(text.trim())
  }
  return (
    <form onSubmit={next} noValidate className="flex flex-col gap-4">
      <h1 className="text-20 font-700">{t('setUp.title')}</h1>
      <TextField
        label={t('setUp.secret')}
        hint={t('setUp.secretHint')}
        value={text}
        error={tried && !isWhole && t('setUp.secretWrong')}
        onChange={({ target }) => setText(target.value)}
        autoComplete="off"
        spellCheck={false}
        dir="ltr"
      />
      <Button type="submit">{t('next')}</Button>
    </form>
  )
}
