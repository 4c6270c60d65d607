import { cx } from '@evenhand/ui/cx.ts'
import { useTranslations } from 'use-intl'
import { HangingMenu } from './hanging-menu.tsx'
import { setRiseColor, useRiseColor, type RiseColor } from '../lib/settings.ts'

const rises = ['red', 'green', 'cvd'] as const
const samples: Record<RiseColor, readonly [string, string]> = {
  red: ['text-[var(--red-text)]', 'text-[var(--green-text)]'],
  green: ['text-[var(--green-text)]', 'text-[var(--red-text)]'],
  cvd: ['text-[var(--blue-text)]', 'text-[var(--orange-text)]'],
}

/** Rise and fall in the colours of a choice, whatever is chosen now. */
export function RiseSample({ rise, short = false }: { rise: RiseColor; short?: boolean }) {
  const [up, down] = samples[rise]
  return (
    <bdi dir="ltr" aria-hidden="true" className="text-13 font-600 whitespace-nowrap">
      <span className={up}>▲{!short && ' 1.20%'}</span> <span className={down}>▼{!short && ' 0.80%'}</span>
    </bdi>
  )
}

/** The three pairs of colours as buttons in a row. */
export function RiseChoice({ onChosen }: { onChosen?: () => void }) {
  const t = useTranslations('common')
  const chosen = useRiseColor()
  return (
    <div role="group" aria-label={t('rise.label')} className="flex items-center gap-1">
      {rises.map((rise) => (
        <button
          key={rise}
          type="button"
          aria-pressed={rise === chosen}
          aria-label={t(`rise.${rise}`)}
          title={t(`rise.${rise}`)}
          onClick={() => {
            setRiseColor(rise)
            onChosen?.()
          }}
          className={cx(
            'inline-flex min-h-8 items-center rounded-control border px-2 mobile:min-h-11',
            rise === chosen ? 'border-accent bg-surface' : 'border-transparent hover:border-control',
          )}
        >
          <RiseSample rise={rise} short />
        </button>
      ))}
    </div>
  )
}

/** The same behind a button that shows what is chosen, for beside a chart. */
export function RiseMenu() {
  const t = useTranslations('common')
  const rise = useRiseColor()
  return (
    <HangingMenu
      id="rises"
      label={t('rise.label')}
      buttonLabel={`${t('rise.label')}: ${t(`rise.${rise}`)}`}
      face={<RiseSample rise={rise} short />}
      faceClass="min-h-7! px-2! rounded-chip bg-sunken text-fg2 hover:text-fg"
    >
      {(close) => <RiseChoice onChosen={close} />}
    </HangingMenu>
  )
}
