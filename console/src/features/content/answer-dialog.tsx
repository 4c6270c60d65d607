import { createAnswer, retireAnswer, type ContentRow } from '@evenhand/protocol/content-console.ts'
import { faqCategories } from '@evenhand/protocol/faq.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Chip } from '@evenhand/ui/chip.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { Select } from '@evenhand/ui/select.tsx'
import { Card } from '@evenhand/ui/states.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { useMay } from '../../lib/session.ts'
import { useDraftOf } from '../../lib/use-draft.ts'
import { useRenewContents } from './content-query.ts'
import { ContentFacts } from './content-table.tsx'

const isSlug = /^[a-z][a-z0-9-]{2,59}$/
const isScreen = /^\/[a-z0-9/-]{0,60}$/

/** A question that is begun: what it is called, what it is about, and the screen that it belongs to. */
export function AnswerDialog({ onDone, onClose }: { onDone: (slug: string) => void; onClose: () => void }) {
  const t = useTranslations('content')
  const renew = useRenewContents()
  const [slug, setSlug] = useDraftOf('slug', '')
  const [category, setCategory] = useDraftOf<(typeof faqCategories)[number]>('category', 'account')
  const [screen, setScreen] = useDraftOf('screen', '')
  const rightScreen = screen === '' || isScreen.test(screen)
  const submit = async (reason: string) => {
    await call(createAnswer, { slug, category, ...(screen !== '' && { screen }), reason })
    await renew()
    onDone(slug)
  }
  return (
    <DecisionDialog
      title={t('answer.create.button')}
      effect={t('answer.create.effect')}
      button={t('answer.create.button')}
      danger={false}
      complete={isSlug.test(slug) && rightScreen}
      submit={submit}
      onClose={onClose}
    >
      {(tried) => (
        <>
          <TextField
            label={t('answer.slug')}
            hint={t('answer.slugHint')}
            value={slug}
            error={tried && !isSlug.test(slug) && t('answer.slugHint')}
            onChange={({ target }) => setSlug(target.value)}
            autoComplete="off"
            dir="ltr"
          />
          <Select
            label={t('answer.category')}
            value={category}
            options={faqCategories.map((value) => ({ value, label: t(`answer.about.${value}`) }))}
            onChange={({ target }) => setCategory(faqCategories.find((one) => one === target.value) ?? 'account')}
          />
          <TextField
            label={t('answer.screen')}
            hint={t('answer.screenHint')}
            value={screen}
            error={tried && !rightScreen && t('answer.screenHint')}
            onChange={({ target }) => setScreen(target.value)}
            autoComplete="off"
            dir="ltr"
          />
        </>
      )}
    </DecisionDialog>
  )
}

/** Where the answer of an open text belongs, and the way to take it from customers or put it back. */
export function AnswerSettings({ row }: { row: ContentRow }) {
  const t = useTranslations('content')
  const may = useMay()
  const renew = useRenewContents()
  const [isOpen, setOpen] = useState(false)
  const step = row.isRetired ? 'restore' : 'retire'
  return (
    <Card className="flex flex-wrap items-center justify-between gap-3 p-3">
      <div className="flex flex-wrap items-center gap-2">
        <ContentFacts row={row} />
        {row.isRetired && <Chip>{t('answer.retired')}</Chip>}
      </div>
      {may(retireAnswer) && (
        <Button variant="secondary" size="small" onClick={() => setOpen(true)}>
          {t(`answer.${step}.button`)}
        </Button>
      )}
      {isOpen && (
        <DecisionDialog
          title={t(`answer.${step}.button`)}
          effect={t(`answer.${step}.effect`)}
          button={t(`answer.${step}.button`)}
          danger={false}
          submit={async (reason) => {
            await call(retireAnswer, { slug: row.slug, isRetired: !row.isRetired, reason })
            await renew()
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </Card>
  )
}
