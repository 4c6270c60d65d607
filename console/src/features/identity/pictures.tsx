import { viewIdentityPicture, type PictureName } from '@evenhand/protocol/identification-console.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { FieldError } from '@evenhand/ui/field.tsx'
import { useMutation } from '@tanstack/react-query'
import { useTranslations } from 'use-intl'
import { Part } from '../../case/facts.tsx'
import { Picture } from '../../case/picture.tsx'
import { useCaseView } from '../../case/prepared-view.ts'
import { callForFile } from '../../lib/call.ts'
import { useProblemText } from '../../lib/problem-text.ts'
import { ColleaguesWord, FieldCheck } from './field-check.tsx'
import type { CaseView } from './identity-case.tsx'
import type { Checks } from './use-checks.ts'

const ofDocument = { front: 'frontFileId', back: 'backFileId', holding: 'holdingFileId' } as const
const fieldOf = (which: PictureName) =>
  which === 'front' || which === 'back' || which === 'holding' ? ofDocument[which] : which
type PicturesProps = {
  view: CaseView
  checks: Checks
  decides: boolean
  /** Those that were opened in this visit: a picture is confirmed once it was seen. */
  opened: readonly PictureName[]
  onOpened: (which: PictureName) => void
}

/** The pictures of the document, each opened by itself: every opening is a view of its own in the record. */
export function Pictures({ view, checks, decides, opened, onOpened }: PicturesProps) {
  const t = useTranslations('identity')
  return (
    <Part title={t('part.pictures')}>
      <div className="grid gap-3 desktop:grid-cols-2">
        {view.seen.pictures.map((which) => (
          <div key={which} className="flex flex-col gap-2">
            <OnePicture view={view} which={which} onOpened={onOpened} />
            {decides && opened.includes(which) && <FieldCheck field={fieldOf(which)} checks={checks} />}
            <ColleaguesWord field={fieldOf(which)} checks={checks} />
          </div>
        ))}
      </div>
    </Part>
  )
}

type OnePictureProps = { view: CaseView; which: PictureName; onOpened: (which: PictureName) => void }

function OnePicture({ view: { seen, reason }, which, onOpened }: OnePictureProps) {
  const t = useTranslations('identity')
  const text = useProblemText()
  const label = t(`field.${fieldOf(which)}`)
  const open = useMutation({
    meta: { handled: true },
    mutationFn: () => callForFile(viewIdentityPicture, { id: seen.id, picture: which, reason }),
    onSuccess: () => onOpened(which),
  })
  useCaseView(open.data === undefined && !open.isPending ? () => open.mutate() : undefined)
  if (open.data) return <Picture file={open.data} label={label} />
  return (
    <div className="flex h-40 flex-col items-center justify-center gap-2 rounded-control border border-dashed border-control bg-sunken p-3 text-center">
      <p className="font-600">{label}</p>
      <Button variant="secondary" size="small" busy={open.isPending} onClick={() => open.mutate()}>
        {t('openPicture')}
      </Button>
      {open.error && <FieldError>{text(open.error)}</FieldError>}
    </div>
  )
}
