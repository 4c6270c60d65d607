import {
  approveContent,
  dropContent,
  publishContent,
  returnContent,
  type SeenContent,
} from '@evenhand/protocol/content-console.ts'
import type { Lang } from '@evenhand/protocol/languages.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextField } from '@evenhand/ui/field.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { DecisionDialog } from '../../case/decision-dialog.tsx'
import { call } from '../../lib/call.ts'
import { languageOf } from '../../lib/settings.ts'
import { ChangedText } from './changed-text.tsx'
import { useKeepText } from './content-query.ts'
import { timeOf } from './notice-form.ts'

type Move = 'publish' | 'approve' | 'return' | 'drop'
type Draft = NonNullable<SeenContent['draft']>
type ActionsProps = {
  seen: SeenContent
  draft: Draft
  at: { slug: string; lang: Lang; from: 'en' | 'zh' | undefined }
  /** What is written differs from the draft: it is saved before anything else. */
  isChanged: boolean
}

/** What may follow from where a draft stands. */
const movesOf = ({ status, isOwn }: Draft): readonly Move[] => {
  if (status === 'DRAFT') return ['publish', 'drop']
  if (status === 'REVIEW') return isOwn ? ['return'] : ['approve', 'return']
  return ['return']
}

/** The ways on for a draft: to customers at once or later, to a second operator, back, or away. */
export function DraftActions({ seen, draft, at, isChanged }: ActionsProps) {
  const t = useTranslations('content')
  const [open, setOpen] = useState<Move>()
  return (
    <>
      {movesOf(draft).map((move) => (
        <Button
          key={move}
          variant={move === 'drop' || move === 'return' ? 'secondary' : 'primary'}
          disabled={isChanged || (move === 'publish' && draft.problems.length > 0)}
          onClick={() => setOpen(move)}
        >
          {t(`move.${move}.button`)}
        </Button>
      ))}
      {draft.status === 'REVIEW' && draft.isOwn && <p className="text-13 text-fg2">{t('move.waits')}</p>}
      {open !== undefined && (
        <MoveDialog move={open} seen={seen} draft={draft} at={at} onClose={() => setOpen(undefined)} />
      )}
    </>
  )
}

type DialogProps = Omit<ActionsProps, 'isChanged'> & { move: Move; onClose: () => void }
const routes = { publish: publishContent, approve: approveContent, return: returnContent, drop: dropContent }

function MoveDialog({ move, seen, draft, at, onClose }: DialogProps) {
  const t = useTranslations('content')
  const keep = useKeepText()
  const [later, setLater] = useState('')
  const publishAt = later === '' ? undefined : timeOf(later)
  const { isLegal, title } = seen.item
  return (
    <DecisionDialog
      title={t(`move.${move}.title`, { title })}
      effect={t(move === 'publish' && isLegal ? 'move.publish.legal' : `move.${move}.effect`)}
      button={t(`move.${move}.button`)}
      danger={move === 'drop'}
      about="agree"
      complete={later === '' || publishAt !== undefined}
      submit={async (reason) => {
        const { slug, lang } = at
        const request = { slug, lang, revision: draft.revision, reason }
        const timed = move === 'publish' && publishAt !== undefined ? { ...request, publishAt } : request
        await keep(at, await call(routes[move], timed))
      }}
      onClose={onClose}
    >
      {() => (
        <>
          {(move === 'publish' || move === 'approve') && <ChangedText seen={seen} lang={languageOf(at.lang).tag} />}
          {move === 'publish' && (
            <TextField
              type="datetime-local"
              label={t('publish.later')}
              hint={t('publish.hint')}
              value={later}
              onChange={({ target }) => setLater(target.value)}
              dir="ltr"
            />
          )}
        </>
      )}
    </DecisionDialog>
  )
}
