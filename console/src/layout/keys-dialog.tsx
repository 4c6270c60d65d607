import { Checkbox } from '@evenhand/ui/field.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { setSingleKeys, useKeys, useSingleKeys } from '../queue/keys.ts'

const rows = [
  ['Ctrl K', 'palette'],
  ['J', 'next'],
  ['K', 'previous'],
  ['V', 'look'],
  ['A', 'approve'],
  ['R', 'reject'],
  ['Ctrl Enter', 'send'],
  ['Esc', 'close'],
  ['?', 'help'],
] as const

/** The list of keys, under the question mark. */
export function KeysDialog() {
  const t = useTranslations('common')
  const [open, setOpen] = useState(false)
  const on = useSingleKeys()
  useKeys({ '?': () => setOpen(true) })
  return (
    <Dialog open={open} onClose={() => setOpen(false)} title={t('keys.title')} closeLabel={t('close')}>
      <dl className="mb-4 grid grid-cols-[auto_1fr] gap-x-4 gap-y-2">
        {rows.map(([key, text]) => (
          <div key={key} className="contents">
            <dt>
              <kbd dir="ltr" className="rounded-chip border border-line bg-sunken px-2 py-0.5 text-12 font-600">
                {key}
              </kbd>
            </dt>
            <dd>{t(`keys.${text}`)}</dd>
          </div>
        ))}
      </dl>
      <Checkbox label={t('keys.single')} checked={on} onChange={({ target }) => setSingleKeys(target.checked)} />
      <p className="text-13 text-fg3">{t('keys.singleHint')}</p>
    </Dialog>
  )
}
