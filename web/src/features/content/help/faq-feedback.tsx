import { contentLimits } from '@evenhand/protocol/content.ts'
import { type FaqEntry } from '@evenhand/protocol/faq.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { reportProblem } from '../../../lib/report-problem.ts'
import { useFeedback } from './help-queries.ts'

/** Requests whether an answer is still correct; where it is not, what is wrong with it. */
export function FaqFeedback({ entry: { slug, version } }: { entry: FaqEntry }) {
  const t = useTranslations('help')
  const [sent, setSent] = useState<'no' | 'done'>()
  const [remark, setRemark] = useState('')
  const { mutate, isPending } = useFeedback()
  const sendVote = (helpful: boolean, next: 'no' | 'done', words?: string) =>
    mutate(
      { slug, version, helpful, ...(words ? { remark: words } : {}) },
      { onSuccess: () => setSent(next), onError: reportProblem },
    )
  return (
    <div className="mt-3 border-t border-line pt-3 text-14" role="status">
      {sent === 'done' && <p className="text-fg2">{t('feedback.thanks')}</p>}
      {sent === undefined && (
        <div className="flex flex-wrap items-center gap-2">
          <span className="me-1 text-fg2">{t('feedback.ask')}</span>
          <Button variant="secondary" size="small" busy={isPending} onClick={() => sendVote(true, 'done')}>
            {t('feedback.yes')}
          </Button>
          <Button variant="secondary" size="small" busy={isPending} onClick={() => sendVote(false, 'no')}>
            {t('feedback.no')}
          </Button>
        </div>
      )}
      {sent === 'no' && (
        <form
          className="flex flex-col items-start gap-3"
          onSubmit={(event) => {
            event.preventDefault()
            if (remark.trim() !== '') sendVote(false, 'done', remark.trim())
            else setSent('done')
          }}
        >
          <TextArea
            label={t('feedback.what')}
            value={remark}
            rows={3}
            maxLength={contentLimits.remark}
            onChange={(event) => setRemark(event.target.value)}
          />
          <Button type="submit" variant="secondary" size="small" busy={isPending}>
            {t('feedback.send')}
          </Button>
        </form>
      )}
    </div>
  )
}
