import { savedViews, saveView } from '@evenhand/protocol/operator-workspace.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Dialog, DialogActions } from '@evenhand/ui/dialog.tsx'
import { FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from '@evenhand/ui/router.ts'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { call } from '../lib/call.ts'
import { useProblemText } from '../lib/problem-text.ts'

/** The address's filters, order and columns without the open case, as a view keeps them. */
const filtersOf = (searchText: string): string => {
  const filters = new URLSearchParams(searchText)
  filters.delete('id')
  return filters.toString()
}

/** The operator's own views of this screen: chosen, saved under a name, and removed. */
export function SavedViews() {
  const t = useTranslations('common')
  const navigate = useNavigate()
  const { pathname, searchText } = useLocation()
  const screen = pathname.slice(1)
  const now = filtersOf(searchText)
  const [isSaving, setSaving] = useState(false)
  const { data } = useQuery({ queryKey: [savedViews.path], queryFn: ({ signal }) => call(savedViews, {}, signal) })
  const save = useSaveView()
  const own = data?.filter((view) => view.screen === screen) ?? []
  const chosen = own.find(({ search }) => search === now && now !== '')
  const choose = (value: string) => {
    const view = own.find(({ name }) => `view ${name}` === value)
    if (value === 'save') setSaving(true)
    else if (value === 'drop' && chosen !== undefined) save.mutate({ screen, name: chosen.name, search: null })
    else if (view !== undefined) void navigate({ href: `${pathname}?${view.search}` })
  }
  if (own.length === 0 && now === '') return null
  return (
    <>
      <Select
        bare
        label={t('views.label')}
        title={t('views.label')}
        value={chosen === undefined ? '' : `view ${chosen.name}`}
        options={[
          { value: '', label: t('views.none') },
          ...own.map(({ name }) => ({ value: `view ${name}`, label: name })),
          ...(chosen === undefined && now !== '' ? [{ value: 'save', label: t('views.save') }] : []),
          ...(chosen === undefined ? [] : [{ value: 'drop', label: t('views.drop', { name: chosen.name }) }]),
        ]}
        onChange={({ target }) => choose(target.value)}
        className="min-w-32"
      />
      {isSaving && <NameDialog view={{ screen, search: now }} onClose={() => setSaving(false)} />}
    </>
  )
}

function useSaveView(onSaved?: () => void) {
  const queries = useQueryClient()
  return useMutation({
    meta: { handled: true },
    mutationFn: (view: { screen: string; name: string; search: string | null }) => call(saveView, view),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: [savedViews.path] })
      onSaved?.()
    },
  })
}

function NameDialog({ view, onClose }: { view: { screen: string; search: string }; onClose: () => void }) {
  const t = useTranslations('common')
  const problemText = useProblemText()
  const [name, setName] = useState('')
  const save = useSaveView(onClose)
  return (
    <Dialog open onClose={onClose} title={t('views.save')} closeLabel={t('close')}>
      <form
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault()
          if (name.trim() !== '') save.mutate({ ...view, name: name.trim() })
        }}
      >
        <TextField
          label={t('views.name')}
          value={name}
          maxLength={40}
          onChange={({ target }) => setName(target.value)}
          autoComplete="off"
        />
        {save.error && <FieldError>{problemText(save.error)}</FieldError>}
        <DialogActions>
          <Button type="submit" busy={save.isPending}>
            {t('views.saveButton')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
