import { Button } from '@evenhand/ui/button.tsx'
import { Dialog } from '@evenhand/ui/dialog.tsx'
import { Banner } from '@evenhand/ui/states.tsx'
import type { ReactNode } from 'react'
import { useTranslations } from 'use-intl'
import { When } from '../lib/when.tsx'
import { Running } from './running.tsx'

type Result = { ok: boolean; at: number }
type State<L extends Result> = { running: { done: number; total: number } | null; failed: boolean; last: L | null }
type VerifyPartProps<L extends Result> = {
  label: string
  /** See use-verification.ts. */
  check: { isBeginning: boolean; begin: () => void; state: State<L> | undefined; close: () => void }
  verdict: (last: L) => string
  /** What was found, under the verdict. */
  children: (last: L) => ReactNode
}

/** A button that has something verified, and a dialog with how far that is and what it came to. */
export function VerifyPart<L extends Result>({ label, check, verdict, children }: VerifyPartProps<L>) {
  const common = useTranslations('common')
  const verification = useTranslations('verification')
  const { isBeginning, begin, state, close } = check
  return (
    <>
      <Button variant="secondary" busy={isBeginning} onClick={begin}>
        {label}
      </Button>
      {state && (
        <Dialog open onClose={close} title={label} closeLabel={common('close')}>
          {state.running ? (
            <Running label={label} progress={state.running} />
          ) : state.failed || state.last === null ? (
            <Banner variant="danger">{verification('failed')}</Banner>
          ) : (
            <>
              <Banner variant={state.last.ok ? 'good' : 'danger'}>{verdict(state.last)}</Banner>
              <p className="mt-3 text-13 text-fg2">
                <When ms={state.last.at} seconds />
              </p>
              {children(state.last)}
            </>
          )}
        </Dialog>
      )}
    </>
  )
}
