import { maxFileBytes, type FilePurpose } from '@evenhand/protocol/files.ts'
import { Button, buttonClass } from '@evenhand/ui/button.tsx'
import { cx } from '@evenhand/ui/cx.ts'
import { FieldError } from '@evenhand/ui/field.tsx'
import { Icon } from '@evenhand/ui/icon.tsx'
import { useId, useState, type ChangeEvent, type ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { useSentenceSpace } from '../sentences.ts'
import { CameraDialog, type Facing } from './camera-dialog.tsx'
import { ChosenPicture, SentBefore } from './chosen-picture.tsx'
import { useUpload } from './use-upload.ts'
import { useUploadProblem } from './use-upload-problem.ts'

/** JPEG 2000 has names of its own in several systems, and no media type in others. */
const accepted = 'image/jpeg,image/png,image/jp2,image/jpx,.jp2,.j2k,.jpx,.jpf'

type UploadFieldProps = {
  label: ReactNode
  hint?: ReactNode
  /** What is wrong with the field, beside what is wrong with the picture itself. */
  error?: ReactNode
  purpose: FilePurpose
  /** Of the picture that was sent; '' while there is none. A known one from an earlier visit is shown by a link. */
  fileId: string
  onFile: (fileId: string) => void
  /** Offers to take a photograph, with this camera of a phone. */
  camera?: Facing
  /** Shows in the camera's picture where a document should lie. */
  frame?: boolean
  /** Called while a picture is being sent, so that a form can wait for it. */
  onSending?: (sending: boolean) => void
}

/**
 * One picture of the customer's: chosen as a file or taken with the camera, shown, sent with its progress, and named to
 * the form by its id. Needs the texts `upload` and `codes`.
 */
export function UploadField(params: UploadFieldProps) {
  const { label, hint, error, purpose, fileId, onFile, camera, frame = false } = params
  const t = useTranslations('upload')
  const types = `${useSentenceSpace()}${t('types', { maxMb: maxFileBytes[purpose] / 1_048_576 })}`
  const id = useId()
  const problemText = useUploadProblem()
  const { chosen, choose, again, clear } = useUpload(purpose, { onFile, onSending: params.onSending })
  const [cameraIs, setCamera] = useState<'closed' | 'open' | 'refused'>('closed')
  const put = (file: File) => {
    setCamera('closed')
    choose(file)
  }
  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0]
    // The same file may be chosen again after a failure.
    event.target.value = ''
    if (file) put(file)
  }
  const remove = () => removePicture(clear, `${id}-file`)
  const wrong =
    chosen?.state === 'failed' ? problemText(chosen.problem) : cameraIs === 'refused' ? t('noCamera') : error
  const known = chosen === undefined && fileId !== ''
  const touch = matchMedia('(pointer: coarse)').matches
  return (
    <div role="group" aria-labelledby={`${id}-label`}>
      <p id={`${id}-label`} className="mb-1.5 font-500">
        {label}
      </p>
      <div
        className={cx(
          'flex flex-col gap-3 rounded-control border border-dashed p-4',
          wrong ? 'border-danger' : 'border-control',
        )}
      >
        {chosen && <ChosenPicture chosen={chosen} onCancel={remove} onAgain={again} />}
        {known && <SentBefore fileId={fileId} onRemove={remove} />}
        <div className="flex flex-wrap gap-2">
          <FileChoice
            id={`${id}-file`}
            onTake={take}
            describedBy={`${id}-hint${wrong ? ` ${id}-error` : ''}`}
            wrong={Boolean(wrong)}
            again={chosen !== undefined || known}
            label={label}
          />
          {camera && !touch && (
            <CameraButton id={id} isRefused={cameraIs === 'refused'} onOpen={() => setCamera('open')} />
          )}
          {camera && touch && <TakePhoto id={`${id}-photo`} label={label} facing={camera} onTake={take} />}
        </div>
        <p id={`${id}-hint`} className="text-13 text-fg3">
          {hint}
          {types}
        </p>
      </div>
      <FieldError id={`${id}-error`}>{wrong}</FieldError>
      {camera && (
        <CameraDialog
          open={cameraIs === 'open'}
          facing={camera}
          frame={frame}
          onClose={() => setCamera('closed')}
          onRefused={() => setCamera('refused')}
          onPhoto={put}
        />
      )}
    </div>
  )
}

/** The button that was pressed goes away with the picture: the focus goes on at the field. */
function removePicture(clear: () => void, fieldId: string): void {
  clear()
  document.getElementById(fieldId)?.focus({ preventScroll: true })
}

/** Of the field `id`. Why there is no camera is read out as the focus comes back. */
function CameraButton({ id, isRefused, onOpen }: { id: string; isRefused: boolean; onOpen: () => void }) {
  const t = useTranslations('upload')
  return (
    <Button variant="secondary" aria-describedby={isRefused ? `${id}-error` : undefined} onClick={onOpen}>
      {t('photo')}
    </Button>
  )
}

const focusRing =
  'peer-focus-visible:outline-2 peer-focus-visible:outline-offset-2 peer-focus-visible:outline-accent-text'

type FileChoiceProps = {
  id: string
  label: ReactNode
  onTake: (event: ChangeEvent<HTMLInputElement>) => void
  describedBy: string
  wrong: boolean
  again: boolean
}

/** The platform's own choice of a file behind a label that looks like a button. */
function FileChoice({ id, label, onTake, describedBy, wrong, again }: FileChoiceProps) {
  const t = useTranslations('upload')
  return (
    <span>
      <input
        id={id}
        type="file"
        accept={accepted}
        onChange={onTake}
        aria-describedby={describedBy}
        aria-invalid={wrong ? true : undefined}
        className="peer sr-only"
      />
      <label htmlFor={id} className={cx(buttonClass('secondary'), focusRing)}>
        <Icon name={again ? 'retry' : 'plus'} size={18} />
        {t(again ? 'another' : 'choose')}
        <span className="sr-only">{label}</span>
      </label>
    </span>
  )
}

type TakePhotoProps = {
  id: string
  label: ReactNode
  facing: Facing
  onTake: (event: ChangeEvent<HTMLInputElement>) => void
}

/** On a phone its own camera app takes the photograph, with its focus and its light. */
function TakePhoto({ id, label, facing, onTake }: TakePhotoProps) {
  const t = useTranslations('upload')
  return (
    <span>
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        capture={facing}
        onChange={onTake}
        className="peer sr-only"
      />
      <label htmlFor={id} className={cx(buttonClass('secondary'), focusRing)}>
        {t('photo')}
        <span className="sr-only">{label}</span>
      </label>
    </span>
  )
}
