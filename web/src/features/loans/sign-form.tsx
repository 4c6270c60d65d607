import type { SignedCollateral } from '@evenhand/protocol/loan-collateral.ts'
import { maxLoanRemark } from '@evenhand/protocol/loan-rules.ts'
import { Button } from '@evenhand/ui/button.tsx'
import { Checkbox, FieldError, TextField } from '@evenhand/ui/field.tsx'
import { Skeleton } from '@evenhand/ui/states.tsx'
import { Tabs } from '@evenhand/ui/tabs.tsx'
import { TextArea } from '@evenhand/ui/text-area.tsx'
import { useState, type SyntheticEvent } from 'react'
import { useTranslations } from 'use-intl'
import { lazyPart } from '../../lib/lazy-part.tsx'
import { isRefused } from '../../lib/problem.ts'
import type { Requested } from './agreement-screen.tsx'
import type { Clauses } from './loans-query.ts'
import { useApply } from './use-apply.ts'
import { useLoanProblem } from './use-loan-problem.ts'
import { toFirstError } from '../../lib/use-first-error.ts'

const SignatureCanvas = lazyPart(
  async () => (await import('./signature-canvas.tsx')).SignatureCanvas,
  <Skeleton className="h-44" />,
)

type Way = 'draw' | 'type'
type FormProps = {
  /** With the clauses and the collateral that the text has. */
  requested: Requested & Clauses & { collateral?: SignedCollateral }
  agreementHash: string
  /** The text is another one by now. */
  onChanged: () => void
  onSigned: () => void
}

/** Signing: drawn by hand or as a typed name, with what the customer wants to add. */
export function SignForm({ requested, agreementHash, onChanged, onSigned }: FormProps) {
  const t = useTranslations('loans')
  const problemText = useLoanProblem()
  const [way, setWay] = useState<Way>('draw')
  const [picture, setPicture] = useState<() => Promise<File>>()
  const [name, setName] = useState('')
  const [remark, setRemark] = useState('')
  const [agreed, setAgreed] = useState(false)
  const [pressed, setPressed] = useState(false)
  const [state, setState] = useState<{ busy: boolean; problem?: unknown }>({ busy: false })
  const { sign } = useApply(onSigned)
  const signed = way === 'draw' ? picture !== undefined : name.trim() !== ''
  const submit = async (event: SyntheticEvent) => {
    event.preventDefault()
    setPressed(true)
    if (!signed || !agreed || state.busy) return
    setState({ busy: true })
    try {
      await sign({
        application: {
          ...requested,
          agreementHash,
          typedName: way === 'type' ? name.trim() : '',
          remark: remark.trim(),
        },
        picture: way === 'draw' ? picture : undefined,
      })
      setState({ busy: false })
    } catch (problem) {
      setState({ busy: false, problem })
      if (isRefused(problem, 'quoteChanged')) onChanged()
    }
  }
  return (
    <form ref={toFirstError} noValidate className="flex flex-col gap-4" onSubmit={(event) => void submit(event)}>
      <Signature
        way={way}
        onWay={setWay}
        name={name}
        onName={setName}
        onDrawn={(drawn) => setPicture(() => drawn)}
        error={pressed && !signed ? t('sign.needed') : undefined}
      />
      <TextArea
        label={t('sign.remark')}
        value={remark}
        onChange={(event) => setRemark(event.target.value)}
        maxLength={maxLoanRemark}
        rows={2}
      />
      <Checkbox
        label={t('sign.agree')}
        checked={agreed}
        onChange={(event) => setAgreed(event.target.checked)}
        error={pressed && !agreed ? t('sign.agreeNeeded') : undefined}
      />
      <FieldError>{state.problem === undefined ? undefined : problemText(state.problem)}</FieldError>
      <Button type="submit" size="large" busy={state.busy} className="desktop:self-start">
        {t('sign.submit')}
      </Button>
      <p className="text-13 text-fg2">{t('sign.next')}</p>
    </form>
  )
}

type SignatureProps = {
  way: Way
  onWay: (way: Way) => void
  name: string
  onName: (name: string) => void
  onDrawn: (picture: (() => Promise<File>) | undefined) => void
  error: string | undefined
}

/** The signature itself: by hand, or a typed name for those who cannot draw. */
function Signature({ way, onWay, name, onName, onDrawn, error }: SignatureProps) {
  const t = useTranslations('loans')
  return (
    <>
      {/* Who cannot draw goes on at the choice of another way. */}
      <div data-wrong={(way === 'draw' && error !== undefined) || undefined}>
        <Tabs
          label={t('sign.title')}
          variant="segment"
          items={(['draw', 'type'] as const).map((value) => ({ value, label: t(`sign.${value}`) }))}
          value={way}
          onChange={onWay}
          panelId="signature"
        />
      </div>
      <div id="signature" role="tabpanel" aria-label={t(`sign.${way}`)}>
        {way === 'draw' ? (
          <>
            <SignatureCanvas onDrawn={onDrawn} />
            <FieldError>{error}</FieldError>
          </>
        ) : (
          <TextField
            label={t('sign.name')}
            dir="auto"
            hint={t('sign.nameHint')}
            value={name}
            onChange={(event) => onName(event.target.value)}
            error={error}
            autoComplete="name"
            maxLength={100}
          />
        )}
      </div>
    </>
  )
}
