import { addMacro, dropMacro, macros } from '@evenhand/protocol/operator-workspace.ts'
import { languages, type Lang } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { toast } from '@evenhand/ui/toast.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { useLang } from '../../lib/settings.ts'

type MacrosProps = {
  /** The answer as it would be sent; undefined while it is too short. */
  answer: string | undefined
  onInsert: (text: string) => void
}

function useMacros() {
  const queries = useQueryClient()
  const { data = [] } = useQuery({ queryKey: [macros.path], queryFn: ({ signal }) => call(macros, {}, signal) })
  const anew = { onSuccess: () => queries.invalidateQueries({ queryKey: [macros.path] }), meta: { handled: true } }
  const add = useMutation({
    ...anew,
    mutationFn: (macro: { lang: Lang; title: string; body: string }) => call(addMacro, macro),
  })
  const drop = useMutation({ ...anew, mutationFn: (id: string) => call(dropMacro, { id }) })
  return { list: data, add, drop }
}

/** Texts that operators reuse in answers: one is inserted, or this answer is saved as another. */
export function Macros({ answer, onInsert }: MacrosProps) {
  const t = useTranslations('complaints')
  const { list, add, drop } = useMacros()
  const [chosen, setChosen] = useState('')
  const insert = (id: string) => {
    setChosen(id)
    const macro = list.find((one) => one.id === id)
    if (macro !== undefined) onInsert(macro.body)
  }
  return (
    <div className="flex flex-col gap-2">
      {list.length > 0 && (
        <div className="flex flex-wrap items-end gap-2">
          <Select
            label={t('macro.label')}
            value={chosen}
            options={[
              { value: '', label: '—' },
              ...list.map(({ id, lang, title }) => ({ value: id, label: `${lang} · ${title}` })),
            ]}
            onChange={({ target }) => insert(target.value)}
            className="min-w-48 flex-1"
          />
          {chosen !== '' && (
            <Button
              variant="secondary"
              size="small"
              busy={drop.isPending}
              onClick={() => drop.mutate(chosen, { onSuccess: () => setChosen('') })}
            >
              {t('macro.drop')}
            </Button>
          )}
        </div>
      )}
      {answer !== undefined && !list.some(({ body }) => body === answer) && <Keep body={answer} add={add} />}
    </div>
  )
}

/** Saves this answer under a title and its language. */
function Keep({ body, add }: { body: string; add: ReturnType<typeof useMacros>['add'] }) {
  const t = useTranslations('complaints')
  const problemText = useProblemText()
  const own = useLang()
  const [title, setTitle] = useState('')
  const [lang, setLang] = useState<Lang>(own)
  const save = () =>
    add.mutate({ lang, title: title.trim(), body }, { onSuccess: () => toast(t('macro.saved'), 'good') })
  return (
    <details className="text-13">
      <summary className="cursor-pointer text-accent-text">{t('macro.keep')}</summary>
      <div className="mt-2 flex flex-wrap items-end gap-2">
        <TextField
          label={t('macro.title')}
          value={title}
          maxLength={60}
          onChange={({ target }) => setTitle(target.value)}
          autoComplete="off"
        />
        <Select
          label={t('macro.lang')}
          value={lang}
          options={languages.map(({ value, name }) => ({ value, label: name }))}
          onChange={({ target }) => setLang(target.value as Lang)}
        />
        <Button variant="secondary" size="small" disabled={title.trim() === ''} busy={add.isPending} onClick={save}>
          {t('macro.save')}
        </Button>
      </div>
      {add.error && <FieldError>{problemText(add.error)}</FieldError>}
    </details>
  )
}
