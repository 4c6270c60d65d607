import { cx } from '@evenhand/ui/cx.ts'
import { Icon } from '@evenhand/ui/icon.tsx'
import { Amount, Figure, formatDecimal, signOf } from './format.tsx'

const faces = {
  1: { icon: 'check', colour: 'text-accent-text' },
  0: { icon: 'swap', colour: 'text-fg2' },
  '-1': { icon: 'close', colour: 'text-fg' },
} as const

type GainProps = {
  text: string
  /** Without its unit, where it is plain which it is. */
  bare?: boolean
  /** How many it has, where it stands among other amounts; else as many as it needs. */
  decimals?: number
  className?: string
}

/**
 * A profit or a loss: sign, weight and icon always. Its colours are its own, never those of rising and falling prices,
 * which a customer may have turned round.
 */
export function Gain({ text, bare = false, decimals, className }: GainProps) {
  const { icon, colour } = faces[signOf(text)]
  return (
    <span className={cx('inline-flex items-baseline gap-1 font-700 whitespace-nowrap', colour, className)}>
      <Icon name={icon} size={14} className="self-center" />
      {bare || decimals !== undefined ? (
        <Figure>
          {formatDecimal(text, { decimals: decimals ?? 2, sign: true })}
          {bare ? '' : ' USDT'}
        </Figure>
      ) : (
        <Amount text={text} sign />
      )}
    </span>
  )
}

/** The colour of an amount that came in or went out; for figures whose sign stands beside their reason. */
export const gainColour = (text: string): string => faces[signOf(text)].colour
